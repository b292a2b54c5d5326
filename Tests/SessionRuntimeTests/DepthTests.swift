import ResultStreaming
import SessionCore
import SessionRuntime
import SessionTesting
import SpatialMath
import SystemSupport
import Testing

/// Depth pictures on frames: their own time, once each, nil between them.
@Suite struct DepthTests {
  /// One depth picture in four, as a depth camera beside one of 60 pictures a second has.
  private static func lockStep(
    depth: ScriptedSource = ScriptedSource(
      .depth,
      (0..<10).map { .frame(Samples.depth($0, at: Double($0) * 66.8, units: UInt16(1000 + $0))) }
        + [.ended]),
    isOptional: Bool = false, observe: (@Sendable ([SessionEvent]) -> Void)? = nil
  ) -> SessionRig {
    let rig = SessionRig(
      pacing: .asFastAsPossible,
      sources: { role in .recorded(role, count: 40, interval: 16.7) },
      adjust: { parts in
        parts.depth = DepthParts(metresPerUnit: 0.001, isLive: false, isOptional: isOptional) {
          () throws(SessionError) in depth
        }
      })
    if let observe { rig.session.observe(observe) }
    rig.session.run(.world(WorldTrackingConfiguration()))
    rig.session.waitUntilStopped()
    return rig
  }

  @Test func framesWithoutANewDepthPictureHaveNone() throws {
    let frames = Self.lockStep().delegate.frames
    #expect(frames.count == 40)
    for frame in frames {
      #expect((frame.capturedDepthData != nil) == (frame.index % 4 == 0), "\(frame.index)")
    }
    let second = try #require(frames[4].capturedDepthData)
    #expect(second.timestamp == Samples.time(66.8))
    #expect(abs((second.distance(x: 3, y: 2) ?? 0) - 1.001) < 1e-9)
    #expect(second.distance(x: 4, y: 0) == nil)
    #expect(second.intrinsics.width == 4)
  }

  @Test func theSameInputGivesTheSameBytes() {
    func bytes() -> [UInt8] {
      let stream = Monitor<(encoder: EventStreamEncoder, bytes: [UInt8])>(
        (EventStreamEncoder(), []))
      _ = Self.lockStep { events in
        stream.withLock { $0.bytes += $0.encoder.encode(events) }
      }
      return stream.withLock { $0.bytes }
    }
    let first = bytes()
    #expect(first == bytes())
    let text = String(decoding: first, as: UTF8.self)
    let lines = text.split(separator: "\n").filter { $0.contains("capturedDepthData") }
    #expect(lines.count == 10)
    #expect(
      lines[1].contains(
        "\"capturedDepthData\":{\"time\":0.0668,\"size\":[4,3],\"metresPerUnit\":0.001,"),
      "\(lines[1])")
  }

  @Test func depthThatIsFasterThanTheFramesGivesItsNewest() {
    let depth = ScriptedSource(
      .depth, (0..<100).map { .frame(Samples.depth($0, at: Double($0) * 7)) } + [.ended])
    let rig = Self.lockStep(depth: depth)
    for frame in rig.delegate.frames {
      let age = frame.capturedDepthData.map { frame.timestamp.seconds(since: $0.timestamp) }
      #expect(age.map { (0..<0.007).contains($0) } == true, "\(frame.index)")
    }
    #expect((rig.session.statistics.cameras[.depth]?.counters.droppedByUs ?? 0) > 40)
  }

  @Test func aDepthCameraThatCannotBeOpenedFailsTheSessionUnlessItIsOptional() {
    let error = SessionError(.sensorUnavailable, "no depth camera there")
    let broken = ScriptedSource(.depth, startError: error)
    #expect(Self.lockStep(depth: broken).delegate.state.withLock { $0.errors } == [error])
    let rig = Self.lockStep(
      depth: ScriptedSource(.depth, startError: error), isOptional: true)
    #expect(rig.delegate.frames.count == 40)
    #expect(rig.delegate.state.withLock { $0.errors }.isEmpty)
  }

  // MARK: - Real time

  @Test func liveDepthIsJoinedOnceAndInterruptionsAreTold() {
    let depth = ScriptedSource(.depth)
    let rig = SessionRig(adjust: { parts in
      parts.depth = DepthParts(metresPerUnit: 0.002, isLive: true) {
        () throws(SessionError) in depth
      }
    })
    rig.session.run(.world(WorldTrackingConfiguration()))
    depth.feed(.frame(Samples.depth(0, at: 5)))
    depth.feed(.frame(Samples.depth(1, at: 30)))
    #expect(depth.waitUntilDelivered(2))
    depth.feed(.interrupted("the cable moved"))
    #expect(rig.delegate.wait(for: "interrupted depth: the cable moved"))
    depth.feed(.resumed)
    #expect(rig.delegate.wait(for: "interruption ended depth"))
    for (sequence, time) in [10.0, 20, 33].enumerated() {
      #expect(rig.feedPrimary(.rear, sequence, at: time))
    }
    let found = rig.delegate.frames.map { $0.capturedDepthData?.timestamp }
    #expect(found == [Samples.time(5), nil, Samples.time(30)])
    #expect(rig.delegate.frames.first?.capturedDepthData?.distance(x: 0, y: 0) == 1500 * 0.002)
    rig.session.pause()
    #expect(depth.isStopped)
  }

  @Test func aDepthCameraThatBreaksFailsTheSession() {
    let depth = ScriptedSource(.depth)
    let rig = SessionRig(adjust: { parts in
      parts.depth = DepthParts(metresPerUnit: 0.001, isLive: true) {
        () throws(SessionError) in depth
      }
    })
    rig.session.run(.world(WorldTrackingConfiguration()))
    depth.fail(SessionError(.sensorFailed, "broken"))
    #expect(rig.delegate.wait(for: "failed 102"))
    #expect(!rig.session.isRunning)
  }

  @Test func depthIsOpenedAgainAfterAPause() {
    let made = Monitor(0)
    let rig = SessionRig(adjust: { parts in
      parts.depth = DepthParts(metresPerUnit: 0.001, isLive: true) {
        () throws(SessionError) in
        made.withLock { $0 += 1 }
        return ScriptedSource(.depth)
      }
    })
    for count in 1...2 {
      rig.session.run(.world(WorldTrackingConfiguration()))
      #expect(made.wait(atMost: Patience.seconds) { $0 == count ? true : nil } == true)
      rig.session.pause()
    }
  }
}
