import CameraCapture
import Glibc
import SessionCore
import Testing

@Suite struct CameraControlsTests {
  typealias Setting = FakeVideoSystem.Setting

  /// A webcam with everything that has an automatic mode in its automatic mode.
  static func webcam() -> FakeVideoSystem.Camera {
    var camera = FakeVideoSystem.Camera()
    camera.settings = [
      .exposureMode: Setting(0...3, value: 3, menu: [1, 3]),
      .exposureTime: Setting(3...2047, value: 250), .gain: Setting(0...255, value: 10),
      .autoFocus: Setting(0...1, value: 1), .focus: Setting(0...250),
      .autoWhiteBalance: Setting(0...1, value: 1),
      .whiteBalanceTemperature: Setting(2000...6500, value: 4000),
      .powerLineFrequency: Setting(0...2, value: 2),
      .exposureDynamicFrameRate: Setting(0...1, value: 1),
    ]
    for control in [VideoControl.exposureTime, .focus, .whiteBalanceTemperature] {
      camera.settings[control]?.info.isInactive = true
    }
    camera.settings[.focus]?.info.step = 5
    return camera
  }

  static func started(
    _ camera: FakeVideoSystem.Camera = webcam(), _ change: (inout CameraControls) -> Void
  ) throws -> (FakeVideoSystem, VideoDeviceSource) {
    let fake = FakeVideoSystem(["/dev/video0": camera])
    let source = try VideoDeviceSourceTests.started(fake) { change(&$0.controls) }
    return (fake, source)
  }

  @Test func whatIsNotAskedForIsLeftAloneButTheRateInTheDark() throws {
    let (fake, source) = try Self.started { _ in }
    #expect(fake.calls("set ") == ["set exposureDynamicFrameRate 0"])
    #expect(source.notices.isEmpty)
  }

  @Test func automaticModesComeBeforeTheValuesThatTheyForbid() throws {
    let (fake, source) = try Self.started {
      $0.exposure = .value(0.01)
      $0.gain = .value(0.5)
      $0.focus = .value(0.5)
      $0.whiteBalance = .value(5000)
      $0.powerLineFrequency = 50
      $0.allowsDynamicFrameRate = true
    }
    #expect(
      fake.calls("set ") == [
        "set exposureMode 1", "set exposureTime 100", "set gain 128", "set autoFocus 0",
        "set focus 125", "set autoWhiteBalance 0", "set whiteBalanceTemperature 5000",
        "set powerLineFrequency 1", "set exposureDynamicFrameRate 1",
      ])
    #expect(source.notices.isEmpty)
  }

  @Test func automaticMeansTheModeThatTheCamerasMenuHas() throws {
    var camera = Self.webcam()
    camera.settings[.exposureMode]?.value = 1
    let (fake, _) = try Self.started(camera) {
      $0.exposure = .automatic
      $0.focus = .automatic
      $0.whiteBalance = .automatic
      $0.gain = .automatic
    }
    #expect(
      fake.calls("set ").dropLast() == [
        "set exposureMode 3", "set autoFocus 1", "set autoWhiteBalance 1",
      ])
    camera.settings[.exposureMode]?.menu = [0, 1]
    let (other, _) = try Self.started(camera) { $0.exposure = .automatic }
    #expect(other.calls("set ").first == "set exposureMode 0")
  }

  @Test func valuesBeyondTheCamerasAreClampedAndSaid() throws {
    let (fake, source) = try Self.started {
      $0.exposure = .value(0.5)
      $0.whiteBalance = .value(1500)
    }
    #expect(fake.calls("set exposureTime") == ["set exposureTime 2047"])
    #expect(
      source.notices == [
        "/dev/video0: its exposure time reaches from 0.3 ms to 204.7 ms; set to 204.7 ms",
        "/dev/video0: its white balance reaches from 2000 K to 6500 K; set to 2000 K",
      ])
  }

  @Test func whatTheCameraDoesNotHaveIsSaidAndTheRestIsDone() throws {
    var camera = Self.webcam()
    camera.settings = [.gain: Setting(0...100)]
    let (fake, source) = try Self.started(camera) {
      $0.exposure = .value(0.01)
      $0.gain = .value(1)
      $0.focus = .value(0.1)
      $0.whiteBalance = .automatic
      $0.powerLineFrequency = 60
    }
    #expect(fake.calls("set ") == ["set gain 100"])
    #expect(
      source.notices.map { $0.dropFirst("/dev/video0: ".count) } == [
        "has no manual exposure; it is left as it is",
        "has no exposure time to set; it is left as it is",
        "has no focus to set; it is left as it is",
        "has no automatic white balance; it is left as it is",
        "has no mains frequency to set; it is left as it is",
      ])
    _ = try VideoDeviceSourceTests.frame(of: source)
  }

  @Test func fixedSettingsAndRefusalsDoNotStopTheCamera() throws {
    var camera = Self.webcam()
    camera.settings[.gain]?.info.isReadOnly = true
    let fake = FakeVideoSystem(["/dev/video0": camera])
    fake.locked { $0.failures["set"] = [EIO] }
    let source = try VideoDeviceSourceTests.started(fake) {
      $0.controls.gain = .value(0)
      $0.controls.powerLineFrequency = 60
    }
    #expect(
      source.notices == [
        "/dev/video0: its gain cannot be changed; it is left as it is",
        "/dev/video0: its mains frequency is refused (Input/output error)",
      ])
    _ = try VideoDeviceSourceTests.frame(of: source)
  }

  @Test func aCameraThatComesBackIsSetUpAgain() throws {
    let link = CameraFaultsTests.byIdentifier
    var camera = Self.webcam()
    camera.links = [link]
    let fake = FakeVideoSystem(["/dev/video0": camera])
    let source = try VideoDeviceSourceTests.started(fake) {
      $0.controls.exposure = .value(0.01)
      $0.controls.powerLineFrequency = 60
    }
    let first = fake.calls("set ")
    fake.unplug("/dev/video0")
    guard case .interrupted = try VideoDeviceSourceTests.event(of: source) else {
      throw SessionError(.sensorFailed, "not interrupted")
    }
    fake.plug(camera, at: "/dev/video5")
    guard case .resumed = try source.next() else {
      throw SessionError(.sensorFailed, "not resumed")
    }
    #expect(fake.calls("set ") == first + first)
    #expect(fake.locked { $0.nodes["/dev/video5"]?.camera.settings[.exposureTime]?.value } == 100)
  }
}
