import SessionCore
import SpatialMath

/// Which anchors belong to what the world tracker found: its planes, or its images.
///
/// The tracker lists all of a kind each time; the differences become additions, updates and
/// removals. What belongs to a map that was reset is no longer compared: its anchors stay until they
/// are removed.
struct MapRegister: Sendable {
  /// What the tracker found in the order in which it came, each with its anchor.
  private var known: [(found: AnchorIdentifier, anchor: AnchorIdentifier)] = []
  /// What the program removed the anchors of: they do not come back.
  private var dismissed: Set<AnchorIdentifier> = []

  /// Brings the anchors in line with all that the tracker has found.
  mutating func apply(
    _ all: [Anchor], worldFromMap: Pose, to store: inout AnchorStore,
    using generator: inout SeededGenerator
  ) {
    removeMissing(all, from: &store)
    for found in all where !dismissed.contains(found.identifier) {
      let transform =
        worldFromMap == .identity ? found.transform : worldFromMap * found.transform
      let place = known.firstIndex { $0.found == found.identifier }
      if let place, let old = store[known[place].anchor] {
        let anchor = found.with(identifier: old.identifier, transform: transform)
        if anchor != old { store.update(anchor) }
        continue
      }
      // The tracker's identifier serves, unless it was used before: after a reset with the same
      // seed, or after `removeExistingAnchors`.
      let isUsed = place != nil || store.hasSeen(found.identifier)
      let identifier = isUsed ? AnchorIdentifier(using: &generator) : found.identifier
      if let place { known.remove(at: place) }
      known.append((found.identifier, identifier))
      store.add(found.with(identifier: identifier, transform: transform))
    }
  }

  /// Notes what a saved map's tracker found, whose anchor is there already.
  mutating func takeUp(_ found: AnchorIdentifier) { known.append((found, found)) }

  /// Notes that the program removed an anchor.
  mutating func dismiss(_ anchor: AnchorIdentifier) {
    if let entry = known.first(where: { $0.anchor == anchor }) { dismissed.insert(entry.found) }
  }

  /// Forgets what the tracker found, for a map that starts over; the anchors stay.
  mutating func forgetMap() {
    known = []
    dismissed = []
  }

  private mutating func removeMissing(_ all: [Anchor], from store: inout AnchorStore) {
    let isGone = known.map { entry in !all.contains { $0.identifier == entry.found } }
    guard isGone.contains(true) else { return }
    for (entry, isGone) in zip(known, isGone) where isGone { store.remove(entry.anchor) }
    known = zip(known, isGone).filter { !$0.1 }.map(\.0)
  }
}
