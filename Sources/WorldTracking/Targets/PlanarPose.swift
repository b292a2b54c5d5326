import SpatialMath

/// The pose of a flat thing from four or more of its places: a homography, taken apart.
package enum PlanarPose {
  /// Camera from thing, and how much wider it looks than it should, as a factor of its height.
  package struct Solution {
    package var pose: RigidMotion
    package var stretch: Double
  }

  /// Nil for places on a line.
  package static func solve(_ sights: [TargetSight]) -> Solution? {
    guard sights.count >= 4 else { return nil }
    var system = DenseSystem(size: 8)
    // In units of the thing's own size, for the sake of rounding.
    let size = sights.map { max(abs($0.point.x), abs($0.point.y)) }.max() ?? 1
    guard size > 0 else { return nil }
    for s in sights {
      let (x, y) = (s.point.x / size, s.point.y / size)
      let (u, v) = (s.place.x, s.place.y)
      system.add([x, y, 1, 0, 0, 0, -u * x, -u * y], u)
      system.add([0, 0, 0, x, y, 1, -v * x, -v * y], v)
    }
    guard let h = system.solved() else { return nil }
    let first = Vector3(h[0], h[3], h[6]) / size
    let second = Vector3(h[1], h[4], h[7]) / size
    let (a, b) = (first.length, second.length)
    guard a > 0, b > 0 else { return nil }
    let scale = 2 / (a + b)
    let translation = Vector3(h[2], h[5], 1) * scale
    let x = first / a
    let z = x.cross(second / b).normalized
    let rotation = Matrix3x3(columns: x, z.cross(x), z)
    return Solution(
      pose: RigidMotion(rotation: rotation, translation: translation), stretch: a / b)
  }
}
