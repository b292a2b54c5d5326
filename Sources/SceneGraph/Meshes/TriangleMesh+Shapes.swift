import Foundation
import SpatialMath

/// Shapes made by rule. Sizes are in the entity's own units; triangles face outwards.
extension TriangleMesh {
  /// A box with rounded edges about the origin.
  ///
  /// - Parameters:
  ///   - size: the whole lengths along x, y, z.
  ///   - radius: of the edges; at most half the shortest length.
  ///   - segments: steps in each quarter circle.
  /// - Returns: six grids with exact normals.
  public static func roundedBox(
    size: SIMD3<Float>, radius: Float, segments: Int = 3
  ) -> TriangleMesh {
    let half = size / 2
    let r = max(1e-5, min(radius, half.min() * 0.999))
    let core = half - SIMD3(repeating: r)
    // Along one edge of the enclosing cube: a quarter of the circle at each end. A point of the
    // cube at tangent offset t is pulled to the sphere at the angle atan(t).
    let steps = (0...segments).map { tan(Float($0) / Float(segments) * .pi / 4) * r }
    return cubeGrid { axis in
      let c = core[axis]
      return steps.reversed().map { -c - $0 } + steps.map { c + $0 }
    } project: { p in
      let clamped = pointwiseMax(pointwiseMin(p, core), -core)
      let normal = (p - clamped).normalized
      return (clamped + normal * r, normal)
    } half: {
      half[$0]
    }
  }

  /// A superellipsoid |x/a|ⁿ + |y/b|ⁿ + |z/c|ⁿ = 1 about the origin: from a sphere (n = 2) towards
  /// a box.
  ///
  /// - Parameters:
  ///   - radii: a, b, c.
  ///   - exponent: n, 2 and more.
  ///   - segments: steps along each of the twelve edges.
  /// - Returns: six grids with exact normals.
  public static func superellipsoid(
    radii: SIMD3<Float>, exponent: Float, segments: Int = 12
  ) -> TriangleMesh {
    let steps = (0...segments).map { tan((Float($0) / Float(segments) - 0.5) * .pi / 2) }
    return cubeGrid { _ in
      steps
    } project: { p in
      let q = SIMD3(abs(p.x), abs(p.y), abs(p.z))
      let sum = pow(q.x, exponent) + pow(q.y, exponent) + pow(q.z, exponent)
      let unit = p / pow(sum, 1 / exponent)
      var normal = SIMD3<Float>.zero
      for axis in 0..<3 {
        let slope = pow(abs(unit[axis]), exponent - 1) / radii[axis]
        normal[axis] = unit[axis] < 0 ? -slope : slope
      }
      return (unit * radii, normal.normalized)
    } half: { _ in
      1
    }
  }

  /// A sphere about the origin.
  public static func sphere(radius: Float, segments: Int = 10) -> TriangleMesh {
    superellipsoid(radii: SIMD3(repeating: radius), exponent: 2, segments: segments)
  }

  /// A surface of revolution about +Y.
  ///
  /// - Parameters:
  ///   - profile: (radius, height) from bottom to top, outside to the right of the way. Corners
  ///     sharper than 35° stay sharp.
  ///   - segments: steps round the axis.
  ///   - arc: the part of the circle in radians, from +Z towards +X.
  /// - Returns: the skin; ends are open unless the profile starts and ends on the axis.
  public static func lathe(
    profile: [SIMD2<Float>], segments: Int = 32, arc: ClosedRange<Float> = 0...(2 * .pi)
  ) -> TriangleMesh {
    var mesh = TriangleMesh()
    for strip in creasedProfile(profile) {
      let base = UInt32(mesh.positions.count)
      for s in 0...segments {
        let a = arc.lowerBound + (arc.upperBound - arc.lowerBound) * Float(s) / Float(segments)
        for (point, normal) in strip {
          mesh.positions.append(SIMD3(point.x * sin(a), point.y, point.x * cos(a)))
          mesh.normals.append(SIMD3(normal.x * sin(a), normal.y, normal.x * cos(a)))
        }
      }
      let rows = UInt32(strip.count)
      for s in 0..<UInt32(segments) {
        for row in 0..<rows - 1 {
          let a = base + s * rows + row
          mesh.indices += [a, a + rows, a + rows + 1, a, a + rows + 1, a + 1]
        }
      }
    }
    return mesh
  }

