import Foundation
import SessionCore
import SpatialMath
import YAMLDocuments

/// Reads a whole file; tests give their own.
package typealias FileContents = (_ path: String) throws(ConfigurationError) -> [UInt8]

extension SessionFile {
  /// Reads a session file, makes the changes in order, and validates the result.
  ///
  /// Files are read through `contents`: the disk, unless a test says otherwise. Throws
  /// `ConfigurationError` with every problem's place.
  package static func load(
    _ path: String, overrides: [ConfigurationOverride] = [],
    contents: FileContents = readFromDisk
  ) throws(ConfigurationError) -> SessionFile {
    var root = try YAMLComposer.compose(try contents(path), file: path)
    for override in overrides { root = try override.applied(to: root) }
    let notices: [String]
    (root, notices) = SourceChange.applied(to: root)
    try ConfigurationValidator.check(root)
    var file = try SessionFile(
      path: path, reader: ConfigurationReader(root: root), contents: contents)
    file.notices = notices
    try CrossChecks.check(&file, ConfigurationReader(root: root))
    return file
  }

  /// Reads a file of the disk.
  package static func readFromDisk(_ path: String) throws(ConfigurationError) -> [UInt8] {
    try DocumentFile.contents(of: path)
  }

  private init(
    path: String, reader: ConfigurationReader, contents: FileContents
  ) throws(ConfigurationError) {
    let session = reader.section("session")
    self.path = path
    configuration = Self.configuration(session)
    fallback = Fallback(rawValue: session.text("fallback")) ?? .none
    seed = UInt64(session.integer("seed"))
    cameraMemory = session.path("camera-memory")
    initialWorldMap = session.path("initial-world-map")
    detectionImages = session.entries("detection-images").map(DetectionImageSettings.init)
    cameras = [:]
    for role in [CameraRole.front, .rear, .depth] {
      let camera = reader.section("cameras").section(role.rawValue, as: "ROLE")
      guard camera.node?.entries != nil else { continue }
      cameras[role] = try CameraSettings(camera, contents: contents)
    }
    user = session.written("user")?.text.map {
      NamedUser(name: $0, place: session.place(of: "user"))
    }
    face = FaceSettings(reader.section("face"))
    screen = try ScreenSettings(reader.section("screen"))
    rearFromFront = Pose(rig: reader.section("rig").section("rear-from-front"))
    world = try WorldSettings(reader.section("world"))
    scene = []
    for entry in reader.entries("scene") { scene.append(try SceneEntry(entry)) }
    behaviours = []
    for entry in reader.entries("behaviours") { behaviours.append(try BehaviourEntry(entry)) }
    recording = RecordingSettings(reader.section("recording"))
    notices = []
  }

  private static func configuration(_ session: ConfigurationReader) -> SessionConfiguration {
    if session.text("configuration") == "face" {
      var face = FaceTrackingConfiguration()
      face.maximumNumberOfTrackedFaces = session.integer("maximum-tracked-faces")
      face.isWorldTrackingEnabled = session.boolean("world-tracking")
      face.isLightEstimationEnabled = session.boolean("light-estimation")
      return .face(face)
    }
    var world = WorldTrackingConfiguration()
    for word in session.texts("plane-detection") {
      world.planeDetection.insert(word == "vertical" ? .vertical : .horizontal)
    }
    // Without pictures to look for nothing is followed, and a session says so.
    if session.written("detection-images") != nil {
      world.maximumNumberOfTrackedImages = session.integer("maximum-tracked-images")
    }
    world.automaticImageScaleEstimationEnabled = session.boolean("image-scale-estimation")
    world.worldAlignment = session.text("world-alignment") == "camera" ? .camera : .gravity
    world.userFaceTrackingEnabled = session.boolean("user-face-tracking")
    world.isLightEstimationEnabled = session.boolean("light-estimation")
    world.maximumNumberOfTrackedFaces = session.integer("maximum-tracked-faces")
    return .world(world)
  }
}

extension DetectionImageSettings {
  fileprivate init(_ entry: ConfigurationReader) {
    place = entry.place(of: "file") ?? entry.node?.place ?? .defaults
    path = entry.path("file") ?? ""
    width = entry.number("width")
    let file = path.split(separator: "/").last.map(String.init) ?? path
    let stem = file.lastIndex(of: ".").map { String(file[..<$0]) } ?? file
    name = entry.written("name")?.text ?? stem
  }
}

extension FaceSettings {
  fileprivate init(_ face: ConfigurationReader) {
    let filter = face.section("smoothing")
    usesNetworkCoefficients = face.text("coefficients") == "network"
    smoothing = OneEuroParameters(
      minimumCutoff: filter.number("min-cutoff"), beta: filter.number("beta"),
      derivativeCutoff: filter.number("derivative-cutoff"))
  }
}

extension WorldSettings {
  fileprivate init(_ world: ConfigurationReader) throws(ConfigurationError) {
    scale = try Self.scale(world.section("scale"))
    let sensor = world.section("accelerometer")
    accelerometer =
      world.written("accelerometer") == nil
      ? nil
      : Accelerometer(
        device: sensor.text("device"),
        quarterTurns: (Int(sensor.text("rotation-degrees")) ?? 0) / 90,
        folder: sensor.path("folder"))
    let attitude = world.section("attitude")
    self.attitude =
      attitude.node?.entries == nil
      ? nil
      : Attitude(
        pitch: attitude.number("pitch-degrees") * .pi / 180,
        roll: attitude.number("roll-degrees") * .pi / 180)
    saveMap = world.path("save-map")
  }

  /// The one source of the world's size that is given.
  private static func scale(_ size: ConfigurationReader) throws(ConfigurationError) -> Scale {
    let given = ["camera-height", "tag-width", "sheet", "initial-depth", "inertial"].filter {
      size.written($0) != nil && size.written($0)?.boolean != false
    }
    if given.count > 1 {
      throw ConfigurationError(
        at: size.place(of: given[1]),
        "world.scale has both \(given[0]) and \(given[1]); give one")
    }
    if given != ["tag-width"], let place = size.place(of: "tag-number") {
      throw ConfigurationError(at: place, "world.scale.tag-number needs tag-width; give both")
    }
    switch given.first {
    case "camera-height": return .cameraHeight(size.number("camera-height"))
    case "tag-width":
      return .tag(
        width: size.number("tag-width"), number: size.written("tag-number")?.integer)
    case "sheet": return Sheet(rawValue: size.text("sheet")).map(Scale.sheet) ?? .arbitrary
    case "initial-depth": return .initialDepth(size.number("initial-depth"))
    case "inertial": return .inertial
    default: return .arbitrary
    }
  }
}

extension Pose {
  /// Reads a turn about one axis and a translation.
  init(rig: ConfigurationReader) {
    let turn = rig.section("rotation")
    let axes = ["x": Vector3(1, 0, 0), "y": Vector3(0, 1, 0), "z": Vector3(0, 0, 1)]
    let listed = turn.written("axis")?.numbers.map { Vector3($0[0], $0[1], $0[2]) }
    let axis = listed ?? axes[turn.text("axis")] ?? Vector3(0, 1, 0)
    let translation = rig.numbers("translation")
    self.init(
      rotation: Quaternion(angle: turn.number("degrees") * .pi / 180, axis: axis),
      translation: Vector3(translation[0], translation[1], translation[2]))
  }
}
