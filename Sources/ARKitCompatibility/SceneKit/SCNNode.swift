import SceneGraph
import SpatialMath

/// A node of a scene: a place relative to its parent, with a shape and children.
///
/// Belongs to the queue on which the session tells its delegate.
open class SCNNode {
  /// What is drawn.
  let core: SceneGraph.Entity
  /// The nodes below this one.
  public private(set) var childNodes: [SCNNode] = []
  /// The node above; nil at the top.
  public private(set) weak var parent: SCNNode?
  /// The shape; nil for none.
  public var geometry: SCNGeometry?
  /// Mixes the shapes of a loaded model; nil where it has no targets.
  public internal(set) var morpher: SCNMorpher?
  /// Nodes of lower order are drawn first; kept for programs that say so: what only hides is drawn
  /// first here by itself.
  public var renderingOrder = 0
  /// The model that carries `geometry`.
  private var carrier: SceneGraph.ModelEntity?

  /// Creates a node without a shape.
  public init() { core = SceneGraph.Entity() }

  /// Creates a node with a shape.
  public convenience init(geometry: SCNGeometry?) {
    self.init()
    self.geometry = geometry
  }

  /// Stands for an entity that is there already, with everything below it.
  init(core: SceneGraph.Entity) {
    self.core = core
    for child in core.children {
      let node = SCNNode(core: child)
      childNodes.append(node)
      node.parent = self
    }
    let own = ([core] + core.children).compactMap { $0 as? MorphedEntity }
    if !own.isEmpty { morpher = SCNMorpher(own) }
  }

  /// The name for `childNode(withName:recursively:)`.
  public var name: String? {
    get { core.name.isEmpty ? nil : core.name }
    set { core.name = newValue ?? "" }
  }
  /// Hides the node and everything below it.
  public var isHidden: Bool {
    get { !core.isEnabled }
    set { core.isEnabled = !newValue }
  }

  /// Hangs a node below this one.
  public func addChildNode(_ child: SCNNode) {
    child.removeFromParentNode()
    core.addChild(child.core)
    guard child.core.parent === core else { return }
    childNodes.append(child)
    child.parent = self
  }

  /// Takes the node, with everything below it, out of its tree.
  public func removeFromParentNode() {
    core.removeFromParent()
    parent?.childNodes.removeAll { $0 === self }
    parent = nil
  }

  /// The first node of a name below this one.
  public func childNode(withName name: String, recursively: Bool) -> SCNNode? {
    if let found = childNodes.first(where: { $0.name == name }) { return found }
    guard recursively else { return nil }
    for child in childNodes {
      if let found = child.childNode(withName: name, recursively: true) { return found }
    }
    return nil
  }

  /// Brings what is drawn up to date with shapes and surfaces of this subtree.
  func prepare() {
    if let geometry {
      let model = carrier ?? SceneGraph.ModelEntity(mesh: nil)
      if carrier == nil {
        carrier = model
        core.addChild(model)
      }
      let material = geometry.firstMaterial?.core
      model.mesh = material == nil ? nil : geometry.mesh
      if let material { model.material = material }
    } else {
      carrier?.mesh = nil
    }
    for child in childNodes { child.prepare() }
  }
}