  /// A ring about +Y.
  public static func torus(
    radius: Float, tube: Float, segments: Int = 32, sides: Int = 10
  ) -> TriangleMesh {
    lathe(
      profile: (0...sides).map { i in
        let a = Float(i) / Float(sides) * 2 * .pi - .pi / 2
        return SIMD2(radius + tube * cos(a), tube * sin(a))
      }, segments: segments)
  }

  /// A rectangle in the X–Z plane that faces +Y.
  public static func plane(width: Float, depth: Float) -> TriangleMesh {
    let (x, z) = (width / 2, depth / 2)
    return TriangleMesh(
      positions: [SIMD3(-x, 0, z), SIMD3(x, 0, z), SIMD3(x, 0, -z), SIMD3(-x, 0, -z)],
      normals: [SIMD3<Float>](repeating: SIMD3(0, 1, 0), count: 4),
      textureCoordinates: [SIMD2(0, 0), SIMD2(1, 0), SIMD2(1, 1), SIMD2(0, 1)],
      indices: [0, 1, 2, 0, 2, 3])
  }

  /// A profile cut at its sharp corners, with a normal for every point.
  private static func creasedProfile(
    _ points: [SIMD2<Float>]
  ) -> [[(point: SIMD2<Float>, normal: SIMD2<Float>)]] {
    let cosineOfCrease: Float = 0.82  // 35°
    let edges = zip(points, points.dropFirst()).map { a, b in
      let d = b - a
      return SIMD2(d.y, -d.x).normalized
    }
    var strips: [[(point: SIMD2<Float>, normal: SIMD2<Float>)]] = []
    var strip: [(point: SIMD2<Float>, normal: SIMD2<Float>)] = []
    for i in points.indices {
      let before = i > 0 ? edges[i - 1] : nil
      let after = i < edges.count ? edges[i] : nil
      if let before, let after, before.dot(after) < cosineOfCrease {
        strip.append((points[i], before))
        strips.append(strip)
        strip = [(points[i], after)]
      } else {
        let normal = ((before ?? .zero) + (after ?? .zero)).normalized
        strip.append((points[i], normal))
      }
    }
    strips.append(strip)
    return strips.filter { $0.count > 1 }
  }

  /// Six grids on the faces of a cube, moved to a surface.
  private static func cubeGrid(
    steps: (Int) -> [Float],
    project: (SIMD3<Float>) -> (SIMD3<Float>, SIMD3<Float>), half: (Int) -> Float
  ) -> TriangleMesh {
    var mesh = TriangleMesh()
    for axis in 0..<3 {
      let (u, v) = ((axis + 1) % 3, (axis + 2) % 3)
      let (us, vs) = (steps(u), steps(v))
      for side: Float in [-1, 1] {
        let base = UInt32(mesh.positions.count)
        for b in vs {
          for a in us {
            var p = SIMD3<Float>.zero
            p[axis] = side * half(axis)
            p[u] = a
            p[v] = b
            let (position, normal) = project(p)
            mesh.positions.append(position)
            mesh.normals.append(normal)
          }
        }
        mesh.addGridTriangles(base: base, columns: us.count, rows: vs.count, flipped: side < 0)
      }
    }
    return mesh
  }

  private mutating func addGridTriangles(base: UInt32, columns: Int, rows: Int, flipped: Bool) {
    for row in 0..<UInt32(rows - 1) {
      for column in 0..<UInt32(columns - 1) {
        let a = base + row * UInt32(columns) + column
        let (b, c, d) = (a + 1, a + UInt32(columns), a + UInt32(columns) + 1)
        indices += flipped ? [a, c, b, b, c, d] : [a, b, c, c, b, d]
      }
    }
  }
}
