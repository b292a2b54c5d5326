import SpatialMath

/// What a morph target adds to a shape at weight 1: v = (1 − w)·source + w·target.
public struct MorphTarget: Sendable, Equatable {
  /// Its name, such as `jawOpen` or `eyeBlink_L`.
  public var name: String
  /// The numbers of the vertices that it moves, each once.
  public var vertices: [UInt32]
  /// Target minus source of each of them, in the shape's units.
  public var positions: [SIMD3<Float>]
  /// The same of the normals; empty leaves normals alone.
  public var normals: [SIMD3<Float>]

  /// Creates a target from offsets of some vertices.
  public init(
    name: String, vertices: [UInt32], positions: [SIMD3<Float>], normals: [SIMD3<Float>] = []
  ) {
    self.name = name
    self.vertices = vertices
    self.positions = positions
    self.normals = normals
  }

  /// Creates a target from the whole shape that it leads to; nil when vertices differ in number.
  public init?(name: String, source: TriangleMesh, target: TriangleMesh) {
    guard source.positions.count == target.positions.count else { return nil }
    let hasNormals =
      source.normals.count == source.positions.count
      && target.normals.count == source.positions.count
    self.init(name: name, vertices: [], positions: [])
    for i in source.positions.indices {
      let offset = target.positions[i] - source.positions[i]
      let turn = hasNormals ? target.normals[i] - source.normals[i] : .zero
      guard offset != .zero || turn != .zero else { continue }
      vertices.append(UInt32(i))
      positions.append(offset)
      if hasNormals { normals.append(turn) }
    }
  }
}
