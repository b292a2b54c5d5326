import Foundation
import SessionCore
import SpatialMath

/// A plane anchor with what is needed to make it grow.
package struct TrackedPlane: Sendable {
  /// As published; its transform stays.
  package private(set) var anchor: PlaneAnchor
  /// The plane as it was added, with its present outline.
  ///
  /// The basis holds world directions of plane space: u is +X, the normal +Y, v is −Z.
  package private(set) var flat: FlatOutline
  /// Grows with each look that finds reason to doubt the plane.
  package var doubts = 0

  private let origin: Vector2
  private var rectangle: OrientedRectangle
  /// Growth below this share of the area is not published.
  private static let materialArea = 0.03
  /// A rectangle in another direction must be smaller by this share to be taken.
  private static let materialTurn = 0.05

  /// Adds a plane where a surface is.
  package init(
    _ flat: FlatOutline, alignment: PlaneAnchor.Alignment, identifier: AnchorIdentifier
  ) {
    self.flat = flat
    let basis = flat.basis
    rectangle = Self.rectangle(flat.outline, alignment)
    origin = rectangle.center
    anchor = PlaneAnchor(
      identifier: identifier,
      transform: Pose(
        rotation: Quaternion(Matrix3x3(columns: basis.u, basis.normal, -basis.v)),
        translation: flat.world(rectangle.center)),
      alignment: alignment, center: .zero,
      extent: .init(width: 0, height: 0, rotationOnYAxis: 0), boundary: [])
    publish()
  }

  /// Takes up a plane of a saved map, as it was.
  package init(_ saved: PlaneAnchor, band: Double) {
    anchor = saved
    let turn = saved.transform.rotation
    let basis = PlaneBasis(normal: turn.act(Vector3(0, 1, 0)), along: turn.act(Vector3(1, 0, 0)))
    let place = saved.transform.translation
    let origin = basis.flat(place)
    self.origin = origin
    let outline = ConvexPolygon(
      hullOf: saved.boundary.map { origin + Vector2($0.x, -$0.z) })
    flat = FlatOutline(
      basis: basis, offset: basis.normal.dot(place), band: band, outline: outline)
    let r = saved.extent.rotationOnYAxis
    rectangle = OrientedRectangle(round: outline.corners, along: Vector2(cos(r), sin(r)))
  }

  /// The outline with another one on the same plane; nil when the gain is not material.
  package func grown(by other: ConvexPolygon) -> ConvexPolygon? {
    let grown = ConvexPolygon(hullOf: flat.outline.corners + other.corners)
    return grown.area > flat.outline.area * (1 + Self.materialArea) ? grown : nil
  }

  /// Changes the outline.
  package mutating func reshape(_ outline: ConvexPolygon) {
    flat.outline = outline
    let kept = OrientedRectangle(round: outline.corners, along: rectangle.axis)
    let best = Self.rectangle(outline, anchor.alignment)
    // The direction stays as long as it serves, and never jumps by a quarter turn.
    rectangle =
      best.area < kept.area * (1 - Self.materialTurn) ? best.turned(like: rectangle.axis) : kept
    publish()
  }

  /// Changes what the plane is taken for.
  package mutating func classify(_ classification: PlaneAnchor.Classification) {
    if anchor.classification != classification { anchor.classification = classification }
  }

  /// A level surface has no direction of its own, a wall's sides are level and upright.
  private static func rectangle(
    _ outline: ConvexPolygon, _ alignment: PlaneAnchor.Alignment
  ) -> OrientedRectangle {
    let along = Vector2(1, 0)
    let upright = OrientedRectangle(round: outline.corners, along: along)
    if alignment == .vertical { return upright }
    return outline.minimumRectangle()?.turned(like: along) ?? upright
  }

  private mutating func publish() {
    anchor.center = local(rectangle.center)
    // Turning by r about +Y takes +X to (cos r, 0, −sin r), which is (cos r, sin r) along u and v.
    anchor.extent = .init(
      width: rectangle.width, height: rectangle.height,
      rotationOnYAxis: atan2(rectangle.axis.y, rectangle.axis.x))
    anchor.boundary = flat.outline.corners.map(local)
  }

  private func local(_ p: Vector2) -> Vector3 {
    Vector3(p.x - origin.x, 0, -(p.y - origin.y))
  }
}
