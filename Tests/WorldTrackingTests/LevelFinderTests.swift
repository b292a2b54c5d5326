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

  @Test func aTableIsNoWall() {
    var surfaces = SyntheticSurfaces(seed: 8)
    surfaces.addTable(300)
    #expect(finder.walls(in: surfaces.points).isEmpty)
  }
}
