import SessionCore
import SpatialMath

/// What of a model is met by taps, looks and rays.
public enum CollisionShape: Sendable, Equatable {
  /// Its triangles.
  case mesh
  /// The box round its triangles: easier to hit where a thing is thin or full of holes.
  case bounds
  /// A box round a point of the model's own space, with its size.
  case box(center: Vector3, size: Vector3)
  /// A ball round a point of the model's own space.
  case sphere(center: Vector3, radius: Double)
  /// Nothing.
  case none
}

extension ModelEntity {
  /// How far along a ray of the world the model is met; nil when it is missed.
  func distance(along ray: Ray, worldFromModel: Matrix4x4) -> Double? {
    switch collisionShape {
    case .none: return nil
    case .mesh: return mesh?.distance(along: ray, worldFromModel: worldFromModel)
    case .bounds:
      guard let box = mesh?.bounds, !box.isEmpty else { return nil }
      return Self.meet(ray, worldFromModel) { box.entry(of: $0, along: $1) }
    case .box(let center, let size):
      let box = BoundingBox(min: center - size / 2, max: center + size / 2)
      return Self.meet(ray, worldFromModel) { box.entry(of: $0, along: $1) }
    case .sphere(let center, let radius):
      return Self.meet(ray, worldFromModel) { origin, direction in
        let o = origin - center
        let (a, b, c) = (
          direction.dot(direction), o.dot(direction), o.dot(o) - radius * radius
        )
        let root = b * b - a * c
        guard root >= 0, a > 0 else { return nil }
        let near = (-b - root.squareRoot()) / a
        let far = (-b + root.squareRoot()) / a
        return near > 0 ? near : far > 0 ? far : nil
      }
    }
  }

  /// The ray in the model's space; its direction is not normalised, so that lengths along it are
  /// those of the world.
  private static func meet(
    _ ray: Ray, _ worldFromModel: Matrix4x4, _ distance: (Vector3, Vector3) -> Double?
  ) -> Double? {
    guard abs(worldFromModel.linear.determinant) > 1e-18 else { return nil }
    let modelFromWorld = worldFromModel.affineInverse
    return distance(
      modelFromWorld.transform(point: ray.origin),
      modelFromWorld.transform(direction: ray.direction))
  }
}

extension BoundingBox {
  /// How far along a ray the box is met, from within 0; nil when it is missed.
  func entry(of origin: Vector3, along direction: Vector3) -> Double? {
    guard !isEmpty else { return nil }
    var (near, far) = (0.0, Double.infinity)
    for axis in 0..<3 {
      // A flat box has to be met, too.
      let (low, high) = (min[axis] - 1e-6, max[axis] + 1e-6)
      if abs(direction[axis]) < 1e-15 {
        if origin[axis] < low || origin[axis] > high { return nil }
        continue
      }
      let (a, b) = (
        (low - origin[axis]) / direction[axis], (high - origin[axis]) / direction[axis]
      )
      near = Swift.max(near, Swift.min(a, b))
      far = Swift.min(far, Swift.max(a, b))
    }
    return near <= far ? near : nil
  }
}
