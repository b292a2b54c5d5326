import CameraCapture
import Foundation
import SessionCore
import Testing

/// Faults of agreeing on a format, a rate and settings, on real drivers.
extension FaultTrial {
  static let realSetup: [FaultTrial] = [
    realBandwidth, realGreed, realDarkness, realFlicker, realRate, realColorRange,
    realMultiplanar, realMapping, realFewBuffers, realExposure, realOrientation,
  ]

  private static let realBandwidth = FaultTrial(
    5, "SET_INTERFACE answered with ENOSPC twice, as a full bus does"
  ) {
    let camera = try CameraRig.front()
    camera.send("enospc 2")
    CameraRig.letObey()
    let source = try CameraRig.started(camera.link)
    _ = try CameraRig.frames(source, 2)
    source.stop()
    return Outcome(source.notices)
  }

  private static let realGreed = FaultTrial(6, "SET_INTERFACE answered with ENOSPC, always") {
    let camera = try CameraRig.front()
    camera.send("enospc 99")
    CameraRig.letObey()
    return Outcome(try CameraRig.startError(camera.link).message)
  }

  private static let realDarkness = FaultTrial(
    7, "a dark scene; then `dynamic-frame-rate: true` as well"
  ) {
    let camera = try CameraRig.front()
    camera.send("dark 1")
    let kept = try CameraRig.started(camera.link) { $0.preference = .mjpeg }
    _ = try CameraRig.frames(kept, 30)
    kept.stop()
    #expect(kept.notices.isEmpty)
    #expect(try #require(kept.statistics.measuredRate) > 16)
    let let15 = try CameraRig.started(camera.link) {
      $0.preference = .mjpeg
      $0.controls.allowsDynamicFrameRate = true
    }
    while let15.notices.isEmpty, let15.statistics.captured < 150 {
      _ = try CameraRig.frames(let15, 1)
    }
    let15.stop()
    return Outcome(let15.notices, "the rate was kept, then halved")
  }

  private static let realFlicker = FaultTrial(8, "60 Hz configured; unplugged and plugged in again")
  {
    let camera = try CameraRig.front()
    #expect(try CameraRig.value(.powerLineFrequency, of: camera.link) == 1)
    let source = try CameraRig.started(camera.link) { $0.controls.powerLineFrequency = 60 }
    let first = try CameraRig.value(.powerLineFrequency, of: camera.link)
    camera.unplug()
    _ = try CameraRig.interruption(source)
    try camera.plug()
    try CameraRig.resume(source)
    let second = try CameraRig.value(.powerLineFrequency, of: camera.link)
    source.stop()
    #expect(first == 2 && second == 2)
    return Outcome(source.notices, "the webcam forgot it, and was told again")
  }

  private static let realRate = FaultTrial(22, "60 Hz asked for of a webcam that has 30") {
    let camera = try CameraRig.front()
    let source = try CameraRig.started(camera.link) { $0.rate = 60 }
    source.stop()
    #expect(source.format.nominalRate == 30)
    return Outcome(source.notices)
  }

  private static let realColorRange = FaultTrial(24, "vivid says full range, then limited") {
    let ranges = try [1, 2].map { choice in
      try CameraRig.set(CameraRig.virtualNodes[0], "quantization=\(choice)")
      let source = try CameraRig.started(CameraRig.virtualNodes[0])
      defer { source.stop() }
      return try CameraRig.frames(source, 1)[0].pixels.encoding.isFullRange
    }
    try CameraRig.set(CameraRig.virtualNodes[0], "quantization=0")
    #expect(ranges == [true, false])
    return Outcome([], "so do the pictures")
  }

  private static let realMultiplanar = FaultTrial(25, "vivid with multiplanar=2") {
    let source = try CameraRig.started(CameraRig.multiplanarNode) { $0.rate = 25 }
    let frames = try CameraRig.frames(source, 3)
    source.stop()
    #expect(frames[0].pixels.format != .gray8)
    return Outcome(source.notices, "runs")
  }

  private static let realMapping = FaultTrial(26, "v4l2loopback, which refuses user memory") {
    let producer = try CameraRig.producer()
    let other = try ChildProcess([
      "sh", "-c",
      "v4l2-ctl -d \(CameraRig.loopbackNode) --stream-user --stream-count=1 2>&1"
        + " | grep -q 'VIDIOC_REQBUFS returned -1'",
    ])
    other.waitUntilExit()
    #expect(other.status == 0)
    let source = try CameraRig.started(CameraRig.loopbackNode)
    _ = try CameraRig.frames(source, 2)
    source.stop()
    withExtendedLifetime(producer) {}
    return Outcome([], "runs; v4l2-ctl --stream-user does not")
  }

  private static let realFewBuffers = FaultTrial(27, "v4l2loopback, which gives two buffers") {
    let producer = try CameraRig.producer()
    let source = try CameraRig.started(CameraRig.loopbackNode)
    let held = try CameraRig.frames(source, 6)
    source.stop()
    withExtendedLifetime(producer) {}
    #expect(Set(held.map(\.pixels.planes[0].base)).count == 6)
    return Outcome([], "six pictures held at once, each in memory of its own")
  }

  private static let realExposure = FaultTrial(
    33, "10 ms set on a webcam in automatic mode; then 1000 ms"
  ) {
    let camera = try CameraRig.front()
    let source = try CameraRig.started(camera.link) { $0.controls.exposure = .value(0.01) }
    let frame = try CameraRig.frames(source, 2)[1]
    #expect(frame.exposureDuration == 0.01 && source.notices.isEmpty)
    #expect(try CameraRig.value(.exposureMode, of: camera.link) == 1)
    #expect(try CameraRig.value(.exposureTime, of: camera.link) == 100)
    source.stop()
    let beyond = try CameraRig.started(camera.link) { $0.controls.exposure = .value(1) }
    beyond.stop()
    return Outcome(beyond.notices, "10 ms were read back")
  }

  private static let realOrientation = FaultTrial(35, "`rotation-degrees: 180` on a webcam") {
    let camera = try CameraRig.front()
    let turned = OrientedSource(
      CameraRig.source(camera.link), orientation: PictureOrientation(quarterTurns: 2),
      intrinsics: .unknown)
    try turned.start(origin: .zero, pacing: .realTime)
    guard case .frame(let frame) = try turned.next() else {
      throw SessionError(.sensorFailed, "no frame")
    }
    turned.stop()
    // Raw pictures grow brighter to the right, one a pixel; turned ones to the left.
    let row = frame.pixels.luma().planes[0].base
    let isTurned = (1..<640).allSatisfy {
      row.load(fromByteOffset: $0, as: UInt8.self)
        == row.load(fromByteOffset: $0 - 1, as: UInt8.self) &- 1
    }
    #expect(isTurned)
    return Outcome([], "brightness, which runs to the right, runs to the left")
  }
}
