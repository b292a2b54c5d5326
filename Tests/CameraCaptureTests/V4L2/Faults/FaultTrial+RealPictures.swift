import CameraCapture
import Foundation
import SessionCore
import SpatialMath
import SystemSupport
import Testing

/// Faults of single pictures, on real drivers.
extension FaultTrial {
  static let realPictures: [FaultTrial] = [
    realWithoutTables, realTruncated, realSuperfluous, realFirstPictures, realDamaged,
    realStamps, realShutter, realSizes,
  ]

  /// Gives commands until pictures of each were counted, or too many have come.
  private static func provoke(
    _ source: VideoDeviceSource, _ press: () throws -> Void,
    until condition: (FrameSourceStatistics) -> Bool
  ) throws {
    for _ in 0..<20 where !condition(source.statistics) {
      try press()
      _ = try CameraRig.frames(source, 4)
    }
    #expect(condition(source.statistics), "\(source.statistics)")
  }

  private static let realWithoutTables = FaultTrial(9, "a webcam whose JPEG has no DHT segments") {
    let clip = try CameraRig.changedClip("/tmp/tableless.mjpeg", FakeVideoSystem.withoutTables)
    let camera = try CameraRig.front(clip: clip)
    let source = try CameraRig.started(camera.link) { $0.preference = .mjpeg }
    _ = try CameraRig.frames(source, 4)
    source.stop()
    #expect(source.statistics.corrupt == 0)
    return Outcome(source.notices, "pictures come, none damaged")
  }

  private static let realTruncated = FaultTrial(10, "JPEG that ends in the middle, now and then") {
    let camera = try CameraRig.front()
    let source = try CameraRig.started(camera.link) { $0.preference = .mjpeg }
    try provoke(source) {
      camera.send("trunc 3")
    } until: {
      $0.corrupt >= 3
    }
    source.stop()
    return Outcome(source.notices, "counted as damaged")
  }

  private static let realSuperfluous = FaultTrial(11, "a webcam with three bytes too many") {
    let clip = try CameraRig.changedClip("/tmp/superfluous.mjpeg") {
      Array($0[..<2]) + [0, 0, 0] + $0[2...]
    }
    let camera = try CameraRig.front(clip: clip)
    let source = try CameraRig.started(camera.link) { $0.preference = .mjpeg }
    _ = try CameraRig.frames(source, 4)
    source.stop()
    #expect(source.statistics.corrupt == 0)
    return Outcome(source.notices, "pictures come, none damaged")
  }

  private static let realFirstPictures = FaultTrial(12, "the first picture after the start is cut")
  {
    let camera = try CameraRig.front()
    camera.send("trunc 1")
    CameraRig.letObey()
    let source = try CameraRig.started(camera.link) { $0.preference = .mjpeg }
    _ = try CameraRig.frames(source, 3)
    source.stop()
    #expect(source.statistics.corrupt == 0)
    return Outcome(source.notices, "pictures come, none damaged")
  }

  private static let realDamaged = FaultTrial(
    13, "vivid's error button; uvcvideo with nodrop=1 and damaged pictures"
  ) {
    let node = CameraRig.virtualNodes[0]
    let virtual = try CameraRig.started(node) { $0.rate = 25 }
    try provoke(virtual) {
      try CameraRig.set(node, "inject_v4l2_buf_flag_error=1")
    } until: {
      $0.corrupt >= 2
    }
    virtual.stop()
    let parameter = URL(fileURLWithPath: "/sys/module/uvcvideo/parameters/nodrop")
    try "1".write(to: parameter, atomically: false, encoding: .utf8)
    defer { try? "0".write(to: parameter, atomically: false, encoding: .utf8) }
    let camera = try CameraRig.front()
    let source = try CameraRig.started(camera.link) { $0.preference = .mjpeg }
    try provoke(source) {
      camera.send("err 3")
    } until: {
      $0.corrupt >= 3
    }
    source.stop()
    return Outcome(virtual.notices + source.notices, "counted as damaged")
  }

  private static let realStamps = FaultTrial(20, "v4l2loopback, whose stamps are its producer's") {
    let producer = try CameraRig.producer()
    let source = try CameraRig.started(CameraRig.loopbackNode)
    let before = MonotonicClock.now()
    let frames = try CameraRig.frames(source, 4)
    source.stop()
    withExtendedLifetime(producer) {}
    #expect(frames.allSatisfy { $0.timestamp > before && $0.timestamp <= MonotonicClock.now() })
    #expect(zip(frames, frames.dropFirst()).allSatisfy { $0.timestamp < $1.timestamp })
    return Outcome(source.notices)
  }

  private static let realShutter = FaultTrial(34, "vivid shows black") {
    let node = CameraRig.virtualNodes[0]
    try CameraRig.set(node, "test_pattern=5,osd_text_mode=2")
    defer { try? CameraRig.set(node, "test_pattern=0,osd_text_mode=0") }
    let source = try CameraRig.started(node) { $0.rate = 25 }
    while source.notices.isEmpty, source.statistics.captured < 300 {
      _ = try CameraRig.frames(source, 1)
    }
    source.stop()
    return Outcome(source.notices)
  }

  private static let realSizes = FaultTrial(36, "JPEG of full and half size in turn") {
    let camera = try CameraRig.front()
    let source = try CameraRig.started(camera.link) { $0.preference = .mjpeg }
    // With the size of a picture before, the second half of that one would be decoded.
    try provoke(source) {
      camera.send("trunc 1")
    } until: {
      $0.corrupt >= 3
    }
    source.stop()
    return Outcome(source.notices, "the halves are counted as damaged")
  }
}
