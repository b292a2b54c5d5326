import CameraCapture
import Foundation
import SessionCore
import Testing

/// Faults of agreeing on a format, a rate and settings, on made-up drivers.
extension FaultTrial {
  static let setup: [FaultTrial] = [
    noBandwidth, greedyCamera, darkness, flicker, otherRate, colorRange, multiplanar, mappedOnly,
    fewBuffers, exposure, orientation,
  ]

  private static let noBandwidth = FaultTrial(5, "STREAMON fails with ENOSPC three times") {
    let (source, attempts) = try CameraBandwidthTests.started(refusals: 3)
    _ = try frames(source, 2)
    return Outcome(source.notices, "tried \(attempts.joined(separator: ", "))")
  }

  private static let greedyCamera = FaultTrial(6, "STREAMON fails with ENOSPC, always") {
    let error = try #require(throws: SessionError.self) {
      try CameraBandwidthTests.started(refusals: 100)
    }
    return Outcome(error.message)
  }

  private static let darkness = FaultTrial(
    7, "a camera that may lower its rate; one that does so all the same"
  ) {
    var camera = FakeVideoSystem.Camera()
    camera.secondsPerPicture = 1.0 / 15
    let fake = FakeVideoSystem(["/dev/video0": camera])
    var timing = VideoDeviceSourceTests.timing
    timing.rateWindow = 0.4
    let source = try VideoDeviceSourceTests.started(fake, timing: timing) { _ in }
    let calls = fake.calls("set ")
    #expect(calls == ["set exposureDynamicFrameRate 0"])
    return Outcome(try PictureWatchTests.notices(source, 20), calls.joined())
  }

  private static let flicker = FaultTrial(8, "50 Hz configured; unplugged and plugged in again") {
    let camera = FakeVideoSystem.Camera(links: [CameraFaultsTests.byIdentifier])
    let fake = FakeVideoSystem(["/dev/video0": camera])
    let source = try VideoDeviceSourceTests.started(fake) { $0.controls.powerLineFrequency = 50 }
    fake.unplug("/dev/video0")
    _ = try CameraReplugTests.interrupt(source)
    fake.plug(camera, at: "/dev/video1")
    try CameraReplugTests.resume(source)
    let calls = fake.calls("set powerLineFrequency")
    #expect(calls.count == 2)
    return Outcome([], calls.joined(separator: ", "))
  }

  private static let otherRate = FaultTrial(22, "60 Hz asked for; S_PARM answers 30 Hz") {
    let source = try VideoDeviceSourceTests.started(FakeVideoSystem()) {
      $0.rate = 60
      $0.preference = .only(.yuyv)
    }
    #expect(source.format.nominalRate == 30)
    return Outcome(source.notices, "nominal rate 30 Hz")
  }

  private static let colorRange = FaultTrial(
    24, "a camera that says full range for YUYV, one that says limited, and `color-range: full`"
  ) {
    func range(_ isFull: Bool, _ choice: ColorRangeChoice) throws -> String {
      var camera = FakeVideoSystem.Camera()
      camera.encoding.isFullRange = isFull
      let fake = FakeVideoSystem(["/dev/video0": camera])
      let source = try VideoDeviceSourceTests.started(fake) { $0.colorRange = choice }
      let encoding = try VideoDeviceSourceTests.frame(of: source).pixels.encoding
      return encoding.isFullRange ? "full" : "limited"
    }
    let ranges = try [
      range(true, .automatic), range(false, .automatic), range(false, .full),
    ]
    #expect(ranges == ["full", "limited", "full"])
    return Outcome([], "pictures are \(ranges.joined(separator: ", "))")
  }

  private static let multiplanar = FaultTrial(
    25, "a device with VIDEO_CAPTURE_MPLANE only, its planes in memories of their own"
  ) {
    let fake = CameraFormatsTests.camera(FourCharacterCode("NM12"), isMultiplanar: true)
    fake.locked { $0.isLockStep = true }
    let source = try VideoDeviceSourceTests.started(fake)
    let frame = try VideoDeviceSourceTests.frame(of: source)
    #expect(frame.pixels.format == .nv12 && frame.pixels.planes.count == 2)
    return Outcome(source.notices, counters(source))
  }

  private static let mappedOnly = FaultTrial(26, "a driver whose memory has to be mapped") {
    let fake = FakeVideoSystem()
    let source = try VideoDeviceSourceTests.started(fake)
    let frame = try VideoDeviceSourceTests.frame(of: source)
    #expect(fake.mappedBases.contains(frame.pixels.planes[0].base))
    return Outcome(source.notices, "the picture lies in the driver's mapped memory")
  }

  private static let fewBuffers = FaultTrial(
    27, "REQBUFS gives 2 of 4 buffers; a consumer that holds 8 pictures and comes late"
  ) {
    var camera = FakeVideoSystem.Camera()
    camera.bufferLimit = 2
    let fake = FakeVideoSystem(["/dev/video0": camera])
    let source = try VideoDeviceSourceTests.started(fake)
    let held = try frames(source, 8)
    #expect(Set(held.map(\.pixels.planes[0].base)).count == 8)
    Thread.sleep(forTimeInterval: 0.05)
    let late = try VideoDeviceSourceTests.frame(of: source)
    // The fake driver stops when both are full: what waits are two, and the newer one is taken.
    #expect(late.sequence > held[7].sequence + 1 && source.statistics.droppedByUs >= 1)
    return Outcome(source.notices, "8 pictures held at once, each in memory of its own")
  }

  private static let exposure = FaultTrial(
    33, "an exposure time set in automatic mode, and one beyond the camera's range"
  ) {
    let (fake, source) = try CameraControlsTests.started { $0.exposure = .value(0.5) }
    let calls = fake.calls("set exposure").prefix(2)
    #expect(calls == ["set exposureMode 1", "set exposureTime 2047"])
    return Outcome(source.notices, calls.joined(separator: ", "))
  }

  private static let orientation = FaultTrial(35, "`rotation-degrees: 180`, `mirror: true`") {
    let plain = try VideoDeviceSourceTests.started(FakeVideoSystem())
    let turned = OrientedSource(
      VideoDeviceSourceTests.source(FakeVideoSystem()),
      orientation: PictureOrientation(quarterTurns: 2, isMirrored: true), intrinsics: .unknown)
    try turned.start(origin: .zero, pacing: .realTime)
    guard case .frame(let frame) = try turned.next() else {
      throw SessionError(.sensorFailed, "no frame")
    }
    // Turned by 180 degrees and mirrored, rows change places and columns stay.
    func differences(_ frame: CameraFrame) -> [UInt8] {
      let plane = frame.pixels.luma().planes[0]
      return (0..<8).map { x in
        plane.base.load(fromByteOffset: x + 1, as: UInt8.self)
          &- plane.base.load(fromByteOffset: x, as: UInt8.self)
      }
    }
    let upright = try VideoDeviceSourceTests.frame(of: plain)
    let lastRow = upright.pixels.luma().planes[0]
    let expected = (0..<8).map { x in
      let row = lastRow.base + (upright.pixels.height - 1) * lastRow.stride
      return row.load(fromByteOffset: x + 1, as: UInt8.self)
        &- row.load(fromByteOffset: x, as: UInt8.self)
    }
    #expect(differences(frame) == expected)
    turned.stop()
    return Outcome([], "the first row is the last row of the upright picture")
  }
}
