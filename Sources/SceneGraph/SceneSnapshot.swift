import SpatialMath

/// What a renderer draws: the enabled models of a scene at one moment.
///
/// Immutable, thread-safe.
public struct SceneSnapshot: Sendable {
  /// One model.
  public struct Item: Sendable {
    /// The shape.
    public var mesh: MeshResource
    /// The surface.
    public var material: Material
    /// World from model.
    public var worldFromModel: Matrix4x4
    /// True when it throws a shadow.
    public var castsShadow: Bool
    /// The place in `grounds` of the surface it stands on; nil for none.
    public var groundIndex: Int?
    /// True for letters: in a mirrored picture they are still to be read.
    public var isLettering: Bool

    /// Creates a model.
    package init(
      mesh: MeshResource, material: Material, worldFromModel: Matrix4x4, castsShadow: Bool,
      groundIndex: Int? = nil, isLettering: Bool = false
    ) {
      self.mesh = mesh
      self.material = material
      self.worldFromModel = worldFromModel
      self.castsShadow = castsShadow
      self.groundIndex = groundIndex
      self.isLettering = isLettering
    }
  }

  /// A real surface on which models stand: it shows their shadow and nothing else.
  public struct Ground: Sendable {
    /// World from ground: +Y is up from the surface.
    public var worldFromGround: Pose
    /// The box round the models that stand there, in ground space.
    public var bounds: BoundingBox
    /// The box round those of them that touch the surface; empty when all float.
    public var contact: BoundingBox
  }

  /// The models, in the order of the tree.
  public var items: [Item] = []
  /// The surfaces under them.
  public var grounds: [Ground] = []

  /// Creates a snapshot without anything.
  public init() {}

  /// The box round all models in the world.
  public var bounds: BoundingBox {
    items.reduce(into: .empty) { box, item in
      box.formUnion(item.mesh.bounds.transformed(by: item.worldFromModel))
    }
  }
}

extension Scene {
  /// What there is to draw now.
  /// - Complexity: O(entities).
  public func makeSnapshot() -> SceneSnapshot {
    var snapshot = SceneSnapshot()
    for anchor in anchors where anchor.visibility > 0 && anchor.isEnabled {
      let first = snapshot.items.count
      snapshot.collect(anchor, parentMatrix: .identity)
      if anchor.visibility < 1 { snapshot.fade(from: first, to: anchor.visibility) }
      // What stands on the screen is turned round as a whole where the picture is a mirror.
      if case .screen = anchor.target {
        for index in snapshot.items.indices[first...] { snapshot.items[index].isLettering = false }
      }
      if case .plane = anchor.target, snapshot.items.count > first {
        snapshot.addGround(under: first..<snapshot.items.count, anchor: anchor)
      }
    }
    return snapshot
  }
}

extension SceneSnapshot {
  fileprivate mutating func collect(_ entity: Entity, parentMatrix: Matrix4x4) {
    guard entity.isEnabled else { return }
    let matrix = parentMatrix * entity.transform.matrix
    let model = entity as? ModelEntity
    model?.prepareForDrawing()
    if let model, let mesh = model.mesh {
      items.append(
        Item(
          mesh: mesh, material: model.material, worldFromModel: matrix,
          castsShadow: model.castsShadow, isLettering: model.isLettering))
    }
    for child in entity.children { collect(child, parentMatrix: matrix) }
  }

  /// Lets what is behind the last items through.
  fileprivate mutating func fade(from first: Int, to visibility: Float) {
    for index in items.indices[first...] {
      items[index].material = items[index].material.faded(to: visibility)
    }
  }

  fileprivate mutating func addGround(under range: Range<Int>, anchor: AnchorEntity) {
    let pose = Pose(
      rotation: anchor.transform.rotation, translation: anchor.transform.translation)
    let groundFromWorld = pose.inverse.matrix
    var box = BoundingBox.empty
    var contact = BoundingBox.empty
    for item in items[range] where item.castsShadow {
      let bounds = item.mesh.bounds.transformed(by: groundFromWorld * item.worldFromModel)
      box.formUnion(bounds)
      // 5 mm: what is nearer than that looks as if it touched.
      if abs(bounds.min.y) < 0.005 { contact.formUnion(bounds) }
    }
    guard !box.isEmpty else { return }
    for index in range { items[index].groundIndex = grounds.count }
    grounds.append(Ground(worldFromGround: pose, bounds: box, contact: contact))
  }
}
