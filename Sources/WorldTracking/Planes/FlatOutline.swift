import SpatialMath

/// An outline on a plane in the world, and how finely the plane is known.
package struct FlatOutline: Sendable {
  /// World directions along the plane, and its normal.
  package var basis: PlaneBasis
  /// normal · p of the plane.
  package var offset: Double
  /// Points within this distance belong to the plane, metres: all distances are measured by it.
  package var band: Double
  /// The outline along the basis, counter-clockwise seen from the normal's side.
  package var outline: ConvexPolygon

  /// Two outlines are one surface when they are this close, of the band, turned by less than this
  /// (8°, cosine), and share this much of the smaller one's area.
  private static let sameOffset = 1.35, sameDirection = 0.99, sameArea = 0.1
  /// A steady surface stays within this, of the band.
  private static let steadyOffset = 0.7
  /// Two outlines claim one place when they are this close, of the band, turned by less than this
  /// (14°, cosine), and share this much of the smaller one's area.
  private static let rivalOffset = 8.0, rivalDirection = 0.97, rivalArea = 0.3
  /// What lies this close above a larger surface, of the band, with this share of its area over it,
  /// lies **on** it.
  private static let clutterOffset = 8.0, clutterArea = 0.5
  /// So does, whatever its height up to this, of the band, what is smaller than this share of the
  /// lower surface and shorter than this, of the band: a box on a table, not a table on a floor.
  private static let boxHeight = 25.0, boxArea = 0.2, boxLength = 20.0
  /// The cells of evidence, of the band.
  private static let cell = 4.0

  /// How two outlines lie to each other.
  private struct Relation {
    /// The cosine of the angle between the normals.
    var direction: Double
    /// How far the first lies before the second where they overlap.
    var gap: Double
    /// The share of the smaller one's area that they have in common.
    var common: Double
    /// The first one's share that lies over the second.
    var ownShare: Double
  }

  private func relation(to other: FlatOutline) -> Relation {
    let shared = other.outline(along: self).intersection(outline)
    let area = shared.area
    let center = world(shared.middle ?? outline.middle ?? .zero)
    return Relation(
      direction: basis.normal.dot(other.basis.normal),
      gap: other.basis.normal.dot(center) - other.offset,
      common: area / max(1e-12, min(outline.area, other.outline.area)),
      ownShare: area / max(1e-12, outline.area))
  }

  /// Whether two outlines are parts of one surface.
  func isSame(as other: FlatOutline) -> Bool {
    agrees(with: other, within: Self.sameOffset)
  }

  /// Whether a surface found again has stayed where it was.
  func isSteady(with other: FlatOutline) -> Bool {
    agrees(with: other, within: Self.steadyOffset)
  }

  private func agrees(with other: FlatOutline, within limit: Double) -> Bool {
    let r = relation(to: other)
    return r.direction > Self.sameDirection && abs(r.gap) < limit * max(band, other.band)
      && r.common >= Self.sameArea
  }

  /// Whether both claim one place, of which only one can be right.
  func isRival(of other: FlatOutline) -> Bool {
    let r = relation(to: other)
    return r.direction > Self.rivalDirection
      && abs(r.gap) < Self.rivalOffset * max(band, other.band) && r.common >= Self.rivalArea
  }

  /// Whether a surface is that of things that lie on another one.
  func isClutter(on lower: FlatOutline) -> Bool {
    guard outline.area < lower.outline.area else { return false }
    let r = relation(to: lower)
    guard r.direction > Self.rivalDirection, r.gap > 0, r.ownShare > Self.clutterArea else {
      return false
    }
    let band = max(band, lower.band)
    if r.gap < Self.clutterOffset * band { return true }
    let length = outline.minimumRectangle().map { max($0.width, $0.height) } ?? 0
    return r.gap < Self.boxHeight * band && length < Self.boxLength * band
      && outline.area < Self.boxArea * lower.outline.area
  }

  /// The outline along the basis of a plane that is nearly the same.
  func outline(along other: FlatOutline) -> ConvexPolygon {
    ConvexPolygon(hullOf: outline.corners.map { other.basis.flat(world($0)) })
  }

  /// A place on the plane in the world.
  func world(_ p: Vector2) -> Vector3 {
    basis.normal * offset + basis.u * p.x + basis.v * p.y
  }

  /// What points say of the plane over an outline; `band` when it is coarser than the plane's own.
  func evidence(
    _ points: [SurfacePoint], over outline: ConvexPolygon, band coarser: Double = 0
  ) -> PlaneEvidence {
    let band = max(self.band, coarser)
    return PlaneEvidence(
      points, on: .init(basis: basis, offset: offset, band: band),
      grid: CellGrid(outline.corners, cellSize: Self.cell * band))
  }
}
