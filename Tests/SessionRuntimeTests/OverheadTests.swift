import ResultStreaming
import SessionCore
import SessionRuntime
import SessionTesting
import SpatialMath
import SystemSupport
import Testing

/// What the session costs beside its trackers: joining, anchors, events as bytes.
@Suite struct OverheadTests {
  private static let frames = 600

  /// Both cameras, one face with all its landmarks, three planes, 200 feature points.
  @Test func joiningAndWritingAreMeasuredApartFromTheTrackers() throws {
    let bytes = Monitor(0)
    let encoder = Monitor(EventStreamEncoder())
    let planes = (1...3).map { Samples.plane($0) }
    let points = (0..<200).map { FeaturePoint(identifier: UInt64($0), position: .zero) }
    let rig = SessionRig(
      pacing: .asFastAsPossible,
      sources: { .recorded($0, count: Self.frames, interval: 33.3) },
      world: { frame in
        var result = WorldTrackingResult(
          timestamp: frame.timestamp, worldFromCamera: JoiningTests.rearPose(at: frame.timestamp),
          trackingState: .normal)
        result.planes = planes
        result.featurePoints = points
        return result
      })
    rig.session.delegate = nil
    rig.session.observe { events in
      let count = encoder.withLock { $0.encode(events).count }
      bytes.withLock { $0 += count }
    }
    rig.session.run(.worldWithFace)
    rig.session.waitUntilStopped()
    let stages = rig.session.statistics.stageSeconds
    let join = try #require(stages["session.join"]) / Double(Self.frames)
    let write = try #require(stages["session.observers"]) / Double(Self.frames)
    let total = rig.session.statistics.cpuSeconds / Double(Self.frames)
    print(
      "session: join \(Int(join * 1e6)) µs, events \(Int(write * 1e6)) µs, "
        + "whole process \(Int(total * 1e6)) µs and "
        + "\(bytes.withLock { $0 } / Self.frames) bytes a frame")
    #expect(bytes.withLock { $0 } > Self.frames * 6_000)
    #expect(join > 0 && write > 0 && join + write < total)
  }
}
