import Foundation
import SpatialMath
import Testing
import WorldTracking

@Suite struct LevelFinderTests {
  private let finder = LevelFinder(
    basis: PlaneBasis(normal: Vector3(0, 1, 0), along: Vector3(1, 0, 0)), depth: 1.3)

  @Test func aTableIsFoundAtItsHeightWithItsExtent() throws {
    var surfaces = SyntheticSurfaces(seed: 1)
    surfaces.addTable()
    let level = try #require(finder.levels(in: surfaces.points).first)
    #expect(abs(level.offset + 0.6) < 0.002)
    let rectangle = try #require(level.outline.minimumRectangle())
    #expect(abs(max(rectangle.width, rectangle.height) - 1.2) < 0.1)
    #expect(abs(min(rectangle.width, rectangle.height) - 0.8) < 0.1)
  }

  @Test func theTableIsFoundAndNotTheBooksOnIt() throws {
    var surfaces = SyntheticSurfaces(seed: 2)
    surfaces.addTable(60)
    surfaces.addBook(90)
    let levels = finder.levels(in: surfaces.points)
    #expect(levels.count == 1)
    #expect(abs(try #require(levels.first).offset + 0.6) < 0.004)
  }

  /// Magazines 1 cm thick lie on half of the table.
  @Test func whatLiesFlatOnATableDoesNotRaiseIt() throws {
    var surfaces = SyntheticSurfaces(seed: 12)
    surfaces.addTable(120)
    surfaces.add(
      80, corner: Vector3(-0.5, -0.59, -1.4), Vector3(0.5, 0, 0), Vector3(0, 0, 0.6),
      noise: 0.001)
    let level = try #require(finder.levels(in: surfaces.points).first)
    #expect(abs(level.offset + 0.6) < 0.003)
  }

  /// The tops of scattered things at one height, between which the floor is seen.
  @Test func aHeightThatIsLookedThroughIsNoLevel() {
    var surfaces = SyntheticSurfaces(seed: 13)
    surfaces.add(
      900, corner: Vector3(-1.5, -1.34, -3), Vector3(3, 0, 0), Vector3(0, 0, 2.5))
    var generator = SeededGenerator(seed: 13)
    for _ in 0..<60 {
      surfaces.add(
        Vector3(generator.uniform(-0.6...0.6), -0.6, generator.uniform(-1.5...(-0.7))))
    }
    let heights = finder.levels(in: surfaces.points).map(\.offset)
    #expect(heights.count == 1)
    #expect(heights.allSatisfy { abs($0 + 1.34) < 0.01 })
  }

  @Test func twoTablesWithTheFloorInBetweenStayTwo() {
    var surfaces = SyntheticSurfaces(seed: 14)
    surfaces.add(100, corner: Vector3(-1.1, -0.6, -1.5), Vector3(0.9, 0, 0), Vector3(0, 0, 0.7))
    surfaces.add(100, corner: Vector3(0.2, -0.6, -1.5), Vector3(0.9, 0, 0), Vector3(0, 0, 0.7))
    surfaces.add(
      1500, corner: Vector3(-2, -1.34, -3.5), Vector3(4, 0, 0), Vector3(0, 0, 3))
    let tables = finder.levels(in: surfaces.points).filter { abs($0.offset + 0.6) < 0.01 }
    #expect(tables.count == 2)
  }

  @Test func floorAndTableAreTwoLevels() {
    var surfaces = SyntheticSurfaces(seed: 3)
    surfaces.addTable()
    surfaces.add(
      800, corner: Vector3(-1.5, -1.34, -2.5), Vector3(3, 0, 0), Vector3(0, 0, 2))
    let heights = finder.levels(in: surfaces.points).map(\.offset).sorted()
    #expect(heights.count == 2)
    #expect(abs(heights[0] + 1.34) < 0.005)
    #expect(abs(heights[1] + 0.6) < 0.005)
  }

  @Test func aWallIsNoLevel() {
    var surfaces = SyntheticSurfaces(seed: 4)
    surfaces.addWall(600)
    #expect(finder.levels(in: surfaces.points).isEmpty)
  }

