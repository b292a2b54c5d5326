import SessionCore

/// A map begun while the camera is lost in the one before, until both are joined.
///
/// Nothing of it is told: where it lies is not known before the first map's camera is found again.
struct SecondMap {
  /// Follows the camera in it.
  var core: MapTracker
  /// How it lies on the first map, by an earlier picture.
  private var alignment: MapAlignment?
  /// Pictures since the camera is known in both maps, and those at the earlier alignment.
  private var together = 0, aligned = 0

  /// What a picture known in both maps leads to.
  enum Outcome {
    /// It is better to wait.
    case wait
    /// This is how it lies on the first map.
    case join(MapAlignment)
    /// It cannot be joined.
    case giveUp
  }

  /// Pictures between the two alignments that must agree.
  private static let interval = 6
  /// Pictures to wait for them: following two maps costs twice as much.
  private static let patience = 60

  /// Begins one.
  init(core: MapTracker) { self.core = core }

  /// Compares the maps at a picture in which the first map's camera is known.
  mutating func compare(_ first: FrameTracker, _ map: WorldMap) -> Outcome {
    together += 1
    guard core.state == .tracking, core.isOldEnough, together <= Self.patience else {
      return .giveUp
    }
    guard
      let found = MapAlignment(kept: first, map, other: core.tracker, core.map)
    else { return .wait }
    guard let alignment else {
      (alignment, aligned) = (found, together)
      return .wait
    }
    if together - aligned < Self.interval { return .wait }
    return alignment.agrees(with: found) ? .join(found) : .giveUp
  }
}
