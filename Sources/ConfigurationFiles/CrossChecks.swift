import Foundation
import SessionCore
import YAMLDocuments

/// What no single key can tell: whether the keys agree with each other.
enum CrossChecks {
  /// Checks, drops the cameras that the configuration does not use, and adds notices.
  static func check(
    _ file: inout SessionFile, _ reader: ConfigurationReader
  ) throws(ConfigurationError) {
    var problems = contradictions(file, reader.section("session"))
    if let place = reader.section("world").place(of: "save-map"),
      !file.configuration.roles.contains(.rear)
    {
      problems.append(
        .init(at: place, "world.save-map: this session does not track the world; remove it"))
    }
    if !file.configuration.roles.contains(.front) {
      for (section, key) in [("session", "user"), ("", "screen")] {
        guard let place = (section.isEmpty ? reader : reader.section(section)).place(of: key) else {
          continue
        }
        let path = section.isEmpty ? key : "\(section).\(key)"
        problems.append(.init(at: place, "\(path): this session tracks no face; remove it"))
      }
    }
    for role in CameraRole.allCases where file.cameras[role] != nil {
      let camera = reader.section("cameras").section(role.rawValue)
      problems += misplacedKeys(camera, role) + keysOfOtherRoles(camera, role)
    }
    problems += doubleActing(reader.section("cameras"))
    problems += simulatedLenses(file.cameras)
    problems += contradictoryMinimums(file.cameras, reader.section("cameras"))
    problems += sharedDevice(file.cameras, reader.section("cameras"))
    problems += rig(reader.section("rig").section("rear-from-front").section("rotation"))
    problems += inertialScale(file, reader.section("world").section("scale"))
    problems += scene(file, reader) + behaviours(file)
    if problems.isEmpty { problems += missingCameras(&file, reader) }
    if !problems.isEmpty { throw ConfigurationError(problems) }
    for role in file.cameras.keys
    where role != .depth && !file.configuration.roles.contains(role) {
      file.cameras[role] = nil
      file.notices.append("cameras.\(role.rawValue) is not used by this configuration")
    }
    for (role, camera) in file.cameras.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      if let message = camera.missingPath(role) { file.notices.append(message) }
    }
  }

  /// Keys of the session that belong to the other configuration.
  private static func contradictions(
    _ file: SessionFile, _ session: ConfigurationReader
  ) -> [ConfigurationError.Problem] {
    let foreign: [(key: String, hint: String)] =
      switch file.configuration {
      case .face:
        [
          ("user-face-tracking", "a face session always tracks faces"),
          ("plane-detection", "planes are found by a world session"),
          ("detection-images", "images are found by a world session"),
          ("maximum-tracked-images", "images are found by a world session"),
          ("image-scale-estimation", "images are found by a world session"),
          ("world-alignment", "a face session's world is its front camera"),
          ("initial-world-map", "a saved map is for a world session"),
        ]
      case .world: [("world-tracking", "a world session always tracks the world")]
      }
    let other = file.configuration.typeName == "face" ? "world" : "face"
    return foreign.compactMap { key, hint in
      session.place(of: key).map {
        .init(
          at: $0,
          "session.\(key) belongs to configuration: \(other) (\(hint)); remove it")
      }
    }
  }

  /// An axis that points nowhere.
  private static func rig(_ rotation: ConfigurationReader) -> [ConfigurationError.Problem] {
    guard let axis = rotation.written("axis"), let numbers = axis.numbers,
      numbers.allSatisfy({ abs($0) < 1e-6 })
    else { return [] }
    return [
      .init(
        at: axis.place,
        "rig.rear-from-front.rotation.axis points nowhere; one of its numbers must not be 0")
    ]
  }

  /// A size by sensors that are not there.
  private static func inertialScale(
    _ file: SessionFile, _ scale: ConfigurationReader
  ) -> [ConfigurationError.Problem] {
    guard file.world.scale == .inertial, file.world.accelerometer == nil,
      file.cameras[.rear]?.source != .simulated, let place = scale.place(of: "inertial")
    else { return [] }
    return [
      .init(
        at: place,
        "world.scale.inertial needs world.accelerometer, one that is fixed to the rear camera; name it "
          + "(`accelerometer: { device: auto }`), or use camera-height")
    ]
  }

  /// Keys of a camera that its source does not read.
  private static func misplacedKeys(
    _ camera: ConfigurationReader, _ role: CameraRole
  ) -> [ConfigurationError.Problem] {
    guard let source = camera.written("source")?.text.flatMap(CameraSettings.Source.init) else {
      return []
    }
    return CameraSettings.Source.readers.compactMap { key, sources in
      guard !sources.contains(source), let place = camera.place(of: key) else { return nil }
      let names = sources.map { "source: \($0.rawValue)" }.joined(separator: ", ")
      return .init(
        at: place,
        "cameras.\(role.rawValue).\(key) is for \(names); this camera has source: "
          + source.rawValue)
    }
  }

  /// Keys that only a depth camera or only the others read, and what cannot deliver depth.
  private static func keysOfOtherRoles(
    _ camera: ConfigurationReader, _ role: CameraRole
  ) -> [ConfigurationError.Problem] {
    let path = "cameras.\(role.rawValue)"
    guard role == .depth else {
      return camera.place(of: "depth-unit-millimetres").map {
        [.init(at: $0, "\(path).depth-unit-millimetres is for cameras.depth; remove it")]
      } ?? []
    }
    var problems = ["pixel-format", "color-range", "rotation-degrees", "mirror"].compactMap {
      key in
      camera.place(of: key).map {
        ConfigurationError.Problem(at: $0, "\(path).\(key) is for colour cameras; remove it")
      }
    }
    if let source = camera.written("source"), let word = source.text,
      ["video", "simulated"].contains(word)
    {
      problems.append(
        .init(
          at: source.place,
          "\(path).source: depth comes from source: v4l2 or source: images, not from \(word)"))
    }
    return problems
  }

  /// A simulated lens is drawn by its field of view, with its middle in the picture's middle.
  private static func simulatedLenses(
    _ cameras: [CameraRole: CameraSettings]
  ) -> [ConfigurationError.Problem] {
    cameras.sorted { $0.key.rawValue < $1.key.rawValue }.compactMap { role, camera in
      guard camera.source == .simulated else { return nil }
      switch camera.intrinsics {
      case .unknown, .horizontalFieldOfView: return nil
      case .explicit, .calibrated: break
      }
      return .init(
        at: camera.place,
        "cameras.\(role.rawValue).intrinsics: a simulated camera takes horizontal-fov-degrees only")
    }
  }

  /// What a camera may come down to is not above what it is asked for.
  private static func contradictoryMinimums(
    _ cameras: [CameraRole: CameraSettings], _ reader: ConfigurationReader
  ) -> [ConfigurationError.Problem] {
    cameras.sorted { $0.key.rawValue < $1.key.rawValue }.flatMap {
      role, camera -> [ConfigurationError.Problem] in
      let written = reader.section(role.rawValue)
      let (least, most) = (camera.minimumSize, camera.size)
      let checks = [
        ("size", least.width > most.width || least.height > most.height, "\(least)", "\(most)"),
        (
          "rate", camera.minimumRate > camera.rate,
          ConfigurationValueType.text(camera.minimumRate), ConfigurationValueType.text(camera.rate)
        ),
      ]
      return checks.compactMap { name, isAbove, low, high in
        guard isAbove, let place = written.place(of: "minimum-\(name)") else { return nil }
        let path = "cameras.\(role.rawValue)"
        return .init(
          at: place, "\(path).minimum-\(name) (\(low)) is above \(path).\(name) (\(high))")
      }
    }
  }

  private static func sharedDevice(
    _ cameras: [CameraRole: CameraSettings], _ reader: ConfigurationReader
  ) -> [ConfigurationError.Problem] {
    guard let front = cameras[.front], let rear = cameras[.rear], front.source == .v4l2,
      rear.source == .v4l2, front.device != "auto"
    else { return [] }
    // Two names of one device are one device: by-id and by-path are symbolic links.
    let resolved = [front, rear].map {
      URL(fileURLWithPath: $0.device).resolvingSymlinksInPath().path
    }
    guard resolved[0] == resolved[1] else { return [] }
    let place = reader.section("rear").place(of: "device") ?? rear.place
    let other = reader.section("front").place(of: "device") ?? front.place
    return [
      .init(
        at: place,
        "two cameras on one device: cameras.front (\(other)) already uses \(front.device); "
          + "`bifrons devices` lists the cameras that are there")
    ]
  }

  /// Entities on what does not carry them, and planes that nobody looks for.
  private static func scene(
    _ file: SessionFile, _ reader: ConfigurationReader
  ) -> [ConfigurationError.Problem] {
    var found: WorldTrackingConfiguration.PlaneDetection = []
    if case .world(let world) = file.configuration { found = world.planeDetection }
    return zip(file.scene, reader.entries("scene")).compactMap { entry, written in
      let place = written.place(of: "anchor") ?? written.node?.place
      if entry.entity.needsFace, entry.anchor != .face {
        return .init(
          at: place,
          "\(entry.entity.rawValue) stands on anchor: face, not on \(entry.anchor.rawValue)")
      }
      if let problem = images(file, entry, written) { return problem }
      if entry.entity == .planeOcclusion, found.isEmpty {
        return .init(
          at: written.place(of: "entity"),
          "plane-occlusion has no planes: set session.plane-detection: [horizontal] in a world session"
        )
      }
      if let wanted = entry.anchor.planes, wanted.isDisjoint(with: found) {
        let word = wanted.contains(.horizontal) ? "horizontal" : "vertical"
        return .init(
          at: place,
          "\(entry.anchor.rawValue) will never come: set session.plane-detection: [\(word)] "
            + "in a world session")
      }
      return nil
    }
  }

  /// Behaviours of what nothing is called.
  private static func behaviours(_ file: SessionFile) -> [ConfigurationError.Problem] {
    let names = Set(file.scene.map(\.name)).subtracting([""]).sorted()
    let sets = Set(file.scene.compactMap(\.set)).sorted()
    return file.behaviours.compactMap { entry in
      func missing(_ kind: String, _ word: String, _ known: [String]) -> ConfigurationError.Problem
      {
        let rest = known.isEmpty ? "; give an entry of scene a \(kind):" : ""
        return .init(
          at: entry.place,
          "nothing in scene has the \(kind) '\(YAMLNode.shortened(word))'"
            + Spelling.suggestion(for: word, among: known) + rest)
      }
      for word in [entry.entity, entry.target] where !word.isEmpty && !names.contains(word) {
        return missing("name", word, names)
      }
      if entry.action == "show-set", !sets.contains(entry.set) {
        return missing("set", entry.set, sets)
      }
      if ["next-set", "previous-set"].contains(entry.action), sets.isEmpty {
        return .init(at: entry.place, "there is no set to go to; give entries of scene a set:")
      }
      return nil
    }
  }

  /// An entity on a picture that nobody looks for, and a picture's name on something else.
  private static func images(
    _ file: SessionFile, _ entry: SceneEntry, _ written: ConfigurationReader
  ) -> ConfigurationError.Problem? {
    let names = file.detectionImages.map(\.name)
    if entry.anchor == .image, names.isEmpty {
      return .init(
        at: written.place(of: "anchor"),
        "image will never come: name pictures in session.detection-images in a world session")
    }
    guard let name = entry.image else { return nil }
    if entry.anchor != .image {
      return .init(at: written.place(of: "image"), "scene[].image is for anchor: image; remove it")
    }
    if names.contains(name) { return nil }
    return .init(
      at: written.place(of: "image"),
      "session.detection-images has no picture called '\(name)'; it has "
        + names.joined(separator: ", "))
  }

  /// Cameras that the configuration needs; with `fallback: single-camera` one of two may be missing.
  private static func missingCameras(
    _ file: inout SessionFile, _ reader: ConfigurationReader
  ) -> [ConfigurationError.Problem] {
    let missing = file.configuration.roles.filter { file.cameras[$0] == nil }
    guard let role = missing.first else { return [] }
    let isSecond = role != file.configuration.primaryRole
    let isOneOfTwo = file.configuration.roles.count > 1 && missing.count == 1
    if isOneOfTwo, file.fallback == .singleCamera {
      file.configuration =
        isSecond
        ? file.configuration.withPrimaryCameraOnly : file.configuration.withSecondCameraOnly
      let rest = role == .front ? "the world is tracked, without faces" : "faces alone are tracked"
      file.notices.append("cameras.\(role.rawValue) is missing; \(rest)")
      return []
    }
    let key = role == .front ? "user-face-tracking" : "world-tracking"
    let cause = isSecond ? "session.\(key)" : "configuration: \(file.configuration.typeName)"
    let hint = isOneOfTwo ? ", or set session.fallback: single-camera" : ""
    return [
      .init(
        at: reader.place(of: "cameras"),
        "cameras.\(role.rawValue) is missing; \(cause) needs it: add it\(hint)")
    ]
  }
}

