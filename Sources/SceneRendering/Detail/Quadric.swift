import SpatialMath

/// The weighted sum of squared distances to planes, as a function of a point.
///
/// Garland and Heckbert, "Surface Simplification Using Quadric Error Metrics" (1997).
struct Quadric {
  private var xx = 0.0, xy = 0.0, xz = 0.0, yy = 0.0, yz = 0.0, zz = 0.0
  private var x = 0.0, y = 0.0, z = 0.0, constant = 0.0
  private var weight = 0.0

  /// Of nothing.
  init() {}

  /// Of a triangle's plane, weighted with its area.
  init(_ a: SIMD3<Float>, _ b: SIMD3<Float>, _ c: SIMD3<Float>) {
    let across = Vector3(b - a).cross(Vector3(c - a))
    let length = across.length
    guard length > 0 else { return }
    let n = across / length
    let d = -n.dot(Vector3(a))
    weight = length / 2
    (xx, xy, xz) = (weight * n.x * n.x, weight * n.x * n.y, weight * n.x * n.z)
    (yy, yz, zz) = (weight * n.y * n.y, weight * n.y * n.z, weight * n.z * n.z)
    (x, y, z) = (weight * n.x * d, weight * n.y * d, weight * n.z * d)
    constant = weight * d * d
  }

  /// Takes another one's planes in.
  static func += (a: inout Quadric, b: Quadric) {
    a.xx += b.xx
    a.xy += b.xy
    a.xz += b.xz
    a.yy += b.yy
    a.yz += b.yz
    a.zz += b.zz
    a.x += b.x
    a.y += b.y
    a.z += b.z
    a.constant += b.constant
    a.weight += b.weight
  }

  /// The mean squared distance of a point from the planes.
  func squaredDistance(_ point: SIMD3<Float>) -> Double {
    guard weight > 0 else { return 0 }
    let p = Vector3(point)
    let square = p.x * (xx * p.x + 2 * (xy * p.y + xz * p.z + x))
    let rest = p.y * (yy * p.y + 2 * (yz * p.z + y)) + p.z * (zz * p.z + 2 * z)
    return max(0, (square + rest + constant) / weight)
  }
}
