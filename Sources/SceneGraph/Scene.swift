import SessionCore
import SpatialMath

/// The tops of the entity trees, bound to what the session finds in the real world.
///
/// Belongs to the thread that draws, like its entities.
public final class Scene {
  /// The anchored entities, in the order of adding.
  public private(set) var anchors: [AnchorEntity] = []

  /// What happens, and what is done about it.
  public var behaviours: [SceneBehaviour] = []
  /// The names of the sets of anchors of which one is shown at a time; empty without sets.
  public private(set) var sets: [String] = []
  /// The set that is shown, a place in `sets`; others are ignored.
  public var activeSet = 0 {
    didSet {
      if !sets.indices.contains(activeSet) { activeSet = oldValue }
      showActiveSet()
    }
  }
  /// Where the user looks on a screen; nil when that is not followed.
  public var gaze: SceneGaze?
  /// True while what is drawn is shown like a mirror: what stands on the screen is turned round, so
  /// that it can be read.
  public var isShownMirrored = false
  private var members: [(set: String, anchor: AnchorEntity)] = []
  var state = BehaviourState()

  /// Creates an empty scene.
  public init() {}

  /// Adds the top of a tree to a set; sets are shown in the order in which they are first named.
  public func addAnchor(_ anchor: AnchorEntity, toSet set: String) {
    addAnchor(anchor)
    if !sets.contains(set) { sets.append(set) }
    members.append((set, anchor))
    showActiveSet()
  }

  private func showActiveSet() {
    for (set, anchor) in members { anchor.isEnabled = set == sets[activeSet] }
  }

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
      anchor.isShownMirrored = isShownMirrored
      anchor.bind(to: frame)
      anchor.forEachInSubtree {
        $0.advanceMotion(to: frame.timestamp)
        $0.update(with: frame)
      }
    }
    updateGaze(frame)
    updateBehaviours(frame)
  }
}