  @Test func aFewPointsAreNoLevel() {
    var surfaces = SyntheticSurfaces(seed: 5)
    surfaces.addTable(12)
    #expect(finder.levels(in: surfaces.points).isEmpty)
  }

  @Test func aCeilingIsOnlySeenFromBelow() throws {
    var surfaces = SyntheticSurfaces(seed: 6)
    surfaces.addTable(150, height: 1.1)
    #expect(finder.levels(in: surfaces.points).isEmpty)
    let ceiling = try #require(finder.levels(in: surfaces.points, isSeenFromBelow: true).first)
    #expect(abs(ceiling.offset - 1.1) < 0.003)
  }
}

@Suite struct WallFinderTests {
  private let finder = WallFinder(up: Vector3(0, 1, 0), depth: 2.2)

  @Test func aWallIsFoundFacingTheCamera() throws {
    var surfaces = SyntheticSurfaces(seed: 7)
    surfaces.addWall()
    let wall = try #require(finder.walls(in: surfaces.points).first)
    #expect(wall.basis.normal.z > 0.9999, "towards the camera at the origin")
    #expect(abs(wall.surface.offset + 2.2) < 0.01)
    #expect((wall.basis.v - Vector3(0, 1, 0)).length < 1e-9, "v is up")
  }

  /// A sideboard's front and a shelf's beside it, 0.15 m farther back: one line through both would
  /// be turned by 4°.
  @Test func thingsSideBySideDoNotTurnEachOther() throws {
    var surfaces = SyntheticSurfaces(seed: 15)
    surfaces.add(120, corner: Vector3(-1.2, -0.9, -2.2), Vector3(1, 0, 0), Vector3(0, 1, 0))
    surfaces.add(120, corner: Vector3(0.4, -0.9, -2.35), Vector3(1, 0, 0), Vector3(0, 1, 0))
    let walls = finder.walls(in: surfaces.points)
    #expect(walls.count == 2, "both, though one line leads through both first")
    for wall in walls { #expect(wall.basis.normal.z > cos(0.015)) }
  }

  /// What is looked at is near, the wall is not; and the world's origin is where the walk began.
  @Test(arguments: [0.0, 8.0])
  func aFarWallIsFoundWhereverTheWorldBegan(shift: Double) throws {
    var surfaces = SyntheticSurfaces(seed: 18)
    surfaces.addTable(150)
    surfaces.add(250, corner: Vector3(-1.5, -0.9, -3.4), Vector3(3, 0, 0), Vector3(0, 1.8, 0))
    let move = Vector3(0, 0, -shift)
    let points = surfaces.points.map {
      SurfacePoint(
        position: $0.position + move, eye: $0.eye + move, depthSigma: $0.depthSigma, slot: $0.slot)
    }
    let wall = try #require(finder.walls(in: points).first)
    #expect(abs(wall.surface.offset + 3.4 + shift) < 0.03)
    #expect(wall.basis.normal.z > 0.9999)
  }

  @Test func fewPointsInDepthAreNoWall() {
    var surfaces = SyntheticSurfaces(seed: 16)
    var generator = SeededGenerator(seed: 16)
    for _ in 0..<40 {
      surfaces.add(
        Vector3(
          generator.uniform(-1...1), generator.uniform(-1...0.5),
          generator.uniform(-2.24...(-2.16))))
    }
    #expect(finder.walls(in: surfaces.points).isEmpty)
  }

  @Test func whatIsLookedThroughIsNoWall() {
    var surfaces = SyntheticSurfaces(seed: 17)
    surfaces.addWall(500)
    var generator = SeededGenerator(seed: 17)
    for _ in 0..<80 {
      surfaces.add(
        Vector3(generator.uniform(-0.6...0.6), generator.uniform(-0.7...0.3), -1.6))
    }
    let walls = finder.walls(in: surfaces.points)
    #expect(walls.count == 1)
    #expect(walls.allSatisfy { abs($0.surface.offset + 2.2) < 0.02 })
  }

  @Test func aTableIsNoWall() {
    var surfaces = SyntheticSurfaces(seed: 8)
    surfaces.addTable(300)
    #expect(finder.walls(in: surfaces.points).isEmpty)
  }
}
