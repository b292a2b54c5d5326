import SessionCore
import SpatialMath

/// A node of the scene: a place relative to its parent, with children.
///
/// An entity tree belongs to one thread, the one that draws it (the main thread of a program with
/// a window); it is not `Sendable`. What crosses threads is the immutable `SceneSnapshot`.
///
/// The class is open because robot heads, masks and games derive from it, as they do in RealityKit.
open class Entity {
  /// A name for `findEntity(named:)`; need not be unique.
  public var name: String
  /// Parent from entity.
  public var transform: Transform
  /// False hides the entity and everything below it.
  public var isEnabled = true
  /// False lets taps and looks through, to what is behind the entity and everything below it.
  public var isHitTestable = true
  /// The movement that it is in.
  var running: RunningMotion?
  /// The entities below this one, in the order of adding.
  public private(set) var children: [Entity] = []
  /// The entity above; nil at the top of a tree.
  public private(set) weak var parent: Entity?

  /// Creates an entity without children at its parent's place.
  public init(name: String = "", transform: Transform = .identity) {
    self.name = name
    self.transform = transform
  }

  /// The translation relative to the parent.
  public var position: Vector3 {
    get { transform.translation }
    set { transform.translation = newValue }
  }
  /// The rotation relative to the parent.
  public var orientation: Quaternion {
    get { transform.rotation }
    set { transform.rotation = newValue }
  }
  /// The scale along the entity's own axes.
  public var scale: Vector3 {
    get { transform.scale }
    set { transform.scale = newValue }
  }

  /// Hangs an entity below this one, taking it away from its present parent.
  ///
  /// - Parameters:
  ///   - child: the entity; hanging an entity below itself is ignored.
  ///   - preservingWorldTransform: true keeps its place in the world, false (the default) keeps
  ///     its transform.
  public func addChild(_ child: Entity, preservingWorldTransform: Bool = false) {
    guard !child.isAncestor(of: self) else { return }
    let world = child.transformMatrix(relativeTo: nil)
    child.removeFromParent()
    children.append(child)
    child.parent = self
    if preservingWorldTransform { child.setTransformMatrix(world, relativeTo: nil) }
  }

  /// Takes a child out of the tree; anything else is ignored.
  public func removeChild(_ child: Entity) {
    guard let index = children.firstIndex(where: { $0 === child }) else { return }
    children.remove(at: index)
    child.parent = nil
  }

  /// Takes the entity, with everything below it, out of its tree.
  public func removeFromParent() { parent?.removeChild(self) }

  /// The first entity of a name in this subtree, this one included, parents before children.
  /// - Complexity: O(entities).
  public func findEntity(named name: String) -> Entity? {
    if self.name == name { return self }
    for child in children {
      if let found = child.findEntity(named: name) { return found }
    }
    return nil
  }

  /// Calls a function for this entity and everything below it, parents first.
  public func forEachInSubtree(_ body: (Entity) -> Void) {
    body(self)
    for child in children { child.forEachInSubtree(body) }
  }

  /// True when the entity and everything above it are enabled.
  public var isEnabledInHierarchy: Bool { isEnabled && (parent?.isEnabledInHierarchy ?? true) }

  /// The matrix that takes a point of this entity to the space of another entity of its tree, or,
  /// with nil, to the world.
  public func transformMatrix(relativeTo reference: Entity?) -> Matrix4x4 {
    if reference === self { return .identity }
    var matrix = transform.matrix
    var ancestor = parent
    while let entity = ancestor {
      if entity === reference { return matrix }
      matrix = entity.transform.matrix * matrix
      ancestor = entity.parent
    }
    guard let reference else { return matrix }
    return reference.transformMatrix(relativeTo: nil).affineInverse * matrix
  }

  /// Moves the entity so that `transformMatrix(relativeTo: reference)` becomes a matrix (without
  /// shear, which a transform cannot hold).
  public func setTransformMatrix(_ matrix: Matrix4x4, relativeTo reference: Entity?) {
    let world = (reference?.transformMatrix(relativeTo: nil) ?? .identity) * matrix
    let parentWorld = parent?.transformMatrix(relativeTo: nil) ?? .identity
    transform = Transform(matrix: parentWorld.affineInverse * world)
  }

  /// The entity's place in the space of another entity, or, with nil, in the world.
  public func position(relativeTo reference: Entity?) -> Vector3 {
    transformMatrix(relativeTo: reference).translation
  }

  /// The box round all enabled models of this subtree, in the space of another entity, or, with
  /// nil, in the world.
  public func visualBounds(relativeTo reference: Entity?) -> BoundingBox {
    var result = BoundingBox.empty
    for child in children where child.isEnabled {
      result.formUnion(child.visualBounds(relativeTo: reference))
    }
    return result
  }

  /// Follows a new frame of the session; called by `Scene.update(with:)` once anchors are bound.
  ///
  /// The default does nothing; overrides need not call it.
  open func update(with frame: SessionFrame) {}

  /// A new entity of the same kind with the same properties, at no parent.
  ///
  /// Without children, unless the kind makes its own. Subclasses that keep properties override it;
  /// `clone` is what others call.
  open func makeCopy() -> Entity { Entity(name: name, transform: transform) }

  /// True where `makeCopy` brings the children, too.
  var copiesChildren: Bool { false }

  private func isAncestor(of entity: Entity) -> Bool {
    var candidate: Entity? = entity
    while let e = candidate {
      if e === self { return true }
      candidate = e.parent
    }
    return false
  }
}
