import SpatialMath

extension TriangleMesh {
  /// Adds another mesh to this one.
  package mutating func append(_ other: TriangleMesh) {
    let offset = UInt32(positions.count)
    positions += other.positions
    normals += other.normals
    indices += other.indices.map { $0 + offset }
  }

  /// Several meshes as one.
  package static func joined(_ meshes: [TriangleMesh]) -> TriangleMesh {
    meshes.reduce(into: TriangleMesh()) { $0.append($1) }
  }

  /// The mesh moved by a transform; normals are turned accordingly.
  package func transformed(by transform: Transform) -> TriangleMesh {
    let m = transform.matrix
    return deformed { Vector3Float(m.transform(point: Vector3($0))) }
  }

  /// The mesh moved by an offset.
  package func translated(_ x: Float, _ y: Float, _ z: Float) -> TriangleMesh {
    var result = self
    let offset = SIMD3(x, y, z)
    for i in result.positions.indices { result.positions[i] += offset }
    return result
  }

  /// The mesh with every point moved by a function; normals follow the function's derivative.
  ///
  /// The cofactors of the Jacobian (central differences) turn the normals, so that seams where
  /// vertices are doubled stay invisible. A function that mirrors turns the triangles round.
  package func deformed(_ move: (SIMD3<Float>) -> SIMD3<Float>) -> TriangleMesh {
    // 0.1 mm: small against any part, large against single precision at these sizes.
    let step: Float = 1e-4
    var result = self
    var mirrored = 0
    for i in positions.indices {
      let p = positions[i]
      result.positions[i] = move(p)
      guard normals.indices.contains(i) else { continue }
      func derivative(_ axis: SIMD3<Float>) -> SIMD3<Float> {
        (move(p + axis * step) - move(p - axis * step)) / (2 * step)
      }
      let (x, y, z) = (
        derivative(SIMD3(1, 0, 0)), derivative(SIMD3(0, 1, 0)), derivative(SIMD3(0, 0, 1))
      )
      let n = normals[i]
      let sign: Float = x.dot(y.cross(z)) < 0 ? -1 : 1
      mirrored += sign < 0 ? 1 : -1
      let turned = (y.cross(z) * n.x + z.cross(x) * n.y + x.cross(y) * n.z) * sign
      result.normals[i] = turned.length > 0 ? turned.normalized : n
    }
    if mirrored > 0 {
      for i in stride(from: 0, to: result.indices.count, by: 3) { result.indices.swapAt(i, i + 1) }
    }
    return result
  }
}

/// A point in single precision.
typealias Vector3Float = SIMD3<Float>
