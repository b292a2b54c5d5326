import SessionCore
import SpatialMath

/// One line of a scene's description: what stands where.
///
/// The raw values are the words of a session file.
public struct SceneItem: Sendable, Equatable {
  /// What stands there.
  public enum EntityKind: String, Sendable, CaseIterable {
    /// The robot head that mimes a face.
    case robotHead = "robot-head"
    /// The face's own mesh as lines; only on `face`.
    case faceWireframe = "face-wireframe"
    /// The face's own mesh, unseen, hiding what is behind it; only on `face`.
    case faceOcclusion = "face-occlusion"
  }

  /// Where it stands.
  public enum AnchorKind: String, Sendable, CaseIterable {
    /// The first floor, table or seat that is large enough.
    case horizontalPlane = "plane.horizontal"
    /// The first wall that is large enough.
    case verticalPlane = "plane.vertical"
    /// The first plane that is large enough.
    case anyPlane = "plane.any"
    /// A picture that was looked for; its +Y is out of the print.
    case image
    /// A face.
    case face
    /// The world's origin.
    case world
    /// The leading camera.
    case camera
  }

  /// What stands there.
  public var entity: EntityKind
  /// Where it stands.
  public var anchor: AnchorKind
  /// The name of the picture on which it stands; nil for the first that is found.
  public var image: String?
  /// The least width and height of the plane, metres.
  public var minimumExtent: Vector2
  /// What a robot head's turns are measured against.
  public var reference: RobotHead.Reference
  /// Factor on the entity's own units; at 1 a robot head is 0.29 m high.
  public var scale: Double
  /// Which face drives it, from 0.
  public var faceIndex: Int
  /// Where it stands relative to its anchor, metres.
  public var offset: Vector3

  /// A hand's breadth more than the robot head's foot, metres.
  public static let defaultMinimumExtent = Vector2(0.2, 0.2)

  /// Creates a line.
  public init(
    entity: EntityKind, anchor: AnchorKind, image: String? = nil,
    minimumExtent: Vector2 = Self.defaultMinimumExtent,
    reference: RobotHead.Reference = .viewer, scale: Double = 1, faceIndex: Int = 0,
    offset: Vector3 = .zero
  ) {
    self.entity = entity
    self.anchor = anchor
    self.image = image
    self.minimumExtent = minimumExtent
    self.reference = reference
    self.scale = scale
    self.faceIndex = faceIndex
    self.offset = offset
  }
}

/// Why a scene cannot be built.
public enum SceneBuilderError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A face's mesh on something that is not a face.
  case faceMeshNeedsFaceAnchor(item: Int, anchor: String)
  /// A face's mesh without its triangles.
  case faceTopologyMissing(item: Int)
  /// A scale that is not a positive number.
  case invalidScale(item: Int, scale: Double)

  /// What, where, and what to try.
  public var description: String {
    switch self {
    case .faceMeshNeedsFaceAnchor(let item, let anchor):
      "scene[\(item)]: a face's mesh cannot stand on \(anchor); use anchor: face"
    case .faceTopologyMissing(let item):
      "scene[\(item)]: the face's triangles were not given to the scene"
    case .invalidScale(let item, let scale):
      "scene[\(item)]: scale \(scale) is not a positive number; 1 is life size"
    }
  }
}

/// Builds a scene from its description.
public struct SceneBuilder {
  /// Triangles and texture coordinates of the face geometry; needed by the face entities only.
  public var faceTopology: TriangleMesh?
  /// The camera that leads; `camera` anchors follow it.
  public var primaryRole: CameraRole

  /// Creates a builder.
  public init(faceTopology: TriangleMesh? = nil, primaryRole: CameraRole = .rear) {
    self.faceTopology = faceTopology
    self.primaryRole = primaryRole
  }

  /// Builds the scene.
  ///
  /// - Throws: `SceneBuilderError` with the number of the line that does not fit.
  public func makeScene(_ items: [SceneItem]) throws(SceneBuilderError) -> Scene {
    let scene = Scene()
    for (number, item) in items.enumerated() {
      guard item.scale > 0, item.scale.isFinite else {
        throw .invalidScale(item: number, scale: item.scale)
      }
      let anchor = AnchorEntity(target(of: item))
      let entity = try makeEntity(item, number: number)
      entity.transform = Transform(
        scale: Vector3(repeating: item.scale), translation: item.offset)
      anchor.addChild(entity)
      scene.addAnchor(anchor)
    }
    return scene
  }

  private func target(of item: SceneItem) -> AnchorEntity.Target {
    func plane(_ alignment: RaycastQuery.TargetAlignment) -> AnchorEntity.Target {
      .plane(.init(alignment: alignment, minimumBounds: item.minimumExtent))
    }
    return switch item.anchor {
    case .horizontalPlane: plane(.horizontal)
    case .verticalPlane: plane(.vertical)
    case .anyPlane: plane(.any)
    case .image: .image(name: item.image)
    case .face: .face(index: item.faceIndex)
    case .world: .world(.identity)
    case .camera: .camera(primaryRole)
    }
  }

  private func makeEntity(
    _ item: SceneItem, number: Int
  ) throws(SceneBuilderError) -> Entity {
    if item.entity == .robotHead {
      return RobotHead(reference: item.reference, faceIndex: item.faceIndex)
    }
    guard item.anchor == .face else {
      throw .faceMeshNeedsFaceAnchor(item: number, anchor: item.anchor.rawValue)
    }
    guard let faceTopology else { throw .faceTopologyMissing(item: number) }
    let mesh = FaceMeshEntity(topology: faceTopology, faceIndex: item.faceIndex)
    if item.entity == .faceOcclusion { mesh.material = .occlusion }
    return mesh
  }
}