extension CameraSettings {
  /// What to say when a file source has no path; nil when all is well.
  package func missingPath(_ role: CameraRole) -> String? {
    guard path == nil, source == .video || source == .images else { return nil }
    let what = source == .video ? "video file" : "folder of pictures"
    return "cameras.\(role.rawValue).path is missing: name the \(what), in the file or with "
      + "--set cameras.\(role.rawValue).path=…"
  }
}

extension SessionConfiguration {
  /// The same configuration without the second camera.
  package var withPrimaryCameraOnly: SessionConfiguration {
    switch self {
    case .face(var face):
      face.isWorldTrackingEnabled = false
      return .face(face)
    case .world(var world):
      world.userFaceTrackingEnabled = false
      return .world(world)
    }
  }

  /// What the second camera can do of the same configuration without the leading one.
  package var withSecondCameraOnly: SessionConfiguration {
    switch self {
    case .face(let face):
      var world = WorldTrackingConfiguration()
      world.isLightEstimationEnabled = face.isLightEstimationEnabled
      world.providesAudioData = face.providesAudioData
      return .world(world)
    case .world(let world):
      var face = FaceTrackingConfiguration()
      face.maximumNumberOfTrackedFaces = world.maximumNumberOfTrackedFaces
      face.isLightEstimationEnabled = world.isLightEstimationEnabled
      face.providesAudioData = world.providesAudioData
      return .face(face)
    }
  }
}

extension SceneEntry.Anchor {
  /// The planes of which any will do; nil for what is no plane.
  fileprivate var planes: WorldTrackingConfiguration.PlaneDetection? {
    switch self {
    case .horizontalPlane: .horizontal
    case .verticalPlane: .vertical
    case .anyPlane: [.horizontal, .vertical]
    case .image, .face, .world, .camera, .screen: nil
    }
  }
}
