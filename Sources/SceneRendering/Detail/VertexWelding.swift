import SpatialMath

/// Which vertices of a shape are the same point of its surface.
struct VertexWelding {
  /// The shape's triangles with one vertex for all that are the same; those without area are left out.
  private(set) var indices: [UInt32] = []
  /// Where vertices at one place differ: normals or texture coordinates jump there.
  private(set) var isSeam: [Bool]

  /// Places nearer than this part of the shape's size are one.
  private static let nearness: Float = 1e-5
  /// Cosine and texture length up to which normals and coordinates are the same.
  private static let sameNormal: Float = 0.999, sameTexel: Float = 1e-5

  /// Compares the vertices of a shape with normals.
  init(_ mesh: TriangleMesh) {
    let count = mesh.positions.count
    isSeam = [Bool](repeating: false, count: count)
    var low = SIMD3<Float>(repeating: .infinity), high = -low
    for p in mesh.positions {
      low = pointwiseMin(low, p)
      high = pointwiseMax(high, p)
    }
    let step = max((high - low).max() * Self.nearness, 1e-12)
    var first: [SIMD3<Int>: [Int]] = [:]
    first.reserveCapacity(count)
    var same = [UInt32](repeating: 0, count: count)
    for i in 0..<count {
      let place = (mesh.positions[i] - low) / step
      let cell = SIMD3(
        Int(saturating: Double(place.x).rounded()), Int(saturating: Double(place.y).rounded()),
        Int(saturating: Double(place.z).rounded()))
      let there = first[cell] ?? []
      if let known = there.first(where: { Self.areSame(mesh, $0, i) }) {
        same[i] = UInt32(known)
        continue
      }
      same[i] = UInt32(i)
      first[cell] = there + [i]
      if there.isEmpty { continue }
      isSeam[i] = true
      for other in there { isSeam[other] = true }
    }
    indices.reserveCapacity(mesh.indices.count)
    for i in stride(from: 0, to: mesh.indices.count - 2, by: 3) {
      let a = same[Int(mesh.indices[i])], b = same[Int(mesh.indices[i + 1])]
      let c = same[Int(mesh.indices[i + 2])]
      if a != b, b != c, c != a { indices += [a, b, c] }
    }
  }

  private static func areSame(_ mesh: TriangleMesh, _ a: Int, _ b: Int) -> Bool {
    guard mesh.normals[a].dot(mesh.normals[b]) > sameNormal else { return false }
    guard mesh.textureCoordinates.count == mesh.positions.count else { return true }
    let off = mesh.textureCoordinates[a] - mesh.textureCoordinates[b]
    return abs(off.x) < sameTexel && abs(off.y) < sameTexel
  }
}

/// The triangles at each vertex.
struct VertexTriangles {
  private var starts: [Int32]
  private var triangles: [Int32]

  /// Sorts triangles by their corners.
  init(_ indices: [UInt32], vertexCount: Int) {
    starts = [Int32](repeating: 0, count: vertexCount + 1)
    triangles = [Int32](repeating: 0, count: indices.count)
    for index in indices { starts[Int(index) + 1] += 1 }
    for vertex in 0..<vertexCount { starts[vertex + 1] += starts[vertex] }
    var next = starts
    for (place, index) in indices.enumerated() {
      triangles[Int(next[Int(index)])] = Int32(place / 3)
      next[Int(index)] += 1
    }
  }

  /// The numbers of the triangles at a vertex.
  subscript(vertex: Int) -> ArraySlice<Int32> {
    triangles[Int(starts[vertex])..<Int(starts[vertex + 1])]
  }
}
