import ConfigurationFiles
import ModelFiles
import SceneGraph
import SessionCore
import SpatialMath

/// Builds the scene that a session file describes.
///
/// Belongs to the thread that draws.
struct SceneAssembler {
  private let faceTopology: TriangleMesh
  private let primaryRole: CameraRole
  /// The session file, for errors without a place.
  private let path: String
  private let loader = ModelLoader()

  init(faceTopology: TriangleMesh, primaryRole: CameraRole, path: String) {
    self.faceTopology = faceTopology
    self.primaryRole = primaryRole
    self.path = path
  }

  /// Builds all entries.
  ///
  /// - Throws: `ConfigurationError` with the place of the entry that does not fit, or whose file
  ///   cannot be used.
  func makeScene(_ entries: [SceneEntry]) throws(ConfigurationError) -> Scene {
    let scene = Scene()
    for (number, entry) in entries.enumerated() {
      let anchor = AnchorEntity(target(of: entry))
      let entity = try makeEntity(entry, "scene[\(number)]")
      entity.transform = Transform(
        scale: Vector3(repeating: entry.scale),
        rotation: EulerAngles(
          pitch: entry.rotation.x, yaw: entry.rotation.y, roll: entry.rotation.z
        ).rotation,
        translation: entry.offset)
      anchor.addChild(entity)
      scene.addAnchor(anchor)
    }
    return scene
  }

  private func target(of entry: SceneEntry) -> AnchorEntity.Target {
    func plane(_ alignment: RaycastQuery.TargetAlignment) -> AnchorEntity.Target {
      .plane(.init(alignment: alignment, minimumBounds: entry.minimumExtent))
    }
    return switch entry.anchor {
    case .horizontalPlane: plane(.horizontal)
    case .verticalPlane: plane(.vertical)
    case .anyPlane: plane(.any)
    case .face: .face(index: entry.faceIndex)
    case .world: .world(.identity)
    case .camera: .camera(primaryRole)
    }
  }

  private func makeEntity(
    _ entry: SceneEntry, _ name: String
  ) throws(ConfigurationError) -> Entity {
    switch entry.entity {
    case .robotHead:
      let reference: RobotHead.Reference = entry.reference == .parent ? .parent : .viewer
      return RobotHead(reference: reference, faceIndex: entry.faceIndex)
    case .model: return try makeModel(entry, name)
    case .faceWireframe, .faceOcclusion:
      guard entry.anchor == .face else {
        throw failure(
          entry, "\(name): a face's mesh cannot stand on \(entry.anchor.rawValue); use anchor: face"
        )
      }
      let mesh = FaceMeshEntity(topology: faceTopology, faceIndex: entry.faceIndex)
      if entry.entity == .faceOcclusion { mesh.material = .occlusion }
      return mesh
    }
  }

  private func makeModel(
    _ entry: SceneEntry, _ name: String
  ) throws(ConfigurationError) -> Entity {
    let model: ExpressiveModel
    do throws(ModelFileError) {
      model = try loader.model(entry.path ?? "")
    } catch {
      throw failure(entry, "\(name).path: \(error.description)")
    }
    let isOnFace = entry.anchor == .face
    if !model.boundLocations.isEmpty {
      model.faceIndex = entry.faceIndex
      model.reference = isOnFace ? nil : RobotHead.Reference(rawValue: entry.reference.rawValue)
    }
    model.swapsSides = entry.sides == .auto ? !isOnFace : entry.sides == .mirrored
    guard entry.stands else { return model }
    // A holder between anchor and model, so that the model still turns about its own origin.
    let holder = Entity(name: model.name)
    model.position.y = -model.visualBounds(relativeTo: model).min.y
    holder.addChild(model)
    return holder
  }

  private func failure(_ entry: SceneEntry, _ text: String) -> ConfigurationError {
    ConfigurationError(at: entry.place, entry.place == nil ? "\(path): \(text)" : text)
  }
}
