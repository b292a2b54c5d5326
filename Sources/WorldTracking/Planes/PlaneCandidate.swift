import SessionCore

/// A surface on probation: what was found, and how often.
struct PlaneCandidate {
  let alignment: PlaneAnchor.Alignment
  /// As it was found last.
  private(set) var flat: FlatOutline
  /// How many points lay on it then.
  private(set) var support: Int
  /// How often it was found where it was before.
  private(set) var sightings = 1
  /// Whether the newest look at the map found it.
  var isSeen = true

  init(
    _ surface: Surface, _ basis: PlaneBasis, band: Double, _ alignment: PlaneAnchor.Alignment
  ) {
    flat = FlatOutline(
      basis: basis, offset: surface.offset, band: band, outline: surface.outline)
    support = surface.members.count
    self.alignment = alignment
  }

  /// Takes in that it was found again.
  mutating func see(_ found: PlaneCandidate) {
    flat = found.flat
    support = found.support
    sightings += 1
    isSeen = true
  }
}
