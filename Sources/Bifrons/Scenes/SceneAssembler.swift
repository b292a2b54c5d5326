import ConfigurationFiles
import FaceMesh
import ModelFiles
import SceneGraph
import SessionCore
import SpatialMath
import YAMLDocuments

/// Builds the scene that a session file describes.
///
/// Belongs to the thread that draws.
struct SceneAssembler {
  let primaryRole: CameraRole
  /// The screen that shows the picture; nil where the file has none.
  let screen: GazeScreen?
  /// The session file, for errors without a place.
  private let path: String
  let assets = SceneAssets()

  init(primaryRole: CameraRole, path: String, screen: GazeScreen? = nil) {
    self.primaryRole = primaryRole
    self.screen = screen
    self.path = path
  }

  /// Builds all entries.
  ///
  /// - Throws: `ConfigurationError` with the place of the entry that does not fit, or whose file
  ///   cannot be used.
  func makeScene(
    _ entries: [SceneEntry], behaviours: [BehaviourEntry] = []
  ) throws(ConfigurationError) -> Scene {
    let scene = Scene()
    var load = (models: 0, triangles: 0)
    for (number, entry) in entries.enumerated() {
      let name = "scene[\(number)]"
      if entry.anchor == .screen, screen == nil {
        throw failure(entry, "\(name).anchor: screen needs the section screen, with its size")
      }
      let anchor = AnchorEntity(target(of: entry))
      anchor.whenUntracked =
        switch entry.untracked {
        case .hide: .hide
        case .hold: .hold
        case .fade: .fade(seconds: entry.fadeSeconds)
        }
      let holder = try makeHolder(entry, name)
      try count(holder, &load, entry, name)
      let vertices = try vertices(of: entry, name)
      if vertices.isEmpty {
        anchor.addChild(holder)
      } else {
        let place = FaceLandmarkEntity(vertices: vertices, faceIndex: entry.faceIndex)
        place.addChild(holder)
        anchor.addChild(place)
      }
      if let set = entry.set {
        scene.addAnchor(anchor, toSet: set)
      } else {
        scene.addAnchor(anchor)
      }
    }
    scene.behaviours = behaviours.compactMap(SceneBehaviour.init)
    return scene
  }

  private func target(of entry: SceneEntry) -> AnchorEntity.Target {
    func plane(_ alignment: RaycastQuery.TargetAlignment) -> AnchorEntity.Target {
      .plane(
        .init(
          alignment: alignment, classification: entry.classification,
          minimumBounds: entry.minimumExtent))
    }
    return switch entry.anchor {
    case .horizontalPlane: plane(.horizontal)
    case .verticalPlane: plane(.vertical)
    case .anyPlane: plane(.any)
    case .image: .image(name: entry.image)
    case .face: .face(index: entry.faceIndex)
    case .world: .world(.identity)
    case .camera: .camera(primaryRole)
    case .screen: .screen(size: screen?.size ?? Vector2(1, 1))
    }
  }

  /// The entity that carries an entry's name, place and drives: the content itself where it needs
  /// neither name nor drives.
  private func makeHolder(
    _ entry: SceneEntry, _ name: String
  ) throws(ConfigurationError) -> Entity {
    let content = moving(try makeContent(entry, name), entry)
    let rotation = EulerAngles(
      pitch: entry.rotation.x, yaw: entry.rotation.y, roll: entry.rotation.z
    ).rotation
    let rules = entry.drives.compactMap { drive in
      FaceDrivenEntity.Rule.Property(rawValue: drive.property).map {
        FaceDrivenEntity.Rule(drive.coefficients, $0, base: drive.base, factor: drive.factor)
      }
    }
    let transform = Transform(
      scale: Vector3(repeating: entry.scale), rotation: rotation, translation: entry.offset)
    if rules.isEmpty, entry.name.isEmpty {
      content.transform = transform
      return content
    }
    let holder = FaceDrivenEntity(
      name: entry.name, transform: transform, rules: rules, faceIndex: entry.faceIndex)
    holder.addChild(content)
    return holder
  }

