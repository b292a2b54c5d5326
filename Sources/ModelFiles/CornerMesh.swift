import SpatialMath

/// Joins the corners of polygons to the vertices of one part.
///
/// Files of this kind count places, texture coordinates and normals apart; a vertex is each
/// combination of the three that occurs. Equal normals and coordinates are one: some editors write
/// them anew for each corner.
struct CornerMesh {
  /// One corner: places in three lists, -1 for none.
  struct Corner {
    var position: Int
    var texture = -1
    var normal = -1
  }

  /// The lists that corners point into.
  struct Lists {
    var positions: [SIMD3<Float>] = []
    var coordinates: [SIMD2<Float>] = []
    var normals: [SIMD3<Float>] = []
  }

  private struct Key: Hashable {
    var position: Int
    var coordinates: SIMD2<Float>?
    var normal: SIMD3<Float>?
  }

  /// Where each vertex's position stands in its list.
  private(set) var origins: [Int] = []
  private var mesh = TriangleMesh()
  private var known: [Key: UInt32] = [:]
  private var lacksNormals = false

  /// Adds a polygon of three corners and more as a fan of triangles.
  mutating func add(_ polygon: [Corner], of lists: Lists) {
    guard polygon.count >= 3 else { return }
    let list = polygon.map { vertex($0, lists) }
    for i in 1..<list.count - 1 { mesh.indices += [list[0], list[i], list[i + 1]] }
  }

  private mutating func vertex(_ corner: Corner, _ lists: Lists) -> UInt32 {
    let key = Key(
      position: corner.position,
      coordinates: corner.texture < 0 ? nil : lists.coordinates[corner.texture],
      normal: corner.normal < 0 ? nil : lists.normals[corner.normal])
    if let known = known[key] { return known }
    let index = UInt32(origins.count)
    known[key] = index
    origins.append(corner.position)
    mesh.positions.append(lists.positions[corner.position])
    mesh.textureCoordinates.append(key.coordinates ?? .zero)
    mesh.normals.append(key.normal ?? .zero)
    if key.normal == nil { lacksNormals = true }
    return index
  }

  /// The shape, with normals of its own where a corner has none.
  var finished: TriangleMesh {
    guard lacksNormals else { return mesh }
    var result = mesh
    result.normals = mesh.computedNormals()
    return result
  }
}
