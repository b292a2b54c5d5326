import CameraCapture
import Foundation
import SessionCore
import SpatialMath
import SystemSupport
import Testing

/// Faults of single pictures, on made-up drivers.
extension FaultTrial {
  static let pictures: [FaultTrial] = [
    withoutTables, truncated, superfluous, firstPictures, damaged, impossibleStamps,
    backwardStamps, stride, shutter, staleSize,
  ]

  /// A source whose pictures come one for each wait: the two that are thrown away, then the script.
  private static func scripted(
    _ script: [FakeVideoSystem.Picture],
    preference: VideoDeviceOptions.Preference = .only(.yuyv)
  ) throws -> VideoDeviceSource {
    let fake = FakeVideoSystem()
    fake.locked {
      $0.script = [.good, .good] + script
      $0.isLockStep = true
    }
    return try VideoDeviceSourceTests.started(fake, preference: preference)
  }

  private static let withoutTables = FaultTrial(9, "JPEG without its DHT segments") {
    let source = try scripted([.withoutTables, .withoutTables], preference: .mjpeg)
    let frames = try Self.frames(source, 3)
    // The third picture has its tables.
    #expect(frames[0].pixels.digest == frames[2].pixels.digest)
    return Outcome(source.notices, counters(source))
  }

  private static let truncated = FaultTrial(10, "JPEG that ends in the middle, twice") {
    let source = try scripted([.good, .truncated, .truncated], preference: .mjpeg)
    _ = try frames(source, 3)
    #expect(source.statistics.corrupt == 2)
    return Outcome(source.notices, counters(source))
  }

  private static let superfluous = FaultTrial(11, "three bytes between the segments of each JPEG") {
    let source = try scripted(Array(repeating: .extraneous, count: 20), preference: .mjpeg)
    _ = try frames(source, 10)
    #expect(source.notices.count == 1 && source.statistics.corrupt == 0)
    return Outcome(source.notices, counters(source))
  }

  private static let firstPictures = FaultTrial(
    12, "two damaged pictures after the start, then five black ones"
  ) {
    let fake = FakeVideoSystem()
    fake.locked {
      $0.script = [.damaged, .empty] + Array(repeating: .black, count: 5)
      $0.isLockStep = true
    }
    let source = try VideoDeviceSourceTests.started(fake, preference: .only(.yuyv))
    let first = try VideoDeviceSourceTests.frame(of: source)
    #expect(first.sequence == 5 && source.statistics.corrupt == 0)
    return Outcome(source.notices, "the first picture is the eighth; \(counters(source))")
  }

  private static let damaged = FaultTrial(
    13, "V4L2_BUF_FLAG_ERROR, then bytesused 0, then a short picture"
  ) {
    let source = try scripted([.good, .damaged, .empty, .short])
    let frames = try Self.frames(source, 2)
    #expect(frames.map(\.sequence) == [0, 4] && source.statistics.corrupt == 3)
    return Outcome(source.notices, counters(source))
  }

  private static let impossibleStamps = FaultTrial(
    20, "stamps an hour behind, an hour ahead; none at all"
  ) {
    var said: [String] = []
    for offset in [-3600.0, 3600.0, nil] as [Double?] {
      let source = try scripted(Array(repeating: .stamped(offset), count: 5))
      let before = MonotonicClock.now()
      let frames = try Self.frames(source, 3)
      #expect(frames.allSatisfy { $0.timestamp > before && $0.timestamp <= MonotonicClock.now() })
      said += source.notices.filter { !said.contains($0) }
    }
    return Outcome(said, "times lie between the call and its return")
  }

  private static let backwardStamps = FaultTrial(21, "stamps 30 and 40 ms behind the one before") {
    let source = try scripted([.good, .stamped(-0.03), .stamped(-0.04), .good])
    let frames = try Self.frames(source, 4)
    #expect(zip(frames, frames.dropFirst()).allSatisfy { $0.timestamp < $1.timestamp })
    return Outcome(source.notices, "4 times, each after the one before")
  }

  private static let stride = FaultTrial(23, "rows with 32 bytes of padding") {
    var camera = FakeVideoSystem.Camera()
    camera.bytesPerLinePadding = 32
    let fake = FakeVideoSystem(["/dev/video0": camera])
    let source = try VideoDeviceSourceTests.started(fake)
    let luma = try VideoDeviceSourceTests.frame(of: source).pixels.luma()
    let first = luma.planes[0].base.load(as: UInt8.self)
    for y in 0..<48 {
      let found = luma.planes[0].base.load(
        fromByteOffset: y * luma.planes[0].stride, as: UInt8.self)
      #expect(found == CameraFormatsTests.painted(y * (64 * 2 + 32), of: first))
    }
    return Outcome(source.notices, "48 rows begin where the driver painted them")
  }

  private static let shutter = FaultTrial(
    34, "V4L2_CID_PRIVACY is 1; a camera without it whose pictures are black"
  ) {
    var camera = FakeVideoSystem.Camera()
    camera.settings[.privacy] = .init(0...1, value: 1)
    let told = try PictureWatchTests.started(camera)
    let dark = try PictureWatchTests.started(script: Array(repeating: .black, count: 300))
    return Outcome(try PictureWatchTests.notices(told) + PictureWatchTests.notices(dark))
  }

  private static let staleSize = FaultTrial(
    36, "full, short and full pictures in turn in the same buffers"
  ) {
    let source = try scripted([.good, .short, .good, .short, .good, .short])
    _ = try frames(source, 4)
    #expect(source.statistics.corrupt == 3)
    return Outcome(source.notices, counters(source))
  }
}
