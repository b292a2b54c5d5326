import SpatialMath

/// Points from two views.
package enum Triangulation {
  /// The least depth in map units at which a point counts as in front of a camera; the initial
  /// map has median depth 1.
  package static let minimumDepth = 1e-3

  /// The point halfway between two rays where they come closest; not checked for depth.
  ///
  /// Parallel rays give a point very far along the first one.
  package static func midpoint(
    _ first: RigidMotion, _ firstPoint: Vector2, _ second: RigidMotion, _ secondPoint: Vector2
  ) -> Vector3 {
    let a = first.center
    let b = second.center
    let da = first.rotation.transposeAct(Vector3(firstPoint, 1))
    let db = second.rotation.transposeAct(Vector3(secondPoint, 1))
    let baseline = b - a
    let (aa, bb, ab) = (da.dot(da), db.dot(db), da.dot(db))
    let denominator = aa * bb - ab * ab
    guard denominator >= 1e-12 else { return a + da * 1e6 }
    let s = (baseline.dot(da) * bb - baseline.dot(db) * ab) / denominator
    let u = (baseline.dot(da) * ab - baseline.dot(db) * aa) / denominator
    return 0.5 * (a + da * s + b + db * u)
  }
}

/// The pin-hole projection with its derivative.
extension Vector3 {
  /// The image point of a point in vision camera axes; the caller makes sure that z > 0.
  @inline(__always) package var imagePoint: Vector2 { Vector2(x, y) / z }
}
