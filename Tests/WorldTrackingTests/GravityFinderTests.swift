import Foundation
import SpatialMath
import Testing
import WorldTracking

@Suite struct GravityFinderTests {
  /// Map space here: vision axes of a camera that looks down by 30° and is turned by 4°.
  private static let pitch = 30.0 * .pi / 180
  private static let roll = 4.0 * .pi / 180
  private static let cameraFromWorld: Quaternion = {
    let session = EulerAngles(pitch: -pitch, yaw: 0, roll: roll).rotation.inverse
    return Pose.sessionCameraFromVisionCamera.rotation.inverse * session
  }()
  private static let up = cameraFromWorld.act(Vector3(0, 1, 0))

  private func points(_ surfaces: SyntheticSurfaces) -> [SurfacePoint] {
    surfaces.points.map {
      SurfacePoint(
        position: Self.cameraFromWorld.act($0.position), eye: .zero, depthSigma: $0.depthSigma,
        slot: $0.slot)
    }
  }

  private func degrees(_ finding: GravityFinder.Finding?) throws -> Double {
    acos(min(1, try #require(finding).up.dot(Self.up))) * 180 / .pi
  }

  private func edges(_ starts: [Vector3], _ direction: Vector3) -> EdgeDirections {
    var edges = EdgeDirections()
    edges.add(
      starts.map {
        (
          Self.cameraFromWorld.act($0).imagePoint,
          Self.cameraFromWorld.act($0 + direction).imagePoint
        )
      }, focalLength: 550, cameraFromMap: RigidMotion())
    return edges
  }

  @Test func aTableAndAFloorAloneTellUp() throws {
    var surfaces = SyntheticSurfaces(seed: 21)
    surfaces.addTable(120)
    surfaces.add(80, corner: Vector3(-1.5, -1.34, -2.5), Vector3(3, 0, 0), Vector3(0, 0, 1.5))
    var finder = GravityFinder(
      points: points(surfaces), edges: EdgeDirections(), depth: 1.3, camera: RigidMotion())
    let finding = finder.find()
    #expect(try degrees(finding) < 1)
    #expect(finding?.hasUprightEdges == false)
  }

  /// Points strewn in space tell nothing; four long upright edges do.
  @Test func uprightEdgesTellUpWhereSurfacesDoNot() throws {
    var generator = SeededGenerator(seed: 22)
    let strewn = (0..<120).map { i in
      SurfacePoint(
        position: Vector3(
          generator.uniform(-1...1), generator.uniform(-1...1), generator.uniform(1...3)),
        eye: .zero, depthSigma: 0.02, slot: i)
    }
    let posts = [-0.9, -0.4, 0.3, 0.8].map { Vector3($0, -1, -2) }
    var finder = GravityFinder(
      points: strewn, edges: edges(posts, Vector3(0, 0.9, 0)), depth: 2, camera: RigidMotion())
    let finding = finder.find()
    #expect(try degrees(finding) < 0.7)
    #expect(finding?.hasUprightEdges == true)
  }

  /// The stripes of a carpet lead away from the camera, and are many.
  @Test func levelStripesDoNotPassForUprightEdges() throws {
    var surfaces = SyntheticSurfaces(seed: 23)
    surfaces.addTable(120)
    surfaces.add(80, corner: Vector3(-1.5, -1.34, -2.5), Vector3(3, 0, 0), Vector3(0, 0, 1.5))
    let stripes = stride(from: -1.2, through: 1.2, by: 0.15).map { Vector3($0, -1.34, -1.2) }
    var finder = GravityFinder(
      points: points(surfaces), edges: edges(stripes, Vector3(0, 0, -1.2)), depth: 1.3,
      camera: RigidMotion())
    #expect(try degrees(finder.find()) < 1.5)
  }

  /// Edges along a room's three directions, turned by 25° about up; no point has a depth yet.
  @Test func aRoomsDirectionsTellUpWithoutDepth() throws {
    let heading = 25.0 * .pi / 180
    let along = Vector3(cos(heading), 0, -sin(heading))
    let across = Vector3(sin(heading), 0, cos(heading))
    var generator = SeededGenerator(seed: 25)
    let edges = edges(
      [along, along, across, Vector3(0, 1, 0)].flatMap { direction in
        (0..<12).map { _ in (Self.place(&generator), direction * 0.4) }
      } + (0..<12).map { _ in (Self.place(&generator), Self.place(&generator) * 0.2) })
    var finder = GravityFinder(points: [], edges: edges, depth: 2, camera: RigidMotion())
    let finding = finder.find()
    #expect(try degrees(finding) < 0.3)
    #expect(finding?.isByRoom == true)
  }

  /// They could be turned about themselves.
  @Test func oneBundleOfParallelEdgesIsNoRoom() {
    var generator = SeededGenerator(seed: 26)
    let edges = edges((0..<40).map { _ in (Self.place(&generator), Vector3(0.4, 0, 0)) })
    var finder = GravityFinder(points: [], edges: edges, depth: 2, camera: RigidMotion())
    #expect(finder.find() == nil)
  }

  @Test func edgesStrewnAtRandomAreNoRoom() {
    var generator = SeededGenerator(seed: 27)
    let edges = edges(
      (0..<300).map { _ in (Self.place(&generator), Self.place(&generator) * 0.2) })
    var finder = GravityFinder(points: [], edges: edges, depth: 2, camera: RigidMotion())
    #expect(finder.find() == nil)
  }

  private static func place(_ generator: inout SeededGenerator) -> Vector3 {
    Vector3(
      generator.uniform(-1...1), generator.uniform(-1.6...0), generator.uniform(-2.5 ... -1.5))
  }

  private func edges(_ edges: [(start: Vector3, direction: Vector3)]) -> EdgeDirections {
    var result = EdgeDirections()
    result.add(
      edges.map {
        (
          Self.cameraFromWorld.act($0.start).imagePoint,
          Self.cameraFromWorld.act($0.start + $0.direction).imagePoint
        )
      }, focalLength: 550, cameraFromMap: RigidMotion())
    return result
  }

  @Test func tooFewPointsTellNothing() {
    var surfaces = SyntheticSurfaces(seed: 24)
    surfaces.addTable(20)
    var finder = GravityFinder(
      points: points(surfaces), edges: EdgeDirections(), depth: 1.3, camera: RigidMotion())
    #expect(finder.find() == nil)
  }
}
