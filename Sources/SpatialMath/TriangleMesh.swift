/// An indexed triangle mesh in single precision, ready for OpenGL.
public struct TriangleMesh: Sendable, Equatable {
  /// One position a vertex, in metres.
  public var positions: [SIMD3<Float>]
  /// One unit normal a vertex, or empty.
  public var normals: [SIMD3<Float>]
  /// One texture coordinate a vertex, v upwards, or empty.
  public var textureCoordinates: [SIMD2<Float>]
  /// Three indices a triangle, counter-clockwise seen from outside.
  public var indices: [UInt32]

  /// Creates a mesh.
  public init(
    positions: [SIMD3<Float>] = [], normals: [SIMD3<Float>] = [],
    textureCoordinates: [SIMD2<Float>] = [], indices: [UInt32] = []
  ) {
    self.positions = positions
    self.normals = normals
    self.textureCoordinates = textureCoordinates
    self.indices = indices
  }

  /// Area-weighted vertex normals of the present positions.
  /// - Complexity: O(vertices + triangles).
  public func computedNormals() -> [SIMD3<Float>] {
    var result = [SIMD3<Float>](repeating: .zero, count: positions.count)
    var i = 0
    while i + 2 < indices.count {
      let (a, b, c) = (Int(indices[i]), Int(indices[i + 1]), Int(indices[i + 2]))
      let n = (positions[b] - positions[a]).cross(positions[c] - positions[a])
      result[a] += n
      result[b] += n
      result[c] += n
      i += 3
    }
    return result.map(\.normalized)
  }
}
