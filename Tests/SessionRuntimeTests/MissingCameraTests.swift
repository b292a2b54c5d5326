import SessionCore
import SessionRuntime
import SessionTesting
import SystemSupport
import Testing

/// A configuration over two cameras where one, or none, can be opened.
@Suite struct MissingCameraTests {
  private static func rig(
    missing: Set<CameraRole>, tolerates: Bool, pacing: Pacing = .realTime
  ) -> SessionRig {
    SessionRig(
      pacing: pacing,
      sources: { role throws(SessionError) in
        if missing.contains(role) {
          throw SessionError(.sensorUnavailable, "there is no \(role.rawValue) camera")
        }
        return ScriptedSource(role)
      }, adjust: { $0.toleratesMissingCamera = tolerates })
  }

  @Test(
    arguments: [SessionConfiguration.worldWithFace, .faceInWorld], [CameraRole.front, .rear])
  func withoutLeaveTheErrorNamesWhatIsMissing(
    configuration: SessionConfiguration, missing: CameraRole
  ) {
    let rig = Self.rig(missing: [missing], tolerates: false)
    rig.session.run(configuration)
    #expect(
      rig.session.waitUntilStopped()
        == SessionError(.sensorUnavailable, "there is no \(missing.rawValue) camera"))
    #expect(rig.delegate.wait(for: "failed 101"))
    #expect(rig.delegate.frames.isEmpty)
  }

  @Test(
    arguments: [SessionConfiguration.worldWithFace, .faceInWorld], [CameraRole.front, .rear])
  func withLeaveTheSessionRunsWhatItCanAndSaysSo(
    configuration: SessionConfiguration, missing: CameraRole
  ) {
    let rig = Self.rig(missing: [missing], tolerates: true)
    rig.clock.set(milliseconds: 7)
    rig.session.run(configuration)
    let there: CameraRole = missing == .front ? .rear : .front
    #expect(
      rig.delegate.wait(
        for: "interrupted \(missing.rawValue): there is no \(missing.rawValue) camera"))
    for i in 0..<3 { #expect(rig.feedPrimary(there, i, at: 10 + Double(i) * 33)) }
    let stale = StaleCamera(
      role: missing, since: Samples.time(7),
      reason: "there is no \(missing.rawValue) camera")
    #expect(rig.delegate.frames.allSatisfy { $0.staleCameras == [stale] })
    #expect(
      rig.delegate.frames.map(\.trackingState)
        == Array(repeating: missing == .rear ? .notAvailable : .normal, count: 3))
    #expect(rig.delegate.frames.last?.faces.count == (missing == .front ? 0 : 1))
    // Whoever runs it again has it look for the camera again.
    rig.session.run(configuration)
    #expect(rig.delegate.wait { $0.filter { $0.hasPrefix("interrupted") }.count == 2 })
    #expect(rig.sources(there).count == 1)
    #expect(rig.session.isRunning)
  }

  @Test func theEndOfTheOnlyCameraThereIsTheSessionsEnd() {
    let rig = Self.rig(missing: [.rear], tolerates: true)
    rig.session.run(.worldWithFace)
    #expect(rig.delegate.wait(for: "interrupted rear: there is no rear camera"))
    #expect(rig.feedPrimary(.front, 0, at: 0))
    rig.source(.front).feed(.ended)
    #expect(rig.delegate.wait(for: "end"))
  }

  @Test(arguments: [SessionConfiguration.worldWithFace, .faceInWorld])
  func withoutAnyCameraTheSessionFailsByTheLeadingOne(configuration: SessionConfiguration) {
    let rig = Self.rig(missing: [.front, .rear], tolerates: true)
    rig.session.run(configuration)
    let leading = configuration.primaryRole.rawValue
    #expect(rig.session.waitUntilStopped()?.message == "there is no \(leading) camera")
    #expect(rig.delegate.wait(for: "failed 101"))
    #expect(rig.delegate.frames.isEmpty)
  }

  @Test func inLockStepTheLeadingCameraIsNeeded() {
    let rig = Self.rig(missing: [.rear], tolerates: true, pacing: .asFastAsPossible)
    rig.session.run(.worldWithFace)
    #expect(rig.session.waitUntilStopped()?.message == "there is no rear camera")
  }

  @Test func aCameraThatIsNoLongerWantedHoldsUpNobody() {
    let mayOpenFront = Monitor(false)
    let rig = SessionRig(sources: { role in
      if role == .front { mayOpenFront.wait { $0 ? true : nil } }
      return ScriptedSource(role)
    })
    rig.session.run(.worldWithFace)
    _ = rig.source(.rear)
    // The front camera hangs while it opens; without it the rear one, which waits for it, starts.
    rig.session.run(.worldOnly)
    #expect(rig.feedPrimary(.rear, 0, at: 0))
    #expect(rig.sources(.rear).count == 1)
    #expect(rig.source(.rear).starts.count == 1)
    mayOpenFront.withLock { $0 = true }
    rig.session.pause()
    #expect(rig.sources(.front).allSatisfy { $0.starts.isEmpty })
  }
}
