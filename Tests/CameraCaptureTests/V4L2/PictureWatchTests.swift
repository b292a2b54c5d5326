import CameraCapture
import SessionCore
import Testing

@Suite struct PictureWatchTests {
  static func started(
    _ camera: FakeVideoSystem.Camera = FakeVideoSystem.Camera(),
    script: [FakeVideoSystem.Picture] = [], flat: Double = 0.05, rate: Double = 1000,
    preference: VideoDeviceOptions.Preference = .automatic
  ) throws -> VideoDeviceSource {
    let fake = FakeVideoSystem(["/dev/video0": camera])
    fake.locked { $0.script = script }
    var timing = VideoDeviceSourceTests.timing
    (timing.flatPicture, timing.rateWindow) = (flat, rate)
    return try VideoDeviceSourceTests.started(fake, timing: timing) { $0.preference = preference }
  }

  /// Reads pictures until the camera has something to say.
  static func notices(_ source: VideoDeviceSource, _ count: Int = 200) throws -> [String] {
    for _ in 0..<count where source.notices.isEmpty {
      _ = try VideoDeviceSourceTests.frame(of: source)
    }
    return source.notices
  }

  @Test(arguments: [VideoDeviceOptions.Preference.only(.yuyv), .mjpeg])
  func aCoveredLensIsSaid(preference: VideoDeviceOptions.Preference) throws {
    let source = try Self.started(
      script: Array(repeating: .black, count: 300), preference: preference)
    #expect(
      try Self.notices(source) == [
        "/dev/video0: the picture is flat and dark: open the lens cover or privacy shutter, or put "
          + "on a light"
      ])
  }

  @Test func aMomentInTheDarkIsNotWorthWords() throws {
    let source = try Self.started(script: Array(repeating: .black, count: 60), flat: 2)
    #expect(try Self.notices(source, 120).isEmpty)
  }

  @Test func aPrivacyShutterThatTheCameraTellsOfIsSaid() throws {
    var camera = FakeVideoSystem.Camera()
    camera.settings[.privacy] = .init(0...1, value: 1)
    #expect(
      try Self.notices(Self.started(camera)) == [
        "/dev/video0: its privacy shutter is closed: open it, or press the camera's key"
      ])
    camera.settings[.privacy]?.value = 0
    #expect(try Self.notices(Self.started(camera), 20).isEmpty)
  }

  @Test func superfluousBytesAreSaidOnceAndThePicturesTaken() throws {
    let source = try Self.started(
      script: Array(repeating: .extraneous, count: 100), preference: .mjpeg)
    for _ in 0..<20 { _ = try VideoDeviceSourceTests.frame(of: source) }
    #expect(
      source.notices == [
        "/dev/video0: sends superfluous bytes with its JPEG pictures, which are fine all the same"
      ])
    #expect(source.statistics.corrupt == 0)
  }

  @Test func aRateThatIsNotKeptIsSaid() throws {
    var camera = FakeVideoSystem.Camera()
    camera.secondsPerPicture = 1.0 / 15
    let notices = try Self.notices(Self.started(camera, rate: 0.5), 20)
    let notice = try #require(notices.first)
    #expect(
      notice.hasPrefix("/dev/video0: delivers 15 of the 30 Hz that it promised; cameras do that in")
    )
  }

  @Test func aRateThatIsKeptIsNot() throws {
    var camera = FakeVideoSystem.Camera()
    camera.secondsPerPicture = 1.0 / 29.97
    #expect(try Self.notices(Self.started(camera, rate: 0.2), 15).isEmpty)
  }
}
