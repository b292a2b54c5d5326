import SessionCore
import SpatialMath

extension PlaneAnchor {
  /// Both sides of the plane within its boundary, in plane space: a fan round the middle, as
  /// boundaries are convex; nil before there is one.
  package var sheet: TriangleMesh? {
    guard boundary.count >= 3 else { return nil }
    let middle = boundary.reduce(Vector3.zero, +) / Double(boundary.count)
    let positions = (boundary + [middle]).map { SIMD3<Float>($0) }
    let last = UInt32(boundary.count)
    var indices: [UInt32] = []
    for i in 0..<last {
      let next = (i + 1) % last
      indices += [last, i, next, last, next, i]
    }
    return TriangleMesh(
      positions: positions,
      normals: [SIMD3<Float>](repeating: SIMD3(0, 1, 0), count: positions.count),
      indices: indices)
  }
}
