import ConfigurationFiles
import SessionCore
import Testing

@Suite struct CameraSettingsTests {
  static func camera(_ keys: String) throws -> CameraSettings {
    let text =
      "version: 1\nsession: { configuration: face }\ncameras:\n  front: { source: v4l2\(keys) }\n"
    return try #require(load(text).cameras[.front])
  }

  @Test func aCameraIsLeftAloneUnlessSomethingIsAsked() throws {
    let camera = try Self.camera("")
    #expect(camera.controls == CameraControls())
    #expect(camera.orientation.isNeutral && camera.colorRange == .automatic)
    #expect(camera.minimumSize == PictureSize(width: 320, height: 180) && camera.minimumRate == 10)
    #expect(camera.pixelFormat == .automatic)
  }

  @Test func settingsAreReadInTheirUnits() throws {
    let camera = try Self.camera(
      ", exposure-milliseconds: 12.5, gain-percent: 40, focus-percent: 0, white-balance: 5200, "
        + "power-line-frequency: 50, dynamic-frame-rate: true, color-range: full, "
        + "rotation-degrees: 270, mirror: true, minimum-size: 160x120, minimum-rate: 5, "
        + "pixel-format: uyvy")
    var controls = CameraControls()
    controls.exposure = .value(0.0125)
    controls.gain = .value(0.4)
    controls.focus = .value(0)
    controls.whiteBalance = .value(5200)
    controls.powerLineFrequency = 50
    controls.allowsDynamicFrameRate = true
    #expect(camera.controls == controls)
    #expect(camera.colorRange == .full && camera.pixelFormat == .uyvy)
    #expect(camera.orientation == PictureOrientation(quarterTurns: 3, isMirrored: true))
    #expect(camera.minimumSize == PictureSize(width: 160, height: 120) && camera.minimumRate == 5)
  }

  @Test func aSimulatedCameraIsPutThroughATrial() throws {
    let text =
      "version: 1\nsession: { configuration: world }\ncameras:\n  rear: { source: simulated"
    let plain = try #require(try load(text + " }\n").cameras[.rear])
    #expect(plain.motion == .scan)
    for motion in CameraSettings.Motion.allCases {
      let camera = try load(text + ", motion: \(motion.rawValue) }\n").cameras[.rear]
      #expect(camera?.motion == motion)
    }
    #expect(complaint(text + ", motion: fast-trn }\n").contains("fast-turn"))
    #expect(complaint(text.replacing("simulated", with: "v4l2") + ", motion: walk }\n") != "")
  }

  @Test func theCameraMayChoose() throws {
    let controls = try Self.camera(
      ", exposure-milliseconds: auto, gain-percent: auto, focus-percent: auto, white-balance: keep"
    ).controls
    #expect(controls.exposure == .automatic && controls.gain == .automatic)
    #expect(controls.focus == .automatic && controls.whiteBalance == .keep)
  }

  @Test(arguments: [
    (
      "exposure-milliseconds: 0",
      "cameras.front.exposure-milliseconds is out of range: it takes keep, auto or a number from "
        + "0.01 to 1000 (ms), found '0'"
    ),
    (
      "gain-percent: atuo",
      "cameras.front.gain-percent takes keep, auto or a number from 0 to 100 (%), found 'atuo'; did "
        + "you mean 'auto'?"
    ),
    ("white-balance: \"5000\"", "remove the quotes"),
    ("rotation-degrees: 45", "cameras.front.rotation-degrees takes 0, 90, 180 or 270 (degrees)"),
    (
      "minimum-size: 1280x720",
      "cameras.front.minimum-size (1280x720) is above cameras.front.size (640x480)"
    ),
    ("minimum-rate: 60", "cameras.front.minimum-rate (60) is above cameras.front.rate (30)"),
  ])
  func slipsAreNamed(keys: String, message: String) {
    let text =
      "version: 1\nsession: { configuration: face }\ncameras:\n  front: { source: v4l2, \(keys) }\n"
    #expect(complaint(text).contains(message), "\(complaint(text))")
  }

  @Test func recordedPicturesCanBeTurnedAndSimulatedOnesCannot() throws {
    let text = smallest.replacing("v4l2", with: "video, path: a.mp4, mirror: true")
    #expect(try load(text).cameras[.front]?.orientation.isMirrored == true)
    let simulated = smallest.replacing("v4l2", with: "simulated, rotation-degrees: 90")
    #expect(complaint(simulated).contains("cameras.front.rotation-degrees is for source: v4l2"))
    let lens = smallest.replacing("v4l2", with: "video, path: a.mp4, gain-percent: 5")
    #expect(complaint(lens).contains("cameras.front.gain-percent is for source: v4l2"))
  }

  @Test func whereRolesAreKeptIsAPathOfTheFile() throws {
    let text = smallest.replacing(
      "configuration: face", with: "configuration: face, camera-memory: roles.json")
    #expect(try load(text).cameraMemory == "folder/roles.json")
    #expect(try load(smallest).cameraMemory == nil)
  }
}

@Suite struct DepthSettingsTests {
  private func text(_ depth: String) -> String {
    """
    version: 1
    session: { configuration: face }
    cameras:
      front: { source: video, path: clip.mp4 }
      depth: { \(depth) }
    """
  }

  @Test func aDepthCameraStaysBesideTheOthers() throws {
    let file = try load(text("source: images, path: d, rate: 15, depth-unit-millimetres: 0.25"))
    let depth = try #require(file.cameras[.depth])
    #expect(depth.depthUnit == 0.000_25 && depth.rate == 15)
    #expect(file.notices.isEmpty)
    #expect(try load(text("source: v4l2")).cameras[.depth]?.depthUnit == 0.001)
  }

  @Test(arguments: [
    ("source: simulated", "depth comes from source: v4l2 or source: images, not from simulated"),
    ("source: video, path: d.mkv", "not from video"),
    ("source: v4l2, mirror: true", "cameras.depth.mirror is for colour cameras"),
    ("source: v4l2, pixel-format: yuyv", "cameras.depth.pixel-format is for colour cameras"),
  ])
  func whatDepthCannotHaveIsRefused(keys: String, words: String) {
    #expect(complaint(text(keys)).contains(words), "\(complaint(text(keys)))")
  }

  @Test func theUnitIsForDepthOnly() {
    let message = complaint(
      "version: 1\nsession: { configuration: face }\ncameras:\n"
        + "  front: { source: v4l2, depth-unit-millimetres: 2 }\n")
    #expect(message.contains("cameras.front.depth-unit-millimetres is for cameras.depth"))
  }
}
