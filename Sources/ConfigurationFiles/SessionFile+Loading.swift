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
    cameras = [:]
    for role in [CameraRole.front, .rear, .depth] {
      let camera = reader.section("cameras").section(role.rawValue, as: "ROLE")
      guard camera.node?.entries != nil else { continue }
      cameras[role] = try CameraSettings(camera, contents: contents)
    }
    face = FaceSettings(reader.section("face"))
    rearFromFront = Pose(rig: reader.section("rig").section("rear-from-front"))
    world = try WorldSettings(reader.section("world"))
    scene = []
    for entry in reader.entries("scene") { scene.append(try SceneEntry(entry)) }
    behaviours = []
    for entry in reader.entries("behaviours") { behaviours.append(try BehaviourEntry(entry)) }
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
    world.worldAlignment = session.text("world-alignment") == "camera" ? .camera : .gravity
    world.userFaceTrackingEnabled = session.boolean("user-face-tracking")
    world.isLightEstimationEnabled = session.boolean("light-estimation")
    world.maximumNumberOfTrackedFaces = session.integer("maximum-tracked-faces")
    return .world(world)
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
    let size = world.section("scale")
    let height = size.written("camera-height")?.number
    let depth = size.written("initial-depth")?.number
    if height != nil, depth != nil {
      throw ConfigurationError(
        at: size.place(of: "initial-depth"),
        "world.scale has both camera-height and initial-depth; give one")
    }
    scale = height.map(Scale.cameraHeight) ?? depth.map(Scale.initialDepth) ?? .arbitrary
    let attitude = world.section("attitude")
    self.attitude =
      attitude.node?.entries == nil
      ? nil
      : Attitude(
        pitch: attitude.number("pitch-degrees") * .pi / 180,
        roll: attitude.number("roll-degrees") * .pi / 180)
    saveMap = world.path("save-map")
  }
}

extension Pose {
  fileprivate init(rig: ConfigurationReader) {
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
