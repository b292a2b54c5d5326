import CameraCapture
import SessionCore
import SpatialMath
import SystemSupport
import Testing

@Suite struct CameraTimesTests {
  /// Seconds; timestamps are whole nanoseconds, and the fake camera's are exact.
  static let tolerance = 1e-6

  /// A camera that exposes for 8 ms by hand, and reads its rows within 12 ms.
  static func camera(_ moment: FilledBuffer.StampedMoment) -> FakeVideoSystem.Camera {
    var camera = CameraControlsTests.webcam()
    camera.settings[.exposureMode]?.value = 1
    camera.settings[.exposureTime]?.value = 80
    camera.settings[.exposureTime]?.info.isInactive = false
    camera.moment = moment
    // Stamped before it can be fetched, as real cameras' pictures are.
    camera.secondsOfTransfer = 0.05
    camera.secondsPerPicture = 0.02
    return camera
  }

  static func frame(
    _ camera: FakeVideoSystem.Camera, readout: Double?
  ) throws -> (frame: CameraFrame, stamp: Timestamp, after: Timestamp) {
    let fake = FakeVideoSystem(["/dev/video0": camera])
    let source = VideoDeviceSource(
      role: .front, options: VideoDeviceOptions(device: "/dev/video0", width: 64, height: 48),
      lens: { _, _ in VideoDeviceLens(specification: .unknown, readout: readout) },
      system: fake, timing: VideoDeviceSourceTests.timing)
    try source.start(origin: .zero, pacing: .realTime)
    let frame = try VideoDeviceSourceTests.frame(of: source)
    let stamp = try #require(fake.locked { $0.lastStamp })
    source.stop()
    return (frame, stamp, MonotonicClock.now())
  }

  @Test(
    arguments: [
      (FilledBuffer.StampedMoment.startOfExposure, 0.012, 0.010), (.endOfFrame, 0.012, -0.010),
      (.startOfExposure, nil, 0.004), (.endOfFrame, nil, -0.004),
    ] as [(FilledBuffer.StampedMoment, Double?, Double)])
  func aPicturesTimeIsTheMiddleOfItsExposure(
    moment: FilledBuffer.StampedMoment, readout: Double?, shift: Double
  ) throws {
    let (frame, stamp, after) = try Self.frame(Self.camera(moment), readout: readout)
    #expect(frame.exposureDuration == 0.008)
    #expect(abs(frame.timestamp.seconds(since: stamp) - shift) < Self.tolerance)
    #expect(frame.timestamp < after)
  }

  @Test func anExposureThatTheCameraOnlyClaimsIsNotBelieved() throws {
    // In an automatic mode the value is mostly the last one that was set by hand.
    var camera = Self.camera(.startOfExposure)
    camera.settings[.exposureMode]?.value = 3
    let claimed = try Self.frame(camera, readout: nil)
    #expect(claimed.frame.exposureDuration == nil)
    #expect(abs(claimed.frame.timestamp.seconds(since: claimed.stamp)) < Self.tolerance)
    // Unless it says that it keeps the value up to date.
    camera.settings[.exposureTime]?.info.isVolatile = true
    #expect(try Self.frame(camera, readout: nil).frame.exposureDuration == 0.008)
  }

  @Test func aCameraWithoutSuchSettingsIsStampedAsItStamps() throws {
    var camera = Self.camera(.endOfFrame)
    camera.settings = [:]
    let (frame, stamp, _) = try Self.frame(camera, readout: nil)
    #expect(frame.exposureDuration == nil)
    #expect(abs(frame.timestamp.seconds(since: stamp)) < Self.tolerance)
  }

  @Test func arrivalIsAfterTheMiddleOfTheExposure() throws {
    var camera = Self.camera(.startOfExposure)
    camera.secondsOfTransfer = 0
    let fake = FakeVideoSystem(["/dev/video0": camera])
    fake.locked { $0.script = Array(repeating: .stamped(nil), count: 40) }
    let source = try VideoDeviceSourceTests.started(fake)
    let frame = try VideoDeviceSourceTests.frame(of: source)
    let age = MonotonicClock.now().seconds(since: frame.timestamp)
    #expect(age >= 0.004, "half of 8 ms before it came")
  }

  @Test func aSlowAnswerIsNotAskedForOften() throws {
    let fake = FakeVideoSystem(["/dev/video0": Self.camera(.endOfFrame)])
    var timing = VideoDeviceSourceTests.timing
    timing.settingsLook = 0
    let source = try VideoDeviceSourceTests.started(fake, timing: timing) { _ in }
    fake.locked { $0.secondsPerSettingsCall = 0.01 }
    for _ in 0..<20 { _ = try VideoDeviceSourceTests.frame(of: source) }
    // 20 pictures are 0.4 s; two calls of 10 ms are followed by a second's rest.
    #expect(fake.calls("value exposureTime").count <= 3)
  }

  @Test func theRateAndItsEvennessAreMeasured() throws {
    var camera = FakeVideoSystem.Camera()
    camera.secondsPerPicture = 0.005
    let fake = FakeVideoSystem(["/dev/video0": camera])
    let source = try VideoDeviceSourceTests.started(fake)
    #expect(source.statistics.measuredRate == nil && source.statistics.jitter == nil)
    for number in 0..<40 {
      _ = try VideoDeviceSourceTests.frame(of: source)
      // A slow program is no slow camera.
      if number == 20 {
        MonotonicClock.sleep(until: MonotonicClock.now().advanced(bySeconds: 0.03))
      }
    }
    let statistics = source.statistics
    #expect(abs(try #require(statistics.measuredRate) - 200) < 1)
    #expect(try #require(statistics.jitter) < 1e-4)
  }
}
