import FaceMesh
import SessionCore
import SpatialMath
import Testing

/// An edge without direction.
private struct Edge: Hashable {
  var low: UInt16, high: UInt16
  init(_ a: UInt16, _ b: UInt16) { (low, high) = (min(a, b), max(a, b)) }
}

private func edgeUses(_ indices: [UInt16]) -> [Edge: Int] {
  var uses: [Edge: Int] = [:]
  for i in stride(from: 0, to: indices.count, by: 3) {
    for k in 0..<3 { uses[Edge(indices[i + k], indices[i + (k + 1) % 3]), default: 0] += 1 }
  }
  return uses
}

@Suite struct FaceMeshTopologyTests {
  let topology = FaceMeshTopology.standard
  let neutral = FaceGeometry.neutral

  @Test func hasTheCountsOfAFaceGeometry() {
    #expect(topology.triangleIndices.count == FaceGeometry.triangleCount * 3)
    #expect(topology.textureCoordinates.count == FaceGeometry.vertexCount)
    #expect(Set(topology.triangleIndices).count == FaceGeometry.vertexCount)
  }

  @Test func isASheetWith140BoundaryEdgesAnd36WhenClosed() {
    let uses = edgeUses(topology.triangleIndices)
    #expect(uses.values.filter { $0 == 1 }.count == 140)
    #expect(uses.values.allSatisfy { $0 <= 2 })
    let closed = edgeUses(topology.closedTriangleIndices)
    #expect(closed.values.filter { $0 == 1 }.count == 36)
    #expect(closed.values.allSatisfy { $0 <= 2 })
  }

  @Test func windsAllTrianglesAlike() {
    let indices = topology.closedTriangleIndices
    var directed = Set<[UInt16]>()
    for i in stride(from: 0, to: indices.count, by: 3) {
      for k in 0..<3 { directed.insert([indices[i + k], indices[i + (k + 1) % 3]]) }
    }
    #expect(directed.count == indices.count)
  }

  @Test func mirrorsOntoItself() {
    let mirror = topology.mirroredVertices.map(Int.init)
    let tolerance: Float = 1e-6  // metres; single precision at 0.1 m
    for vertex in 0..<FaceGeometry.vertexCount {
      #expect(mirror[mirror[vertex]] == vertex)
      let image = neutral.vertices[mirror[vertex]] * SIMD3(-1, 1, 1)
      #expect((image - neutral.vertices[vertex]).length < tolerance)
    }
    func sets(_ change: (Int) -> Int) -> Set<Set<Int>> {
      let t = topology.triangleIndices.map(Int.init)
      return Set(stride(from: 0, to: t.count, by: 3).map { Set(t[$0..<$0 + 3].map(change)) })
    }
    #expect(sets { $0 } == sets { mirror[$0] })
  }

  @Test func turnsNoTextureTriangleOver() {
    let uv = topology.textureCoordinates
    let t = topology.triangleIndices.map(Int.init)
    for i in stride(from: 0, to: t.count, by: 3) {
      let a = uv[t[i + 1]] - uv[t[i]]
      let b = uv[t[i + 2]] - uv[t[i]]
      #expect(a.x * b.y - a.y * b.x > 0)
    }
  }

  @Test func facesOutwards() {
    // The nose's tip and the middle of the forehead are seen from the front.
    let normals = topology.mesh(of: neutral).normals
    #expect(normals[FaceMeshTopology.NamedVertex.noseTip].z > 0.5)
    #expect(normals[FaceMeshTopology.NamedVertex.foreheadTop].z > 0.2)
  }

  @Test(arguments: [
    (9, SIMD3<Float>(0, 0.001, 0.0756)), (24, SIMD3(0, -0.0402, 0.0562)),
    (25, SIMD3(0, -0.0403, 0.0561)), (42, SIMD3(-0.0351, 0.016, 0.0392)),
    (1064, SIMD3(0.0389, 0.0196, 0.0386)), (249, SIMD3(-0.0215, -0.0408, 0.0449)),
    (684, SIMD3(0.0215, -0.0408, 0.0449)), (1101, SIMD3(-0.0448, 0.0228, 0.0329)),
    (1069, SIMD3(0.0448, 0.0228, 0.0329)), (20, SIMD3(0, 0.0934, 0.0418)),
  ])
  func keepsKnownVerticesNearTheirKnownPlaces(vertex: Int, place: SIMD3<Float>) {
    // Landmarks end 1 cm lower on the forehead; elsewhere another average face differs by 5 mm.
    let tolerance: Float = vertex == 20 ? 0.013 : 0.006
    #expect((neutral.vertices[vertex] - place).length < tolerance)
  }

  @Test(arguments: FaceMeshGroup.allCases)
  func givesEveryGroupDistinctVertices(group: FaceMeshGroup) {
    let vertices = topology.vertices(of: group)
    #expect(vertices.count >= 2)
    #expect(Set(vertices).count == vertices.count)
    #expect(vertices.allSatisfy { $0 < FaceGeometry.vertexCount })
  }

  @Test func walksAlongTheRims() {
    let edges = Set(edgeUses(topology.triangleIndices).filter { $0.value == 1 }.keys)
    for group in [FaceMeshGroup.leftEyeRim, .rightEyeRim, .mouthRim, .faceOutline] {
      let loop = topology.vertices(of: group)
      for (a, b) in zip(loop, loop.dropFirst() + [loop[0]]) {
        #expect(edges.contains(Edge(a, b)))
      }
    }
  }

  @Test func followsLandmarksLinearly() {
    let rest = CanonicalFace.standard.centimetres.map { SIMD3<Float>($0 / 100) }
    let shift = SIMD3<Float>(0.1, -0.2, 0.3)
    let moved = FaceMeshDeformation.geometry(landmarks: rest.map { $0 + shift })
    let still = FaceMeshDeformation.geometry(landmarks: rest)
    let tolerance: Float = 2e-6  // metres; weights sum to 1 in single precision
    for (a, b) in zip(moved.vertices, still.vertices) {
      #expect((a - b - shift).length < tolerance)
    }
  }
}
