import CameraCapture
import SessionCore
import SessionTesting
import SpatialMath
import SystemSupport
import Testing

@Suite struct DamagedPicturesTests {
  /// Reads pictures until the camera's script is over.
  static func frames(
    _ script: [FakeVideoSystem.Picture], count: Int,
    preference: VideoDeviceOptions.Preference = .automatic
  ) throws -> ([CameraFrame], FrameSourceStatistics) {
    let fake = FakeVideoSystem()
    // The first two are thrown away.
    fake.locked {
      $0.script = [.good, .good] + script; $0.isLockStep = true
    }
    let source = try VideoDeviceSourceTests.started(fake, preference: preference)
    let frames = try (0..<count).map { _ in try VideoDeviceSourceTests.frame(of: source) }
    return (frames, source.statistics)
  }

  @Test(arguments: [FakeVideoSystem.Picture.damaged, .empty, .short])
  func damagedRawPicturesAreCountedAndPassedOver(picture: FakeVideoSystem.Picture) throws {
    let (frames, counters) = try Self.frames([.good, picture, picture, .good], count: 2)
    #expect(counters.corrupt == 2 && counters.captured == 2)
    #expect(frames[1].sequence == frames[0].sequence + 3, "the gap shows in the numbers")
  }

  @Test func aTruncatedJPEGIsCountedAndPassedOver() throws {
    let (frames, counters) = try Self.frames(
      [.good, .truncated, .good], count: 2, preference: .mjpeg)
    #expect(counters.corrupt == 1 && counters.captured == 2)
    #expect(frames[0].pixels.format == .yuv422 && frames[0].pixels.encoding == .jpeg)
  }

  @Test func aCameraThatGivesNothingButDamageIsNotWaitedForForEver() throws {
    let fake = FakeVideoSystem()
    let source = try VideoDeviceSourceTests.started(fake, preference: .mjpeg)
    _ = try VideoDeviceSourceTests.frame(of: source)
    fake.locked { $0.script = Array(repeating: .truncated, count: 1000) }
    guard case .interrupted(let reason) = try VideoDeviceSourceTests.event(of: source) else {
      throw SessionError(.sensorFailed, "not interrupted")
    }
    #expect(
      reason == "/dev/video0: the camera sends nothing but damaged pictures; try another cable or "
        + "socket, or a smaller size")
    #expect(fake.calls("startStreaming").count == 2, "after one restart")
    fake.locked { $0.script = [] }
    guard case .resumed = try source.next() else {
      throw SessionError(.sensorFailed, "not resumed")
    }
  }

  @Test func gapsInTheDriversNumbersAreLosses() throws {
    let (frames, counters) = try Self.frames([.good, .afterLosing(3), .good], count: 3)
    #expect(counters.droppedByDriver == 3)
    #expect(frames.map(\.sequence) == [0, 4, 5])
  }

  @Test func aDriverThatDoesNotStampGetsTheTimeOfArrival() throws {
    let before = MonotonicClock.now()
    let (frames, _) = try Self.frames(Array(repeating: .stamped(nil), count: 5), count: 4)
    #expect(frames.allSatisfy { $0.timestamp > before && $0.timestamp <= MonotonicClock.now() })
    for (earlier, later) in zip(frames, frames.dropFirst()) {
      #expect(later.timestamp > earlier.timestamp)
    }
  }

  @Test(arguments: [-3600.0, 3600.0, 0.02])
  func aStampThatCannotBeIsReplacedByArrival(offset: Double) throws {
    let before = MonotonicClock.now()
    let (frames, _) = try Self.frames(Array(repeating: .stamped(offset), count: 5), count: 3)
    #expect(frames.allSatisfy { $0.timestamp > before && $0.timestamp <= MonotonicClock.now() })
  }

  @Test func stampsThatRunBackNeverReachATracker() throws {
    let (frames, _) = try Self.frames(
      [.good, .stamped(-0.03), .stamped(-0.04), .good], count: 4)
    for (earlier, later) in zip(frames, frames.dropFirst()) {
      #expect(later.timestamp > earlier.timestamp)
    }
  }
}
