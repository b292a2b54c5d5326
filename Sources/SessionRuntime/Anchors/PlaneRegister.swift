import SessionCore
import SpatialMath

/// Which anchors belong to the planes of the world tracker's map.
///
/// The tracker lists all its planes each time; the differences become additions, updates and
/// removals. Planes of a map that was reset are no longer compared: their anchors stay until they
/// are removed.
struct PlaneRegister: Sendable {
  /// The tracker's planes in the order in which they came, each with its anchor.
  private var known: [(plane: AnchorIdentifier, anchor: AnchorIdentifier)] = []
  /// Planes whose anchors the program removed: they do not come back.
  private var dismissed: Set<AnchorIdentifier> = []

  /// Brings the anchors in line with the tracker's planes.
  mutating func apply(
    _ planes: [PlaneAnchor], worldFromMap: Pose, to store: inout AnchorStore,
    using generator: inout SeededGenerator
  ) {
    removeMissing(planes, from: &store)
    for plane in planes where !dismissed.contains(plane.identifier) {
      var anchor = plane
      if worldFromMap != .identity { anchor.transform = worldFromMap * plane.transform }
      let place = known.firstIndex { $0.plane == plane.identifier }
      if let place, case .plane(let old)? = store[known[place].anchor] {
        anchor.identifier = old.identifier
        if anchor != old { store.update(.plane(anchor)) }
        continue
      }
      // The tracker's identifier serves, unless it was used before: after a reset with the same
      // seed, or after `removeExistingAnchors`.
      if place != nil || store.hasSeen(plane.identifier) {
        anchor.identifier = AnchorIdentifier(using: &generator)
      }
      if let place { known.remove(at: place) }
      known.append((plane.identifier, anchor.identifier))
      store.add(.plane(anchor))
    }
  }

  /// Notes a plane of a saved map, whose anchor is there already.
  mutating func takeUp(_ plane: AnchorIdentifier) { known.append((plane, plane)) }

  /// Notes that the program removed an anchor.
  mutating func dismiss(_ anchor: AnchorIdentifier) {
    if let entry = known.first(where: { $0.anchor == anchor }) { dismissed.insert(entry.plane) }
  }

  /// Forgets the tracker's planes, for a map that starts over; the anchors stay.
  mutating func forgetMap() {
    known = []
    dismissed = []
  }

  private mutating func removeMissing(_ planes: [PlaneAnchor], from store: inout AnchorStore) {
    for entry in known where !planes.contains(where: { $0.identifier == entry.plane }) {
      store.remove(entry.anchor)
    }
    known.removeAll { entry in !planes.contains { $0.identifier == entry.plane } }
  }
}
