import SessionCore
import SpatialMath
import YAMLDocuments

extension CameraSettings {
  init(
    _ camera: ConfigurationReader, contents: FileContents
  ) throws(ConfigurationError) {
    place = camera.node?.place ?? .defaults
    source = Source(rawValue: camera.text("source")) ?? .v4l2
    device = camera.text("device")
    pixelFormat = PixelFormatChoice(rawValue: camera.text("pixel-format")) ?? .automatic
    minimumSize = camera.pictureSize("minimum-size")
    minimumRate = camera.number("minimum-rate")
    colorRange = ColorRangeChoice(rawValue: camera.text("color-range")) ?? .automatic
    controls = CameraControls(camera)
    orientation = PictureOrientation(
      quarterTurns: (Int(camera.text("rotation-degrees")) ?? 0) / 90,
      isMirrored: camera.boolean("mirror"))
    path = camera.path("path")
    size = camera.pictureSize("size")
    rate = camera.number("rate")
    depthUnit = camera.number("depth-unit-millimetres") / 1000
    timestamps = camera.path("timestamps")
    let acted = camera.section("performance")
    performance = acted.path("path").map { Performance(path: $0, rate: acted.number("rate")) }
    looks = camera.entries("looks").map { look in
      let at = look.numbers("at")
      return Look(place: Vector2(at[0], at[1]), seconds: look.number("seconds"))
    }
    acts = camera.entries("acts").map { act in
      Act(word: act.text("do"), seconds: act.number("seconds"), strength: act.number("strength"))
    }
    motion = Motion(rawValue: camera.text("motion")) ?? .scan
    props = Set(camera.texts("props").compactMap(Prop.init))
    intrinsics = try Self.intrinsics(camera, contents: contents)
    intrinsicsFile = camera.written("intrinsics") == nil ? nil : camera.path("intrinsics")
  }

  /// The lens, from the section, from the file that is named instead, or from a calibration.
  private static func intrinsics(
    _ camera: ConfigurationReader, contents: FileContents
  ) throws(ConfigurationError) -> IntrinsicsSpecification {
    if let path = camera.path("calibration"), let written = camera.written("calibration") {
      if let other = camera.place(of: "intrinsics") {
        throw ConfigurationError(
          at: other, "both calibration (\(written.place)) and intrinsics are given; give one")
      }
      let text = try read(path, named: written, contents)
      return .calibrated(try CalibrationFile(text: text, path: path).intrinsics)
    }
    guard let written = camera.written("intrinsics") else { return .unknown }
    var section = camera.section("intrinsics")
    var place = written.place
    if let path = camera.path("intrinsics") {
      let text = try read(path, named: written, contents)
      if CalibrationFile.isCalibration(text) {
        return .calibrated(try CalibrationFile(text: text, path: path).intrinsics)
      }
      let root = try YAMLComposer.compose(text, file: path)
      try ConfigurationValidator.checkIntrinsicsFile(root)
      section = section.replacing(root)
      place = root.place
    }
    return try lens(section, at: place)
  }

  /// A file's bytes; what is wrong with it is said where it is named.
  private static func read(
    _ path: String, named node: YAMLNode, _ contents: FileContents
  ) throws(ConfigurationError) -> [UInt8] {
    do {
      return try contents(path)
    } catch {
      throw ConfigurationError(at: node.place, error.problems[0].message)
    }
  }

  private static func lens(
    _ lens: ConfigurationReader, at place: SourcePlace
  ) throws(ConfigurationError) -> IntrinsicsSpecification {
    let explicit = ["fx", "fy", "cx", "cy"].filter { lens.written($0) != nil }
    if lens.written("horizontal-fov-degrees") != nil {
      guard explicit.isEmpty else {
        throw ConfigurationError(
          at: place, "intrinsics has both horizontal-fov-degrees and \(explicit[0]); give one")
      }
      return .horizontalFieldOfView(lens.number("horizontal-fov-degrees") * .pi / 180)
    }
    for name in ["fx", "cx", "cy"] where lens.written(name) == nil {
      if explicit.isEmpty, lens.written("distortion") == nil { return .unknown }
      throw ConfigurationError(
        at: place,
        "intrinsics.\(name) is missing; give fx, cx and cy (and fy), or horizontal-fov-degrees")
    }
    let d = lens.numbers("distortion") + [0]
    return .explicit(
      fx: lens.number("fx"), fy: lens.number(lens.written("fy") == nil ? "fx" : "fy"),
      cx: lens.number("cx"), cy: lens.number("cy"),
      distortion: .init(k1: d[0], k2: d[1], p1: d[2], p2: d[3], k3: d[4]))
  }
}

extension CameraControls {
  fileprivate init(_ camera: ConfigurationReader) {
    self.init()
    exposure = camera.choice("exposure-milliseconds", unit: 1e-3)
    gain = camera.choice("gain-percent", unit: 1e-2)
    focus = camera.choice("focus-percent", unit: 1e-2)
    whiteBalance = camera.choice("white-balance", unit: 1)
    powerLineFrequency = Int(camera.text("power-line-frequency"))
    allowsDynamicFrameRate = camera.boolean("dynamic-frame-rate")
  }
}

extension ConfigurationReader {
  /// `keep`, `auto`, or a number in a unit.
  fileprivate func choice(_ name: String, unit: Double) -> CameraControls.Choice {
    switch text(name) {
    case "keep": .keep
    case "auto": .automatic
    default: .value(number(name) * unit)
    }
  }
}
