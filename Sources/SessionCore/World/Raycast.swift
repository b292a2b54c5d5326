import Foundation
import SpatialMath

/// Asks what surface lies along a ray.
public struct RaycastQuery: Sendable, Equatable {
  /// What may be hit.
  public enum Target: String, Sendable {
    /// Found planes within their boundary.
    case existingPlaneGeometry
    /// Found planes without end.
    case existingPlaneInfinite
    /// Found planes, or a surface guessed from feature points.
    case estimatedPlane
  }

  /// Which planes count.
  public enum TargetAlignment: String, Sendable { case horizontal, vertical, any }

  /// The ray in world space.
  public var ray: Ray
  /// What may be hit.
  public var target: Target
  /// Which planes count.
  public var alignment: TargetAlignment

  /// Creates a query.
  public init(
    ray: Ray, target: Target = .existingPlaneGeometry, alignment: TargetAlignment = .any
  ) {
    self.ray = ray
    self.target = target
    self.alignment = alignment
  }
}

/// Where a ray met a surface.
public struct RaycastResult: Sendable, Equatable {
  /// World from hit: +Y is the surface's normal.
  public var worldTransform: Pose
  /// Metres from the ray's origin.
  public var distance: Double
  /// The plane that was hit.
  public var anchor: AnchorIdentifier?

  /// Creates a result.
  public init(worldTransform: Pose, distance: Double, anchor: AnchorIdentifier?) {
    self.worldTransform = worldTransform
    self.distance = distance
    self.anchor = anchor
  }
}

extension PlaneAnchor {
  /// True when a point of plane space (y ignored) lies within the boundary (even-odd rule).
  public func boundaryContains(_ p: Vector3) -> Bool {
    guard boundary.count >= 3 else { return false }
    var inside = false
    var previous = boundary[boundary.count - 1]
    for corner in boundary {
      if (corner.z > p.z) != (previous.z > p.z),
        p.x < (previous.x - corner.x) * (p.z - corner.z) / (previous.z - corner.z) + corner.x
      {
        inside.toggle()
      }
      previous = corner
    }
    return inside
  }

  /// Where a world-space ray meets the plane.
  public func intersection(with ray: Ray, infinite: Bool) -> RaycastResult? {
    let normal = transform.rotation.act(Vector3(0, 1, 0))
    let plane = Plane(normal: normal, through: transform.translation)
    guard let distance = plane.intersection(with: ray) else { return nil }
    let point = ray.point(at: distance)
    if !infinite, !boundaryContains(transform.inverse.act(point)) { return nil }
    return RaycastResult(
      worldTransform: Pose(rotation: transform.rotation, translation: point), distance: distance,
      anchor: identifier)
  }
}
