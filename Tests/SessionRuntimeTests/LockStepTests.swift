import ResultStreaming
import SessionCore
import SessionRuntime
import SessionTesting
import SpatialMath
import SystemSupport
import Testing

/// Lock-step: nothing is dropped, and the same input gives the same events.
@Suite struct LockStepTests {
  /// The bytes of the event stream; trackers of uneven speed and sources of uneven rates.
  private static func run(
    _ configuration: SessionConfiguration, slow: CameraRole?, seed: UInt64 = 42
  ) -> [UInt8] {
    let stream = Monitor<(encoder: EventStreamEncoder, bytes: [UInt8])>((EventStreamEncoder(), []))
    let rig = SessionRig(
      pacing: .asFastAsPossible,
      sources: { role in
        role == .rear
          ? .recorded(role, count: 40, interval: 33.3)
          : .recorded(role, count: 50, interval: 25, offset: 7)
      },
      face: { frame in
        if slow == .front, frame.sequence % 3 == 0 { pauseBriefly() }
        return FaceTrackingResult(
          timestamp: frame.timestamp,
          faces: frame.sequence % 10 < 8
            ? [Samples.face(1, at: Vector3(Double(frame.sequence) / 100, 0, -0.5))] : [])
      },
      world: { frame in
        if slow == .rear, frame.sequence % 3 == 1 { pauseBriefly() }
        var result = WorldTrackingResult(
          timestamp: frame.timestamp,
          worldFromCamera: JoiningTests.rearPose(at: frame.timestamp), trackingState: .normal)
        if frame.sequence > 5 { result.planes = [Samples.plane(1)] }
        return result
      },
      adjust: { $0.seed = seed })
    rig.session.observe { events in
      stream.withLock { $0.bytes += $0.encoder.encode(events) }
    }
    rig.session.run(configuration)
    rig.session.waitUntilStopped()
    return stream.withLock { $0.bytes }
  }

  @Test(arguments: [SessionConfiguration.worldWithFace, .faceInWorld])
  func theSameInputGivesTheSameEventsWhicheverTrackerIsFaster(
    configuration: SessionConfiguration
  ) {
    let first = Self.run(configuration, slow: nil)
    #expect(first.count > 300_000)
    #expect(Self.run(configuration, slow: .front) == first)
    #expect(Self.run(configuration, slow: .rear) == first)
    #expect(Self.run(configuration, slow: nil, seed: 43) != first)
  }

  @Test func everyPictureOfBothCamerasIsProcessed() {
    let rig = SessionRig(
      pacing: .asFastAsPossible,
      sources: { role in
        .recorded(role, count: role == .rear ? 30 : 44, interval: role == .rear ? 33 : 20)
      })
    rig.session.run(.worldWithFace)
    rig.session.waitUntilStopped()
    #expect(rig.delegate.wait(for: "end"))
    let entries = rig.log.entries
    #expect(entries.filter { $0.hasPrefix("world ") && $0 != "world made" }.count == 30)
    #expect(
      entries.filter { $0.hasPrefix("face ") && $0 != "face made" }
        == (0..<44).map { "face \($0) max 1" })
    #expect(rig.delegate.frames.count == 30)
    let statistics = rig.session.statistics
    #expect(statistics.cameras[.rear]?.counters.captured == 30)
    #expect(statistics.cameras[.front]?.counters.captured == 44)
    #expect(statistics.cameras[.front]?.counters.droppedByUs == 0)
    #expect(abs((statistics.cameras[.rear]?.measuredRate ?? 0) - 1000.0 / 33) < 1e-6)
    #expect(statistics.latency == nil)
    #expect(abs(statistics.duration - 29 * 0.033) < 1e-9)
    #expect(abs((statistics.trackingStateSeconds[.normal] ?? 0) - 29 * 0.033) < 1e-9)
    #expect(abs((statistics.stageSeconds["world.flow"] ?? 0) - 30 * 0.002) < 1e-9)
    #expect(abs((statistics.stageSeconds["face.landmarks"] ?? 0) - 44 * 0.001) < 1e-9)
  }

  @Test func theDelegateSeesEveryFrameHoweverSlowItIs() {
    let rig = SessionRig(
      pacing: .asFastAsPossible, sources: { .recorded($0, count: 30, interval: 33) })
    rig.delegate.onFrame.withLock { $0 = { _, _ in pauseBriefly() } }
    rig.session.run(.worldOnly)
    rig.session.waitUntilStopped()
    #expect(rig.delegate.wait(for: "end"))
    #expect(rig.delegate.frames.map(\.index) == Array(0..<30))
    #expect(rig.delegate.frames.allSatisfy { $0.latency == nil })
  }

  @Test func aFrameCountIsKeptExactlyByPausingInTheDelegate() {
    let rig = SessionRig(
      pacing: .asFastAsPossible, sources: { .recorded($0, count: 100, interval: 33) })
    rig.delegate.onFrame.withLock { call in
      call = { session, frame in if frame.index == 9 { session.pause() } }
    }
    rig.session.run(.worldWithFace)
    rig.session.waitUntilStopped()
    rig.session.pause()
    #expect(rig.delegate.frames.count == 10)
    #expect(rig.session.statistics.cameras[.rear]?.counters.captured == 10)
  }

  @Test func pausingFromOutsideWaitsForTheStep() {
    let rig = SessionRig(
      pacing: .asFastAsPossible, sources: { .recorded($0, count: 100_000, interval: 33) })
    rig.session.run(.worldWithFace)
    #expect(rig.delegate.wait { $0.count > 50 })
    rig.session.pause()
    let count = rig.delegate.lines.count
    for _ in 0..<10 { pauseBriefly() }
    #expect(rig.delegate.lines.count == count)
  }

  @Test func anInterruptionInARecordingKeepsItsPlace() {
    let rig = SessionRig(
      pacing: .asFastAsPossible,
      sources: { role in
        ScriptedSource(
          role,
          [
            .frame(Samples.frame(role, 0, at: 0)), .interrupted("stalled"), .resumed,
            .frame(Samples.frame(role, 1, at: 100)), .ended,
          ])
      })
    rig.session.run(.worldOnly)
    #expect(rig.delegate.wait(for: "end"))
    #expect(
      rig.delegate.lines == [
        "state normal", "frame 0", "interrupted rear: stalled", "interruption ended rear",
        "relocalize?", "frame 1", "end",
      ])
  }
}
