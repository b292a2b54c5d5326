import CameraCapture
import Glibc
import SessionCore
import Testing

@Suite struct CameraBandwidthTests {
  /// A webcam with two shapes, raw and MJPEG, each size at 30 and 15 pictures a second.
  static func webcam(_ codes: [FourCharacterCode] = [.yuyv, .motionJPEG]) -> FakeVideoSystem.Camera
  {
    var camera = FakeVideoSystem.Camera()
    camera.modes = codes.flatMap { code in
      [(1280, 720), (640, 360), (640, 480), (320, 180), (320, 240), (160, 90)].flatMap { size in
        [30, 15, 5].map { (code, size.0, size.1, UInt32($0)) }
      }
    }
    return camera
  }

  /// Starts a camera on a bus that refuses the first attempts.
  static func started(
    _ camera: FakeVideoSystem.Camera = webcam(), refusals: Int,
    change: (inout VideoDeviceOptions) -> Void = { _ in }
  ) throws -> (VideoDeviceSource, [String]) {
    let fake = FakeVideoSystem(["/dev/video0": camera])
    fake.locked { $0.failures["startStreaming"] = Array(repeating: ENOSPC, count: refusals) }
    let source = try VideoDeviceSourceTests.started(fake) { options in
      (options.width, options.height) = (1280, 720)
      change(&options)
    }
    return (
      source,
      zip(fake.calls("setFormat"), fake.calls("setInterval")).map { format, rate in
        String(format.dropFirst("setFormat ".count) + rate.dropFirst("setInterval".count))
      }
    )
  }

  @Test func mjpegThenEverFewerPixelsOfTheSameShape() throws {
    let (source, attempts) = try Self.started(refusals: 5)
    #expect(
      attempts == [
        "YUYV 1280x720 30", "MJPG 1280x720 30", "MJPG 1280x720 15", "MJPG 640x360 30",
        "MJPG 640x360 15", "MJPG 320x180 30",
      ])
    #expect(
      source.notices == [
        "/dev/video0: no USB bandwidth for 1280x720 YUYV at 30 Hz beside what else is on the bus; "
          + "runs at 320x180 MJPG at 30 Hz; also refused: 1280x720 MJPG at 30 Hz, 1280x720 MJPG at 15 Hz, "
          + "640x360 MJPG at 30 Hz, 640x360 MJPG at 15 Hz. Another USB controller "
          + "would help"
      ])
    #expect(source.format.width == 320 && source.format.height == 180)
    #expect(source.format.intrinsics.width == 320)
    source.stop()
  }

  @Test func nothingBelowWhatTheConfigurationAllowsIsTried() throws {
    let error = try #require(throws: SessionError.self) {
      try Self.started(refusals: 100) {
        ($0.minimumWidth, $0.minimumHeight, $0.minimumRate) = (640, 360, 30)
      }
    }
    // 640x360 at 30 Hz, raw, is the last of them.
    #expect(
      error.message.hasPrefix("/dev/video0: not enough USB bandwidth for 640x360 YUYV at 30 Hz"))
    #expect(error.message.contains("minimum-size and minimum-rate allow no less"))
  }

  @Test func aFormatThatIsAskedForByNameStays() throws {
    let (_, attempts) = try Self.started(refusals: 2) { $0.preference = .only(.yuyv) }
    #expect(attempts == ["YUYV 1280x720 30", "YUYV 1280x720 15", "YUYV 640x360 30"])
  }

  @Test func whereTheCameraHasNoOtherOfTheShapeAnyWillDo() throws {
    let (source, attempts) = try Self.started(refusals: 1) {
      ($0.width, $0.height) = (640, 480)
      $0.preference = .only(.yuyv)
      $0.minimumHeight = 200
      $0.minimumRate = 30
    }
    #expect(attempts == ["YUYV 640x480 30", "YUYV 320x240 30"])
    source.stop()
  }

  @Test func theLensOfTheConfigurationIsScaledWithThePicture() throws {
    let given = IntrinsicsSpecification.explicit(
      fx: 1000, fy: 1004, cx: 640, cy: 360, distortion: .none)
    let (source, _) = try Self.started(refusals: 3) { $0.intrinsics = given }
    #expect(source.format.width == 640 && source.format.height == 360)
    #expect(source.format.intrinsics.fx == 500 && source.format.intrinsics.fy == 502)
    #expect(source.format.intrinsics.cx == 320 && source.format.intrinsics.cy == 180)
    #expect(!source.notices.contains { $0.contains("lens") })
  }

  @Test func aLensForAnotherShapeIsSaidToBeOne() throws {
    var camera = FakeVideoSystem.Camera()
    camera.modes = [(.motionJPEG, 320, 240, 30)]
    let (source, _) = try Self.started(camera, refusals: 0) {
      $0.intrinsics = .horizontalFieldOfView(1)
    }
    #expect(
      source.notices.contains {
        $0.contains("the lens in the configuration is for 1280x720, and pictures are 320x240")
      })
  }

  @Test func whatWasAgreedToIsAskedForAgainAfterAnUnplug() throws {
    var camera = Self.webcam()
    camera.links = [CameraFaultsTests.byIdentifier]
    let fake = FakeVideoSystem(["/dev/video0": camera])
    fake.locked { $0.failures["startStreaming"] = Array(repeating: ENOSPC, count: 3) }
    let source = try VideoDeviceSourceTests.started(fake) {
      ($0.width, $0.height) = (1280, 720)
    }
    #expect(source.format.width == 640)
    fake.unplug("/dev/video0")
    _ = try VideoDeviceSourceTests.event(of: source)
    fake.locked { $0.callLog = [] }
    fake.plug(camera, at: "/dev/video1")
    guard case .resumed = try source.next() else {
      throw SessionError(.sensorFailed, "not resumed")
    }
    #expect(fake.calls("setFormat") == ["setFormat MJPG 640x360"])
    #expect(fake.calls("setInterval") == ["setInterval 30"])
  }
}