  /// The content below an entity that moves by itself, so that drives and places add to it.
  private func moving(_ content: Entity, _ entry: SceneEntry) -> Entity {
    guard let motion = entry.motion else { return content }
    let mover = Entity()
    mover.addChild(content)
    mover.move(
      TransformMotion(
        offset: motion.offset,
        turn: EulerAngles(pitch: motion.turn.x, yaw: motion.turn.y, roll: motion.turn.z),
        scale: motion.scale, duration: motion.seconds,
        repetition: TransformMotion.Repetition(rawValue: motion.repetition) ?? .loop,
        timing: TransformMotion.Timing(rawValue: motion.timing) ?? .steady))
    let place = Entity()
    place.addChild(mover)
    return place
  }

  /// What a scene may draw: a software renderer takes a second for a picture of as much.
  private static let (mostModels, mostTriangles) = (4096, 8_000_000)

  /// Counts what an entry added.
  ///
  /// - Throws: `ConfigurationError` when the scene is more than a machine can draw.
  private func count(
    _ added: Entity, _ load: inout (models: Int, triangles: Int), _ entry: SceneEntry,
    _ name: String
  ) throws(ConfigurationError) {
    for model in added.entities(of: ModelEntity.self) {
      load.models += 1
      load.triangles += (model.mesh?.mesh.indices.count ?? 0) / 3
    }
    if load.models > Self.mostModels || load.triangles > Self.mostTriangles {
      throw failure(
        entry,
        "\(name): the scene draws more than \(Self.mostModels) shapes or \(Self.mostTriangles) "
          + "triangles with this entry; leave some out, or simplify the models")
    }
  }

  private func vertices(
    of entry: SceneEntry, _ name: String
  ) throws(ConfigurationError) -> [Int] {
    guard let word = entry.vertexGroup else { return entry.vertices }
    guard let group = FaceMeshGroup(rawValue: word) else {
      let known = FaceMeshGroup.allCases.map(\.rawValue)
      throw failure(
        entry,
        "\(name).vertex-group: there is no group '\(word)'"
          + Spelling.suggestion(for: word, among: known)
          + "; there are \(known.joined(separator: ", "))")
    }
    return FaceMeshTopology.standard.vertices(of: group).map(Int.init)
  }

  func failure(_ entry: SceneEntry, _ text: String) -> ConfigurationError {
    ConfigurationError(at: entry.place, entry.place == nil ? "\(path): \(text)" : text)
  }
}

extension SceneBehaviour {
  /// The scene's form of an entry; nil for words that the loader would not let through.
  init?(_ entry: BehaviourEntry) {
    let trigger: Trigger
    switch entry.trigger {
    case "expression":
      trigger = .expression(
        ExpressionScore(
          weights: entry.weights, threshold: entry.threshold, holdDuration: entry.hold),
        faceIndex: entry.faceIndex)
    case "tap": trigger = .tap(entity: entry.entity)
    case "swipe": trigger = .swipe(Direction(rawValue: entry.direction) ?? .left)
    case "key":
      guard let key = entry.key.first else { return nil }
      trigger = .key(key)
    case "lost": trigger = .lost(faceIndex: entry.faceIndex)
    case "found": trigger = .found(faceIndex: entry.faceIndex)
    case "dwell": trigger = .dwell(entity: entry.entity, seconds: entry.hold)
    case "edge": trigger = .edge
    case "timer": trigger = .timer(seconds: entry.period)
    default: return nil
    }
    guard let action = Action(entry) else { return nil }
    self.init(trigger, action, while: entry.whileOption.map { (entry.target, $0) })
  }
}

extension SceneBehaviour.Action {
  fileprivate init?(_ entry: BehaviourEntry) {
    switch entry.action {
    case "next-option": self = .nextOption(of: entry.target)
    case "previous-option": self = .previousOption(of: entry.target)
    case "show-option": self = .showOption(entry.option, of: entry.target)
    case "next-set": self = .nextSet
    case "previous-set": self = .previousSet
    case "show-set": self = .showSet(entry.set)
    case "toggle": self = .toggle(entry.target)
    case "scroll": self = .scroll(entry.target, limit: entry.limit)
    case "play-animation": self = .playAnimation(entry.animation, of: entry.target)
    default:
      guard let request = SceneRequest(rawValue: entry.action) else { return nil }
      self = .request(request)
    }
  }
}
