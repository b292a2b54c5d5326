import Foundation
import SessionCore
import SpatialMath

/// A plane anchor with what is needed to make it grow.
package struct TrackedPlane: Sendable {
  /// As published; its transform stays.
  package private(set) var anchor: PlaneAnchor
  /// World directions of plane space: u is +X, the normal +Y, v is −Z.
  package let basis: PlaneBasis
  /// normal · p of the plane as it was added.
  package let offset: Double
  /// The outline along the basis, counter-clockwise seen from +Y.
  package private(set) var outline: ConvexPolygon
  /// Updates since the plane was last seen to have support.
  package var unsupportedUpdates = 0

  private let origin: Vector2
  /// Growth below this share of the area, or this distance in metres, is not published.
  private static let materialArea = 0.03

  /// Adds a plane where a surface is.
  package init(
    _ surface: Surface, basis: PlaneBasis, alignment: PlaneAnchor.Alignment,
    identifier: AnchorIdentifier
  ) {
    self.basis = basis
    offset = surface.offset
    outline = surface.outline
    let rectangle = Self.rectangle(surface.outline, alignment)
    origin = rectangle.center
    let place =
      basis.normal * surface.offset + basis.u * rectangle.center.x + basis.v * rectangle.center.y
    anchor = PlaneAnchor(
      identifier: identifier,
      transform: Pose(
        rotation: Quaternion(Matrix3x3(columns: basis.u, basis.normal, -basis.v)),
        translation: place),
      alignment: alignment, center: .zero,
      extent: .init(width: 0, height: 0, rotationOnYAxis: 0), boundary: [])
    publish(rectangle)
  }

  /// Takes in another outline on the same plane; published when the gain is material.
  package mutating func grow(by other: ConvexPolygon) {
    let grown = ConvexPolygon(hullOf: outline.corners + other.corners)
    guard grown.area > outline.area * (1 + Self.materialArea) else { return }
    outline = grown
    publish(Self.rectangle(grown, anchor.alignment))
  }

  /// Changes what the plane is taken for.
  package mutating func classify(_ classification: PlaneAnchor.Classification) {
    if anchor.classification != classification { anchor.classification = classification }
  }

  /// A level surface has no direction of its own, a wall's sides are level and upright.
  private static func rectangle(
    _ outline: ConvexPolygon, _ alignment: PlaneAnchor.Alignment
  ) -> OrientedRectangle {
    let upright = OrientedRectangle(round: outline.corners, along: Vector2(1, 0))
    return alignment == .vertical ? upright : outline.minimumRectangle() ?? upright
  }

  private mutating func publish(_ rectangle: OrientedRectangle) {
    anchor.center = local(rectangle.center)
    // Turning by r about +Y takes +X to (cos r, 0, −sin r), which is (cos r, sin r) along u and v.
    anchor.extent = .init(
      width: rectangle.width, height: rectangle.height,
      rotationOnYAxis: atan2(rectangle.axis.y, rectangle.axis.x))
    anchor.boundary = outline.corners.map(local)
  }

  private func local(_ p: Vector2) -> Vector3 {
    Vector3(p.x - origin.x, 0, -(p.y - origin.y))
  }
}
