import SpatialMath

/// A shape with morph targets.
///
/// Immutable, thread-safe; models share it.
public final class MorphedMesh: Sendable {
  /// The shape at rest; normals are always there.
  public let source: TriangleMesh
  /// What can be added to it.
  public let targets: [MorphTarget]
  /// The box round the shape whatever the weights of 0…1.
  public let bounds: BoundingBox

  /// Creates a shape; parts of targets that lead beyond it are left out.
  public init(source: TriangleMesh, targets: [MorphTarget]) {
    var complete = source
    if complete.normals.count != complete.positions.count {
      complete.normals = complete.computedNormals()
    }
    self.source = complete
    let count = complete.positions.count
    self.targets = targets.map { target in
      var kept = target
      if target.positions.count == target.vertices.count,
        target.normals.isEmpty || target.normals.count == target.vertices.count,
        target.vertices.allSatisfy({ $0 < count })
      {
        return kept
      }
      (kept.vertices, kept.positions, kept.normals) = ([], [], [])
      return kept
    }
    bounds = Self.bounds(complete, self.targets)
  }

  private static func bounds(_ source: TriangleMesh, _ targets: [MorphTarget]) -> BoundingBox {
    // Each target adds to one side or the other of each vertex; the sums bound every mixture.
    var low = source.positions
    var high = source.positions
    for target in targets {
      for (vertex, offset) in zip(target.vertices, target.positions) {
        low[Int(vertex)] += pointwiseMin(offset, .zero)
        high[Int(vertex)] += pointwiseMax(offset, .zero)
      }
    }
    var box = BoundingBox.empty
    for p in low { box.formUnion(Vector3(p)) }
    for p in high { box.formUnion(Vector3(p)) }
    return box
  }

  /// Adds all targets by their weights.
  ///
  /// - Parameters:
  ///   - weights: one a target; those that are missing are 0.
  ///   - unifiesNormals: computes normals from the morphed triangles, instead of morphing them.
  /// - Returns: the morphed shape; its normals are not of unit length.
  /// - Complexity: O(vertices + moved vertices of the targets whose weight is not 0).
  public func morphed(weights: [Float], unifiesNormals: Bool = false) -> TriangleMesh {
    var result = source
    result.positions.withUnsafeMutableBufferPointer { p in
      for (target, weight) in zip(targets, weights) where weight != 0 {
        Self.add(target.positions, at: target.vertices, weight, to: p)
      }
    }
    guard !unifiesNormals else {
      result.normals = result.computedNormals()
      return result
    }
    result.normals.withUnsafeMutableBufferPointer { n in
      for (target, weight) in zip(targets, weights) where weight != 0 {
        Self.add(target.normals, at: target.vertices, weight, to: n)
      }
    }
    return result
  }

  private static func add(
    _ offsets: [SIMD3<Float>], at vertices: [UInt32], _ weight: Float,
    to result: UnsafeMutableBufferPointer<SIMD3<Float>>
  ) {
    offsets.withUnsafeBufferPointer { offsets in
      vertices.withUnsafeBufferPointer { vertices in
        // Checked once, when the shape was made.
        for i in 0..<min(offsets.count, vertices.count) {
          result[Int(vertices[i])] += offsets[i] * weight
        }
      }
    }
  }
}
