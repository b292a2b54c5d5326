import SpatialMath

/// Takes vertices out of a shape where its surface hardly changes.
///
/// A vertex goes to a neighbour of it, so that all that stay have their own normal and texture
/// coordinate. Vertices at open edges and where normals or coordinates jump stay: no gap opens.
package struct MeshSimplifier {
  private let positions: [SIMD3<Float>]
  private let normals: [SIMD3<Float>]
  private let coordinates: [SIMD2<Float>]
  private(set) var indices: [UInt32]
  private var isLocked: [Bool]
  private var quadrics: [Quadric]

  /// Cosine of how far a triangle may turn (60°) and of how much normals that fall together may differ
  /// (26°).
  private static let leastTurn: Float = 0.5, leastLikeness: Float = 0.9
  /// Passes for one limit; each takes out vertices that are no neighbours.
  private static let passes = 12
  /// A pass that takes out less than this part of the triangles is the last one.
  private static let leastGain = 0.02

  /// Prepares a shape with normals.
  package init(_ mesh: TriangleMesh) {
    positions = mesh.positions
    normals = mesh.normals
    coordinates =
      mesh.textureCoordinates.count == mesh.positions.count ? mesh.textureCoordinates : []
    let joined = VertexWelding(mesh)
    indices = joined.indices
    isLocked = joined.isSeam
    quadrics = [Quadric](repeating: Quadric(), count: positions.count)
    for i in stride(from: 0, to: indices.count, by: 3) {
      let (a, b, c) = (Int(indices[i]), Int(indices[i + 1]), Int(indices[i + 2]))
      let quadric = Quadric(positions[a], positions[b], positions[c])
      for vertex in [a, b, c] { quadrics[vertex] += quadric }
    }
    lockOpenEdges()
  }

  /// What is left.
  package var mesh: TriangleMesh {
    var places = [UInt32](repeating: .max, count: positions.count)
    var result = TriangleMesh()
    result.indices = indices.map { index in
      let i = Int(index)
      if places[i] == .max {
        places[i] = UInt32(result.positions.count)
        result.positions.append(positions[i])
        result.normals.append(normals[i])
        if !coordinates.isEmpty { result.textureCoordinates.append(coordinates[i]) }
      }
      return places[i]
    }
    return result
  }

  /// Takes vertices out until the next one would move the surface by more than a limit.
  package mutating func simplify(within limit: Float) {
    for _ in 0..<Self.passes {
      let before = indices.count
      guard before > 12 else { return }
      pass(limit)
      if Double(before - indices.count) < Self.leastGain * Double(before) { return }
    }
  }

  private mutating func lockOpenEdges() {
    var edges: [UInt64: Int] = [:]
    edges.reserveCapacity(indices.count)
    forEachEdge { a, b in edges[UInt64(min(a, b)) << 32 | UInt64(max(a, b)), default: 0] += 1 }
    for (edge, count) in edges where count != 2 {
      isLocked[Int(edge >> 32)] = true
      isLocked[Int(edge & 0xFFFF_FFFF)] = true
    }
  }

  private func forEachEdge(_ body: (Int, Int) -> Void) {
    for i in stride(from: 0, to: indices.count, by: 3) {
      let (a, b, c) = (Int(indices[i]), Int(indices[i + 1]), Int(indices[i + 2]))
      body(a, b)
      body(b, c)
      body(c, a)
    }
  }

  /// A vertex that can go to a neighbour, and how far from its surface that is, squared.
  private struct Step {
    var cost: Float
    var from: Int32, to: Int32
  }

  private mutating func pass(_ limit: Float) {
    let around = VertexTriangles(indices, vertexCount: positions.count)
    var isTouched = [Bool](repeating: false, count: positions.count)
    var target = [Int32](repeating: -1, count: positions.count)
    var marks = [Int32](repeating: -1, count: positions.count)
    for step in steps(limit) {
      let (from, to) = (Int(step.from), Int(step.to))
      guard !isTouched[from], !isTouched[to],
        isAllowed(from, to, around, limit, &marks, isTouched)
      else { continue }
      target[from] = step.to
      quadrics[to] += quadrics[from]
      isTouched[to] = true
      for triangle in around[from] {
        for corner in 0..<3 { isTouched[Int(indices[Int(triangle) * 3 + corner])] = true }
      }
    }
    move(target)
  }

  private func steps(_ limit: Float) -> [Step] {
    var steps: [Step] = []
    let most = limit * limit
    forEachEdge { a, b in
      // Each inner edge comes twice, once in each direction.
      guard !isLocked[a], normals[a].dot(normals[b]) >= Self.leastLikeness else { return }
      let cost = Float(quadrics[a].squaredDistance(positions[b]))
      if cost <= most { steps.append(Step(cost: cost, from: Int32(a), to: Int32(b))) }
    }
    steps.sort { ($0.cost, $0.from, $0.to) < ($1.cost, $1.from, $1.to) }
    return steps
  }

  private mutating func move(_ target: [Int32]) {
    func place(_ index: UInt32) -> UInt32 {
      target[Int(index)] < 0 ? index : UInt32(target[Int(index)])
    }
    var kept: [UInt32] = []
    kept.reserveCapacity(indices.count)
    for i in stride(from: 0, to: indices.count, by: 3) {
      let (a, b, c) = (place(indices[i]), place(indices[i + 1]), place(indices[i + 2]))
      guard a != b, b != c, c != a else { continue }
      kept.append(a)
      kept.append(b)
      kept.append(c)
    }
    indices = kept
  }

  /// Whether a step keeps the surface whole, its triangles' sides, and its picture in place.
  private func isAllowed(
    _ from: Int, _ to: Int, _ around: VertexTriangles, _ limit: Float, _ marks: inout [Int32],
    _ isTouched: [Bool]
  ) -> Bool {
    let stamp = Int32(truncatingIfNeeded: from)
    for triangle in around[from] {
      for k in 0..<3 { marks[Int(indices[Int(triangle) * 3 + k])] = stamp }
    }
    // A surface pinches itself where the two share more neighbours than the edge's own.
    var shared = 0
    for triangle in around[to] {
      for k in 0..<3 {
        let vertex = Int(indices[Int(triangle) * 3 + k])
        guard vertex != to, vertex != from, marks[vertex] == stamp else { continue }
        marks[vertex] = -1
        shared += 1
      }
    }
    guard shared == 2 else { return false }
    return keepsSides(from, to, around, isTouched) && keepsPicture(from, to, around, limit)
  }

  /// The triangles round a vertex that stay when it goes to a neighbour: their other two corners.
  private func staying(
    _ from: Int, _ to: Int, _ around: VertexTriangles, _ body: (Int, Int) -> Bool
  ) -> Bool {
    for triangle in around[from] {
      let at = Int(triangle) * 3
      let corner = (Int(indices[at]), Int(indices[at + 1]), Int(indices[at + 2]))
      if corner.0 == to || corner.1 == to || corner.2 == to { continue }
      let other =
        corner.0 == from
        ? (corner.1, corner.2) : corner.1 == from ? (corner.2, corner.0) : (corner.0, corner.1)
      if !body(other.0, other.1) { return false }
    }
    return true
  }

  private func keepsSides(
    _ from: Int, _ to: Int, _ around: VertexTriangles, _ isTouched: [Bool]
  ) -> Bool {
    staying(from, to, around) { p, q in
      guard !isTouched[p], !isTouched[q] else { return false }
      let old = (positions[p] - positions[from]).cross(positions[q] - positions[from])
      let new = (positions[p] - positions[to]).cross(positions[q] - positions[to])
      let sizes = (old.lengthSquared * new.lengthSquared).squareRoot()
      return old.dot(new) > Self.leastTurn * sizes
    }
  }

  /// Whether a texture stays where it is: what the new triangles show at the vertex's place is what it
  /// showed.
  private func keepsPicture(
    _ from: Int, _ to: Int, _ around: VertexTriangles, _ limit: Float
  ) -> Bool {
    guard !coordinates.isEmpty else { return true }
    var best: (inside: Float, shift: Float) = (-.infinity, .infinity)
    _ = staying(from, to, around) { p, q in
      let (a, b) = (positions[p] - positions[to], positions[q] - positions[to])
      let d = positions[from] - positions[to]
      let (aa, ab, bb) = (a.dot(a), a.dot(b), b.dot(b))
      let area = aa * bb - ab * ab
      guard area > 0 else { return true }
      let u = (bb * a.dot(d) - ab * b.dot(d)) / area
      let v = (aa * b.dot(d) - ab * a.dot(d)) / area
      let inside = min(u, v, 1 - u - v)
      guard inside > best.inside else { return true }
      let (ta, tb) = (coordinates[p] - coordinates[to], coordinates[q] - coordinates[to])
      let off = ta * u + tb * v - (coordinates[from] - coordinates[to])
      // Texture lengths to the model's own.
      let scale = max(
        (ta * ta).sum() / max(aa, 1e-20), (tb * tb).sum() / max(bb, 1e-20), 1e-20)
      best = (inside, ((off * off).sum() / scale).squareRoot())
      return true
    }
    return best.shift <= limit
  }
}
