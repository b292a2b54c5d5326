/// A face as a mesh of always the same 1220 vertices and 2304 triangles.
///
/// Only positions change. The triangles, texture coordinates and named vertex groups belong to the
/// topology and are given by the face tracking module.
public struct FaceGeometry: Sendable, Equatable {
  /// The number of vertices, always.
  public static let vertexCount = 1220
  /// The number of triangles, always.
  public static let triangleCount = 2304

  /// 1220 positions in face space, metres.
  public var vertices: [SIMD3<Float>]

  /// Creates a geometry from 1220 positions in face space.
  public init(vertices: [SIMD3<Float>]) {
    precondition(vertices.count == Self.vertexCount, "a face mesh has 1220 vertices")
    self.vertices = vertices
  }
}
