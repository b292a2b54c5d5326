import CFaceMesh
import SessionCore
import SpatialMath

/// What never changes about the 1220 vertices of a `FaceGeometry`: triangles, texture coordinates
/// and names.
///
/// The mesh is an open sheet with three holes, eyes and mouth, and 140 boundary edges in all.
/// Thread-safe.
public struct FaceMeshTopology: Sendable {
  /// The topology of every face.
  public static let standard = FaceMeshTopology()

  /// 2304 × 3 vertex numbers, counter-clockwise seen from outside.
  public let triangleIndices: [UInt16]
  /// 98 × 3 vertex numbers of the triangles that close eyes and mouth, over the same vertices.
  public let fillTriangleIndices: [UInt16]
  /// One texture coordinate a vertex, 0…1, v growing **upwards**; symmetric about u = 1/2.
  public let textureCoordinates: [SIMD2<Float>]
  /// The number of each vertex's mirror image.
  public let mirroredVertices: [UInt16]
  private let groups: [FaceMeshGroup: [UInt16]]

  /// Vertices that programs know by number.
  public enum NamedVertex {
    /// The tip of the nose.
    public static let noseTip = 9
    /// Beside the middle of the left eye, on its lids; `FaceMeshGroup.leftEyeRim` is exact.
    public static let leftEye = 1064
    /// Beside the middle of the right eye, on its lids; `FaceMeshGroup.rightEyeRim` is exact.
    public static let rightEye = 42
    /// The middle of the upper lip's inner edge.
    public static let upperLip = 24
    /// The middle of the lower lip's inner edge.
    public static let lowerLip = 25
    /// The top of the forehead.
    public static let foreheadTop = 20
    /// The corners of the mouth.
    public static let rightMouthCorner = 249
    /// The left corner of the mouth.
    public static let leftMouthCorner = 684
    /// The outer corner of the right eye.
    public static let rightEyeOuterCorner = 1101
    /// The outer corner of the left eye.
    public static let leftEyeOuterCorner = 1069
  }

  /// The triangles with eyes and mouth closed: for occluders.
  public var closedTriangleIndices: [UInt16] { triangleIndices + fillTriangleIndices }

  /// The vertices of a group.
  public func vertices(of group: FaceMeshGroup) -> [UInt16] { groups[group] ?? [] }

  /// A geometry as a mesh for drawing, with normals; `closed` fills eyes and mouth.
  public func mesh(of geometry: FaceGeometry, closed: Bool = false) -> TriangleMesh {
    var mesh = TriangleMesh(
      positions: geometry.vertices, textureCoordinates: textureCoordinates,
      indices: (closed ? closedTriangleIndices : triangleIndices).map(UInt32.init))
    mesh.normals = normals(of: geometry)
    return mesh
  }

  /// Area-weighted unit normals of a geometry's 1220 vertices, pointing out of the face.
  ///
  /// - Complexity: O(triangles).
  public func normals(of geometry: FaceGeometry) -> [SIMD3<Float>] {
    let p = geometry.vertices
    var sums = [SIMD3<Float>](repeating: .zero, count: p.count)
    var i = 0
    while i + 2 < triangleIndices.count {
      let (a, b, c) = (
        Int(triangleIndices[i]), Int(triangleIndices[i + 1]), Int(triangleIndices[i + 2])
      )
      let n = (p[b] - p[a]).cross(p[c] - p[a])
      sums[a] += n
      sums[b] += n
      sums[c] += n
      i += 3
    }
    for i in sums.indices { sums[i] = sums[i].normalized }
    return sums
  }

  private init() {
    let t = bifrons_face_mesh_tables
    func list(_ start: UnsafePointer<UInt16>, _ count: Int32) -> [UInt16] {
      Array(UnsafeBufferPointer(start: start, count: Int(count)))
    }
    triangleIndices = list(t.triangles, t.triangle_count * 3)
    fillTriangleIndices = list(t.fill, t.fill_count * 3)
    mirroredVertices = list(t.mirror, t.vertex_count)
    textureCoordinates = (0..<Int(t.vertex_count)).map {
      SIMD2(t.texture[2 * $0], t.texture[2 * $0 + 1])
    }
    var groups: [FaceMeshGroup: [UInt16]] = [:]
    for index in 0..<Int(t.group_count) {
      guard let name = t.group_names[index],
        let group = FaceMeshGroup(rawValue: String(cString: name))
      else { continue }
      let (first, end) = (Int(t.group_starts[index]), Int(t.group_starts[index + 1]))
      groups[group] = Array(
        UnsafeBufferPointer(start: t.group_members + first, count: end - first))
    }
    self.groups = groups
  }
}
