import SpatialMath

/// Two unit vectors that span the plane with a normal.
package struct PlaneBasis: Sendable {
  package let normal: Vector3
  package let u: Vector3
  package let v: Vector3

  /// Along a direction as far as it lies in the plane, and at right angles; u × v is the normal.
  ///
  /// Without a direction, or with one along the normal, any two.
  package init(normal: Vector3, along direction: Vector3 = .zero) {
    self.normal = normal
    let inPlane = direction - normal * direction.dot(normal)
    if inPlane.length > 1e-6 {
      u = inPlane.normalized
    } else {
      let helper = abs(normal.x) < 0.9 ? Vector3(1, 0, 0) : Vector3(0, 1, 0)
      u = (helper - normal * helper.dot(normal)).normalized
    }
    v = normal.cross(u)
  }

  /// A point's place along u and v.
  @inline(__always) package func flat(_ p: Vector3) -> Vector2 { Vector2(u.dot(p), v.dot(p)) }
}
