import Foundation
import SceneGraph
import SpatialMath
import Testing

@Suite struct MeshTests {
  static let shapes: [(name: String, mesh: TriangleMesh)] = [
    ("box", .roundedBox(size: SIMD3(0.4, 0.2, 0.1), radius: 0.03)),
    ("superellipsoid", .superellipsoid(radii: SIMD3(0.3, 0.2, 0.1), exponent: 3.5)),
    ("sphere", .sphere(radius: 0.5)),
    ("torus", .torus(radius: 0.3, tube: 0.05)),
    ("cylinder", .lathe(profile: [SIMD2(0, 0), SIMD2(0.2, 0), SIMD2(0.2, 0.4), SIMD2(0, 0.4)])),
    ("tube", .tube(along: [SIMD3(0, 0, 0), SIMD3(0.2, 0, 0), SIMD3(0.4, 0.1, 0)], radius: 0.02)),
    (
      "bent",
      TriangleMesh.roundedBox(size: SIMD3(0.4, 0.2, 0.1), radius: 0.03)
        .deformed { SIMD3($0.x, $0.y, $0.z - $0.x * $0.x) }
    ),
    (
      "mirrored", TriangleMesh.sphere(radius: 0.5).deformed { SIMD3(-$0.x, $0.y, $0.z) }
    ),
  ]

  @Test(arguments: shapes.map(\.name)) func trianglesFaceTheWayTheirNormalsDo(name: String) throws {
    let mesh = try #require(Self.shapes.first { $0.name == name }).mesh
    #expect(mesh.normals.count == mesh.positions.count)
    var facing = 0
    var total = 0
    for i in stride(from: 0, to: mesh.indices.count, by: 3) {
      let (a, b, c) = (Int(mesh.indices[i]), Int(mesh.indices[i + 1]), Int(mesh.indices[i + 2]))
      let n = (mesh.positions[b] - mesh.positions[a]).cross(mesh.positions[c] - mesh.positions[a])
      // Triangles of no area at poles and caps have no side.
      guard n.length > 1e-9 else { continue }
      total += 1
      let mean = mesh.normals[a] + mesh.normals[b] + mesh.normals[c]
      if n.dot(mean) > 0 { facing += 1 }
    }
    #expect(total > 20)
    #expect(facing == total)
  }

  @Test(arguments: shapes.map(\.name)) func normalsHaveUnitLength(name: String) throws {
    let mesh = try #require(Self.shapes.first { $0.name == name }).mesh
    for normal in mesh.normals { #expect(abs(normal.length - 1) < 1e-3) }
  }

  @Test func theVolumeOfASphereIsRight() {
    let mesh = TriangleMesh.sphere(radius: 0.5, segments: 24)
    var volume: Float = 0
    for i in stride(from: 0, to: mesh.indices.count, by: 3) {
      let (a, b, c) = (Int(mesh.indices[i]), Int(mesh.indices[i + 1]), Int(mesh.indices[i + 2]))
      volume += mesh.positions[a].dot(mesh.positions[b].cross(mesh.positions[c])) / 6
    }
    #expect(abs(volume / (4 / 3 * .pi * 0.125) - 1) < 0.01)
  }

  @Test func aRevisionKeepsTheShapesIdentity() {
    let first = MeshResource(.sphere(radius: 1))
    let second = first.replaced(by: .sphere(radius: 2))
    #expect(second.identifier == first.identifier)
    #expect(second.revision == first.revision + 1)
    #expect(MeshResource(.sphere(radius: 1)).identifier != first.identifier)
  }

  @Test func theRobotHeadIsLightEnoughForASoftwareRenderer() {
    let head = RobotHead()
    var triangles = 0
    head.forEachInSubtree { triangles += (($0 as? ModelEntity)?.mesh?.mesh.indices.count ?? 0) / 3 }
    #expect((4_000...30_000).contains(triangles), "\(triangles) triangles")
  }
}
