import SceneGraph
import SpatialMath

/// A node of the scene: a place relative to its parent, with children.
///
/// Belongs to the queue on which the session tells its delegate.
open class Entity {
  /// What is drawn.
  let core: SceneGraph.Entity
  /// The entities below this one.
  public private(set) var children: [Entity] = []
  /// The entity above; nil at the top of a tree.
  public private(set) weak var parent: Entity?

  /// Creates an entity without children.
  public required init() { core = SceneGraph.Entity() }

  /// Stands for an entity that is there already, with everything below it.
  init(core: SceneGraph.Entity) {
    self.core = core
    for child in core.children {
      let entity = Entity.standing(for: child)
      children.append(entity)
      entity.parent = self
    }
  }

  static func standing(for core: SceneGraph.Entity) -> Entity {
    (core as? SceneGraph.ModelEntity).map { ModelEntity(model: $0) } ?? Entity(core: core)
  }

  /// A name for `findEntity(named:)`.
  public var name: String {
    get { core.name }
    set { core.name = newValue }
  }
  /// False hides the entity and everything below it.
  public var isEnabled: Bool {
    get { core.isEnabled }
    set { core.isEnabled = newValue }
  }
  /// Parent from entity.
  public var transform: Transform {
    get { Transform(core.transform) }
    set { core.transform = newValue.core }
  }
  /// The translation relative to the parent.
  public var position: simd_float3 {
    get { simd_float3(core.position) }
    set { core.position = Vector3(newValue) }
  }
  /// The rotation relative to the parent.
  public var orientation: simd_quatf {
    get { simd_quatf(core.orientation) }
    set { core.orientation = newValue.core }
  }
  /// The scale along the entity's own axes.
  public var scale: simd_float3 {
    get { simd_float3(core.scale) }
    set { core.scale = Vector3(newValue) }
  }

  /// Hangs an entity below this one.
  public func addChild(_ child: Entity, preservingWorldTransform: Bool = false) {
    child.removeFromParent()
    core.addChild(child.core, preservingWorldTransform: preservingWorldTransform)
    guard child.core.parent === core else { return }
    children.append(child)
    child.parent = self
  }

  /// Takes a child out of the tree.
  public func removeChild(_ child: Entity) {
    core.removeChild(child.core)
    children.removeAll { $0 === child }
    child.parent = nil
  }

  /// Takes the entity, with everything below it, out of its tree.
  public func removeFromParent() { parent?.removeChild(self) }

  /// The first entity of a name in this subtree.
  public func findEntity(named name: String) -> Entity? {
    if self.name == name { return self }
    for child in children {
      if let found = child.findEntity(named: name) { return found }
    }
    return nil
  }

  /// The matrix that takes a point of this entity to another one's space; nil is the world.
  public func transformMatrix(relativeTo reference: Entity?) -> simd_float4x4 {
    simd_float4x4(core.transformMatrix(relativeTo: reference?.core))
  }

  /// Moves the entity so that `transformMatrix(relativeTo:)` becomes a matrix.
  public func setTransformMatrix(_ matrix: simd_float4x4, relativeTo reference: Entity?) {
    core.setTransformMatrix(matrix.core, relativeTo: reference?.core)
  }

  /// The place in another entity's space; nil is the world.
  public func position(relativeTo reference: Entity?) -> simd_float3 {
    simd_float3(core.position(relativeTo: reference?.core))
  }

  /// The rotation in another entity's space; nil is the world.
  public func orientation(relativeTo reference: Entity?) -> simd_quatf {
    Transform(matrix: transformMatrix(relativeTo: reference)).rotation
  }

  /// Moves the entity to a place of another entity's space; nil is the world.
  public func setPosition(_ position: simd_float3, relativeTo reference: Entity?) {
    var matrix = transformMatrix(relativeTo: reference)
    matrix.columns.3 = simd_float4(position, 1)
    setTransformMatrix(matrix, relativeTo: reference)
  }

  /// The box round all enabled models of this subtree, in another entity's space.
  public func visualBounds(relativeTo reference: Entity?) -> BoundingBox {
    let box = core.visualBounds(relativeTo: reference?.core)
    return BoundingBox(min: simd_float3(box.min), max: simd_float3(box.max))
  }
}
