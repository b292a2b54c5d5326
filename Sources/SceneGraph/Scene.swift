import SessionCore
import SpatialMath

/// The tops of the entity trees, bound to what the session finds in the real world.
///
/// Belongs to the thread that draws, like its entities.
public final class Scene {
  /// The anchored entities, in the order of adding.
  public private(set) var anchors: [AnchorEntity] = []

  /// Creates an empty scene.
  public init() {}

  /// Adds the top of a tree.
  public func addAnchor(_ anchor: AnchorEntity) {
    guard !anchors.contains(where: { $0 === anchor }) else { return }
    anchors.append(anchor)
  }

  /// Takes the top of a tree away.
  public func removeAnchor(_ anchor: AnchorEntity) {
    anchors.removeAll { $0 === anchor }
  }

  /// The first entity of a name.
  public func findEntity(named name: String) -> Entity? {
    for anchor in anchors {
      if let found = anchor.findEntity(named: name) { return found }
    }
    return nil
  }

  /// Binds the anchors to a frame, then has every entity follow it.
  ///
  /// Call it once a frame, before `makeSnapshot()`.
  public func update(with frame: SessionFrame) {
    for anchor in anchors {
      anchor.bind(to: frame)
      anchor.forEachInSubtree { $0.update(with: frame) }
    }
  }
}
