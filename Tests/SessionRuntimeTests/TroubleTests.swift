import SessionCore
import SessionRuntime
import SessionTesting
import SpatialMath
import SystemSupport
import Testing

/// Interruptions, failures, and cameras that are missing.
@Suite struct TroubleTests {
  static let unplugged = SessionError(
    .sensorFailed, "/dev/video0: the camera was unplugged; plug it in again")

  @Test func anInterruptionAndItsEndAreTold() {
    let rig = SessionRig()
    rig.session.run(.worldOnly)
    #expect(rig.feedPrimary(.rear, 0, at: 0))
    rig.source(.rear).feed(.interrupted("taken by another program"))
    rig.source(.rear).feed(.interrupted("taken by another program"))
    rig.source(.rear).feed(.resumed)
    #expect(rig.delegate.wait(for: "relocalize?"))
    #expect(rig.feedPrimary(.rear, 1, at: 33))
    #expect(
      rig.delegate.lines == [
        "state normal", "frame 0", "interrupted rear: taken by another program",
        "interruption ended rear", "relocalize?", "frame 1",
      ])
    #expect(!rig.log.entries.contains("world reset"))
  }

  @Test func refusingToRelocalizeResetsTracking() {
    let rig = SessionRig()
    rig.delegate.relocalizes.withLock { $0 = false }
    rig.session.run(.worldOnly)
    #expect(rig.feedPrimary(.rear, 0, at: 0))
    rig.source(.rear).feed(.interrupted("stalled"))
    rig.source(.rear).feed(.resumed)
    #expect(rig.delegate.wait(for: "relocalize?"))
    for i in 1...2000 where !rig.log.entries.contains("world reset") {
      rig.source(.rear).feed(i, at: Double(i) * 33)
      pauseBriefly()
    }
    #expect(rig.log.entries.contains("world reset"))
  }

  @Test func anInterruptedFrontCameraLosesItsFacesWithTheReason() throws {
    let rig = SessionRig()
    rig.session.run(.worldWithFace)
    rig.source(.front).feed(0, at: 0)
    while !rig.log.entries.contains("face 0 max 1") { pauseBriefly() }
    #expect(rig.feedPrimary(.rear, 0, at: 10))
    rig.source(.front).feed(.interrupted("the front camera was unplugged"))
    #expect(rig.delegate.wait(for: "interrupted front: the front camera was unplugged"))
    #expect(rig.feedPrimary(.rear, 1, at: 20))
    let face = try #require(rig.delegate.frames.last?.faces.first)
    #expect(!face.isTracked)
    #expect(face.reason == "the front camera was unplugged")
    #expect(rig.delegate.frames.last?.trackingState == .normal)
    rig.source(.front).feed(.resumed)
    #expect(rig.delegate.wait(for: "interruption ended front"))
    #expect(!rig.delegate.lines.contains("relocalize?"))
  }

  @Test func anInterruptedRearCameraTakesTrackingFromAFaceSession() {
    let rig = SessionRig()
    rig.session.run(.faceInWorld)
    rig.source(.rear).feed(0, at: 0)
    while !rig.log.entries.contains("world 0 planes 0") { pauseBriefly() }
    #expect(rig.feedPrimary(.front, 0, at: 10))
    rig.source(.rear).feed(.interrupted("stalled"))
    #expect(rig.delegate.wait(for: "interrupted rear: stalled"))
    #expect(rig.feedPrimary(.front, 1, at: 20))
    rig.source(.rear).feed(.resumed)
    #expect(rig.delegate.wait(for: "relocalize?"))
    #expect(rig.feedPrimary(.front, 2, at: 30))
    // Until its next picture the place is being looked for.
    #expect(
      rig.delegate.frames.map(\.trackingState)
        == [.normal, .notAvailable, .limited(.relocalizing)])
    rig.source(.rear).feed(1, at: 35)
    for _ in 0..<5000 where !rig.log.entries.contains("world 1 planes 0") { pauseBriefly() }
    #expect(rig.log.entries.contains("world relocalize"))
    #expect(rig.feedPrimary(.front, 3, at: 40))
    #expect(rig.feedPrimary(.front, 4, at: 50))
    #expect(rig.delegate.frames.last?.trackingState == .normal)
  }

  @Test func aBrokenCameraFailsTheSessionAndPausesIt() throws {
    let rig = SessionRig()
    rig.session.run(.worldWithFace)
    #expect(rig.feedPrimary(.rear, 0, at: 0))
    rig.source(.rear).fail(Self.unplugged)
    #expect(rig.delegate.wait(for: "failed 102"))
    #expect(rig.session.waitUntilStopped() == Self.unplugged)
    #expect(!rig.session.isRunning)
    #expect(rig.source(.front).isStopped)
    #expect(rig.delegate.state.withLock { $0.errors } == [Self.unplugged])
    // And it can run again.
    rig.session.run(.worldOnly)
    rig.source(.rear, number: 2).feed(1, at: 33)
    #expect(rig.delegate.waitForFrame(at: Samples.time(33)))
  }

  @Test(arguments: [Pacing.realTime, .asFastAsPossible])
  func aTrackerThatFailsFailsTheSession(pacing: Pacing) {
    let broken = SessionError(.worldTrackingFailed, "the map is broken; run again with a reset")
    let rig = SessionRig(
      pacing: pacing, sources: { .recorded($0, count: 3, interval: 33) },
      world: { _ throws(SessionError) in throw broken })
    rig.session.run(.worldWithFace)
    #expect(rig.session.waitUntilStopped() == broken)
    #expect(rig.delegate.wait(for: "failed 200"))
  }

  @Test(arguments: [Pacing.realTime, .asFastAsPossible])
  func aTrackerThatCannotBeMadeFailsTheSession(pacing: Pacing) {
    let missing = SessionError(.invalidConfiguration, "the face model is missing; run Tools/setup")
    let rig = SessionRig(
      pacing: pacing, sources: { .recorded($0, count: 3, interval: 33) },
      adjust: { $0.makeFaceTracker = { _ throws(SessionError) in throw missing } })
    rig.session.run(.worldWithFace)
    #expect(rig.session.waitUntilStopped() == missing)
    #expect(rig.delegate.wait(for: "failed 303"))
    #expect(rig.delegate.frames.isEmpty)
  }

  @Test(arguments: [Pacing.realTime, .asFastAsPossible], [CameraRole.front, .rear])
  func aCameraThatCannotBeOpenedFailsTheSession(pacing: Pacing, missing: CameraRole) {
    let error = SessionError(.sensorUnavailable, "no camera for \(missing.rawValue)")
    let rig = SessionRig(
      pacing: pacing,
      sources: { role throws(SessionError) in
        if role == missing { throw error }
        return .recorded(role, count: 3, interval: 33)
      })
    rig.session.run(.worldWithFace)
    #expect(rig.session.waitUntilStopped() == error)
    #expect(rig.delegate.wait(for: "failed 101"))
    rig.session.pause()
    #expect(rig.delegate.frames.isEmpty)
  }

  @Test(arguments: [Pacing.realTime, .asFastAsPossible])
  func withLeaveTheSessionGoesOnWithTheLeadingCameraAlone(pacing: Pacing) {
    let rig = SessionRig(
      pacing: pacing,
      sources: { role throws(SessionError) in
        if role == .front { throw SessionError(.sensorUnavailable, "no front camera") }
        return ScriptedSource(role)
      }, adjust: { $0.toleratesMissingCamera = true })
    rig.session.run(.worldWithFace)
    for i in 0..<3 { #expect(rig.feedPrimary(.rear, i, at: Double(i) * 33)) }
    #expect(rig.delegate.wait(for: "interrupted front: no front camera"))
    #expect(rig.session.isRunning)
  }

  @Test func theStreamOfAFailureEndsWithStopped() {
    let rig = SessionRig()
    let names = Monitor<[String]>([])
    rig.session.observe { events in names.withLock { $0 += events.map(\.name) } }
    rig.session.run(.worldOnly)
    #expect(rig.feedPrimary(.rear, 0, at: 0))
    rig.source(.rear).fail(Self.unplugged)
    rig.session.waitUntilStopped()
    #expect(
      names.withLock { $0 } == [
        "started", "trackingStateChanged", "frame", "failed", "stopped",
      ])
  }
}
