import Foundation
import SpatialMath

extension TriangleMesh {
  /// A round rod along a path, with hemispherical ends.
  ///
  /// - Parameters:
  ///   - path: two points or more, none doubled.
  ///   - radius: of the rod.
  ///   - flattening: the section's height over its width; 1 is round. Height is along `up`.
  ///   - up: a direction that is never along the path.
  ///   - sides: corners of the section.
  /// - Returns: the skin; empty for fewer than two points.
  public static func tube(
    along path: [SIMD3<Float>], radius: Float, flattening: Float = 1,
    up: SIMD3<Float> = SIMD3(0, 1, 0), sides: Int = 10
  ) -> TriangleMesh {
    guard path.count > 1 else { return TriangleMesh() }
    // Rings: (centre, radius factor, how far the normal leans along the path).
    let capSteps = 3
    var rings: [(center: SIMD3<Float>, along: SIMD3<Float>, width: Float, lean: Float)] = []
    let first = (path[1] - path[0]).normalized
    let last = (path[path.count - 1] - path[path.count - 2]).normalized
    for i in 0..<capSteps {
      let a = Float(i) / Float(capSteps) * .pi / 2
      rings.append((path[0] - first * radius * cos(a), first, max(sin(a), 1e-3), -cos(a)))
    }
    for i in path.indices {
      let before = i > 0 ? (path[i] - path[i - 1]).normalized : first
      let after = i + 1 < path.count ? (path[i + 1] - path[i]).normalized : last
      rings.append((path[i], (before + after).normalized, 1, 0))
    }
    for i in (0..<capSteps).reversed() {
      let a = Float(i) / Float(capSteps) * .pi / 2
      let end = path[path.count - 1]
      rings.append((end + last * radius * cos(a), last, max(sin(a), 1e-3), cos(a)))
    }
    var mesh = TriangleMesh()
    for ring in rings {
      let side = ring.along.cross(up).normalized
      let top = side.cross(ring.along)
      for s in 0...sides {
        let a = Float(s) / Float(sides) * 2 * .pi
        let offset = side * cos(a) + top * (sin(a) * flattening)
        let normal = side * (cos(a) * flattening) + top * sin(a)
        mesh.positions.append(ring.center + offset * (radius * ring.width))
        let outward = normal.normalized * (1 - ring.lean * ring.lean).squareRoot()
        mesh.normals.append((outward + ring.along * ring.lean).normalized)
      }
    }
    mesh.addRingTriangles(rings: rings.count, sides: sides)
    return mesh
  }

  private mutating func addRingTriangles(rings: Int, sides: Int) {
    let columns = UInt32(sides + 1)
    for ring in 0..<UInt32(rings - 1) {
      for s in 0..<UInt32(sides) {
        let a = ring * columns + s
        indices += [a, a + columns + 1, a + 1, a, a + columns, a + columns + 1]
      }
    }
  }
}
