import SceneGraph

/// The tops of the entity trees that a view shows.
public final class Scene {
  let core = SceneGraph.Scene()
  /// The tops of the trees.
  public var anchors: [AnchorEntity] = [] {
    didSet {
      for old in oldValue { old.anchor.map(core.removeAnchor) }
      for new in anchors { new.anchor.map(core.addAnchor) }
    }
  }

  init() {}

  /// Adds the top of a tree.
  public func addAnchor(_ anchor: AnchorEntity) {
    if !anchors.contains(where: { $0 === anchor }) { anchors.append(anchor) }
  }

  /// Takes the top of a tree away.
  public func removeAnchor(_ anchor: AnchorEntity) { anchors.removeAll { $0 === anchor } }

  /// The first entity of a name.
  public func findEntity(named name: String) -> Entity? {
    for anchor in anchors {
      if let found = anchor.findEntity(named: name) { return found }
    }
    return nil
  }
}
