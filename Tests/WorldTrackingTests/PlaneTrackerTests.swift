import Foundation
import SessionCore
import SpatialMath
import Testing
import WorldTracking

@Suite struct PlaneTrackerTests {
  private static let up = Vector3(0, 1, 0)

  private func update(
    _ tracker: inout PlaneTracker, _ surfaces: SyntheticSurfaces, times: Int = 1,
    _ detection: WorldTrackingConfiguration.PlaneDetection = .horizontal
  ) {
    for _ in 0..<times {
      tracker.update(surfaces.points, depth: 1.3, detection: detection, scaleIsKnown: true)
    }
  }

  @Test func aSurfaceIsAddedOnlyAfterProvingSteady() {
    var surfaces = SyntheticSurfaces(seed: 1)
    surfaces.addTable()
    var tracker = PlaneTracker(up: Self.up, seed: 1)
    update(&tracker, surfaces, times: 2)
    #expect(tracker.planes.isEmpty)
    update(&tracker, surfaces)
    #expect(tracker.planes.count == 1)
  }

  @Test func theAnchorDescribesTheTableInPlaneSpace() throws {
    var surfaces = SyntheticSurfaces(seed: 2)
    surfaces.addTable(400)
    var tracker = PlaneTracker(up: Self.up, seed: 1)
    update(&tracker, surfaces, times: 3)
    let plane = try #require(tracker.planes.first).anchor
    #expect(plane.alignment == .horizontal)
    #expect(plane.classification == .table)
    #expect((plane.transform.rotation.act(Vector3(0, 1, 0)) - Self.up).length < 1e-12)
    #expect(abs(plane.transform.translation.y + 0.6) < 0.005)
    // Along and across may be exchanged; the rectangle is the same.
    let sides = [plane.extent.width, plane.extent.height].sorted()
    #expect(abs(sides[0] - 0.8) < 0.05)
    #expect(abs(sides[1] - 1.2) < 0.05)
    #expect(plane.center.length < 1e-9, "the transform is the middle when the plane is added")
    #expect(plane.boundary.allSatisfy { $0.y == 0 })
    #expect(signedArea(plane.boundary) > 0.8, "counter-clockwise seen from +Y")
  }

  /// Twice the area's normal along +Y is the sum of the corners' cross products.
  private func signedArea(_ boundary: [Vector3]) -> Double {
    boundary.indices.reduce(0) {
      $0 + boundary[$1].cross(boundary[($1 + 1) % boundary.count]).y / 2
    }
  }

  @Test func theExtentsRectangleHoldsTheBoundary() throws {
    var surfaces = SyntheticSurfaces(seed: 3)
    // A table turned by 0.4 rad about +Y.
    let turn = Quaternion(angle: 0.4, axis: Self.up)
    surfaces.add(
      300, corner: Vector3(0, -0.6, -1.2) + turn.act(Vector3(-0.6, 0, -0.3)),
      turn.act(Vector3(1.2, 0, 0)), turn.act(Vector3(0, 0, 0.6)))
    var tracker = PlaneTracker(up: Self.up, seed: 1)
    update(&tracker, surfaces, times: 3)
    let plane = try #require(tracker.planes.first).anchor
    let back = Quaternion(angle: -plane.extent.rotationOnYAxis, axis: Self.up)
    for corner in plane.boundary {
      let p = back.act(corner - plane.center)
      #expect(abs(p.x) <= plane.extent.width / 2 + 1e-9)
      #expect(abs(p.z) <= plane.extent.height / 2 + 1e-9)
    }
    let along = plane.extent.width > plane.extent.height ? 0.0 : Double.pi / 2
    let difference = plane.extent.rotationOnYAxis + along - 0.4
    #expect(abs(sin(difference)) < 0.1, "the same rectangle up to half a turn")
  }

  @Test func aPlaneGrowsAndItsTransformStays() throws {
    var surfaces = SyntheticSurfaces(seed: 4)
    surfaces.addTable(150)
    var tracker = PlaneTracker(up: Self.up, seed: 1)
    update(&tracker, surfaces, times: 3)
    let before = try #require(tracker.planes.first).anchor
    surfaces.add(
      150, corner: Vector3(0.6, -0.6, -1.5), Vector3(0.6, 0, 0), Vector3(0, 0, 0.8))
    update(&tracker, surfaces)
    let after = try #require(tracker.planes.first).anchor
    #expect(tracker.planes.count == 1)
    #expect(after.identifier == before.identifier)
    #expect(after.transform == before.transform)
    #expect(after.center.x > before.center.x + 0.2, "the middle moves as the plane grows")
    #expect(max(after.extent.width, after.extent.height) > 1.6)
  }

  @Test func aSteadyPlaneDoesNotChange() throws {
    var surfaces = SyntheticSurfaces(seed: 5)
    surfaces.addTable(150)
    var tracker = PlaneTracker(up: Self.up, seed: 1)
    update(&tracker, surfaces, times: 3)
    let before = try #require(tracker.planes.first).anchor
    surfaces.addTable(5)
    update(&tracker, surfaces, times: 5)
    #expect(try #require(tracker.planes.first).anchor == before)
  }

  @Test func twoPlanesThatGrowTogetherBecomeTheOlderOne() throws {
    var surfaces = SyntheticSurfaces(seed: 6)
    surfaces.add(120, corner: Vector3(-1, -0.6, -1.5), Vector3(0.6, 0, 0), Vector3(0, 0, 0.8))
    var tracker = PlaneTracker(up: Self.up, seed: 1)
    update(&tracker, surfaces, times: 3)
    let older = try #require(tracker.planes.first).anchor.identifier
    surfaces.add(120, corner: Vector3(0.5, -0.6, -1.5), Vector3(0.6, 0, 0), Vector3(0, 0, 0.8))
    update(&tracker, surfaces, times: 3)
    #expect(tracker.planes.count == 2)
    surfaces.add(200, corner: Vector3(-1, -0.6, -1.5), Vector3(2.1, 0, 0), Vector3(0, 0, 0.8))
    update(&tracker, surfaces, times: 3)
    #expect(tracker.planes.map(\.anchor.identifier) == [older])
    let extent = try #require(tracker.planes.first).anchor.extent
    #expect(max(extent.width, extent.height) > 1.9)
  }

  @Test func aPlaneWithoutSupportGoesAfterAWhile() {
    var surfaces = SyntheticSurfaces(seed: 7)
    surfaces.addTable()
    var tracker = PlaneTracker(up: Self.up, seed: 1)
    update(&tracker, surfaces, times: 3)
    #expect(tracker.planes.count == 1)
    update(&tracker, SyntheticSurfaces(seed: 7), times: 10)
    #expect(tracker.planes.count == 1, "a moment without points is no reason")
    update(&tracker, SyntheticSurfaces(seed: 7), times: 20)
    #expect(tracker.planes.isEmpty)
  }

  /// What was taken for a table turns out to be nothing: the floor is seen through it.
  @Test func aPlaneThatIsLookedThroughGoesSoon() {
    var tops = SyntheticSurfaces(seed: 20)
    var generator = SeededGenerator(seed: 20)
    for _ in 0..<80 {
      tops.add(Vector3(generator.uniform(-0.6...0.6), -0.6, generator.uniform(-1.5...(-0.7))))
    }
    var tracker = PlaneTracker(up: Self.up, seed: 1)
    update(&tracker, tops, times: 3)
    #expect(tracker.planes.count == 1)
    tops.add(1500, corner: Vector3(-1.5, -1.34, -3.5), Vector3(3, 0, 0), Vector3(0, 0, 3))
    update(&tracker, tops, times: 8)
    #expect(tracker.planes.allSatisfy { $0.anchor.transform.translation.y < -1 })
  }

  @Test func aBoxOnATableIsNoPlane() {
    var surfaces = SyntheticSurfaces(seed: 21)
    surfaces.addTable(200)
    surfaces.add(60, corner: Vector3(0.1, -0.4, -1.3), Vector3(0.25, 0, 0), Vector3(0, 0, 0.25))
    var tracker = PlaneTracker(up: Self.up, seed: 1)
    update(&tracker, surfaces, times: 6)
    #expect(tracker.planes.count == 1)
    #expect(tracker.planes.allSatisfy { abs($0.anchor.transform.translation.y + 0.6) < 0.005 })
  }

  /// The map has moved: the table's points are 5 cm lower now, all of them.
  @Test func aPlaneThatTheMapHasLeftIsReplacedByOne() throws {
    var before = SyntheticSurfaces(seed: 22)
    before.addTable(200, height: -0.55)
    var tracker = PlaneTracker(up: Self.up, seed: 1)
    update(&tracker, before, times: 3)
    let old = try #require(tracker.planes.first).anchor.identifier
    var after = SyntheticSurfaces(seed: 22)
    after.addTable(200, height: -0.6)
    for _ in 0..<12 {
      update(&tracker, after)
      #expect(tracker.planes.count == 1, "never two planes for one table")
    }
    let new = try #require(tracker.planes.first).anchor
    #expect(new.identifier != old)
    #expect(abs(new.transform.translation.y + 0.6) < 0.005)
  }

  /// While a plane grows its rectangle may turn a little, but never by a quarter.
  @Test func theExtentKeepsItsDirectionAsItGrows() throws {
    var surfaces = SyntheticSurfaces(seed: 23)
    surfaces.add(150, corner: Vector3(-0.6, -0.6, -1.4), Vector3(1.2, 0, 0), Vector3(0, 0, 0.5))
    var tracker = PlaneTracker(up: Self.up, seed: 1)
    update(&tracker, surfaces, times: 3)
    var last = try #require(tracker.planes.first).anchor.extent
    for step in 1...8 {
      let z = -1.4 - 0.2 * Double(step)
      surfaces.add(60, corner: Vector3(-0.6, -0.6, z), Vector3(1.2, 0, 0), Vector3(0, 0, 0.3))
      update(&tracker, surfaces)
      let extent = try #require(tracker.planes.first).anchor.extent
      #expect(abs(extent.rotationOnYAxis - last.rotationOnYAxis) < 0.2)
      last = extent
    }
    #expect(abs(last.width - 1.2) < 0.15, "the width stays the width")
    #expect(last.height > 1.8)
  }

  /// Gravity was guessed 4° wrong from a young map; the surfaces tell better.
  @Test func levelSurfacesCorrectAnUncertainUp() throws {
    var surfaces = SyntheticSurfaces(seed: 24)
    surfaces.addTable(250)
    surfaces.add(
      500, corner: Vector3(-1.5, -1.34, -3.5), Vector3(3, 0, 0), Vector3(0, 0, 3))
    let wrong = Quaternion(angle: 0.07, axis: Vector3(1, 0, 0.5)).act(Self.up)
    var tracker = PlaneTracker(up: wrong, isUpCertain: false, seed: 1)
    update(&tracker, surfaces, times: 15)
    #expect(tracker.planes.count == 2)
    for plane in tracker.planes {
      let normal = plane.anchor.transform.rotation.act(Vector3(0, 1, 0))
      #expect(normal.dot(Self.up) > cos(0.02))
    }
    var certain = PlaneTracker(up: wrong, seed: 1)
    update(&certain, surfaces, times: 15)
    for plane in certain.planes {
      let normal = plane.anchor.transform.rotation.act(Vector3(0, 1, 0))
      #expect((normal - wrong.normalized).length < 1e-9, "what is certain stays")
    }
  }

  @Test func onlyWhatIsAskedForIsAdded() {
    var surfaces = SyntheticSurfaces(seed: 8)
    surfaces.addTable()
    surfaces.addWall()
    var level = PlaneTracker(up: Self.up, seed: 1)
    update(&level, surfaces, times: 3, .horizontal)
    #expect(Set(level.planes.map(\.anchor.alignment)) == [.horizontal])
    var upright = PlaneTracker(up: Self.up, seed: 1)
    update(&upright, surfaces, times: 3, .vertical)
    #expect(Set(upright.planes.map(\.anchor.alignment)) == [.vertical])
  }

  @Test func aWallsPlaneSpaceHasItsNormalUpAndZDownTheWall() throws {
    var surfaces = SyntheticSurfaces(seed: 9)
    surfaces.addWall()
    var tracker = PlaneTracker(up: Self.up, seed: 1)
    update(&tracker, surfaces, times: 3, .vertical)
    let wall = try #require(tracker.planes.first).anchor
    #expect(wall.classification == .wall)
    #expect(wall.transform.rotation.act(Vector3(0, 1, 0)).z > 0.999, "towards the camera")
    #expect((wall.transform.rotation.act(Vector3(0, 0, 1)) + Self.up).length < 1e-9)
    #expect(abs(wall.extent.width - 2) < 0.1)
    #expect(abs(wall.extent.height - 1.8) < 0.1)
    #expect(wall.extent.rotationOnYAxis == 0)
  }

  @Test func identifiersComeFromTheSeed() throws {
    var surfaces = SyntheticSurfaces(seed: 10)
    surfaces.addTable()
    func identifier(_ seed: UInt64) throws -> AnchorIdentifier {
      var tracker = PlaneTracker(up: Self.up, seed: seed)
      update(&tracker, surfaces, times: 3)
      return try #require(tracker.planes.first).anchor.identifier
    }
    #expect(try identifier(1) == identifier(1))
    #expect(try identifier(1) != identifier(2))
  }

  @Test func floorTableAndSeatAreToldByTheirHeights() {
    var surfaces = SyntheticSurfaces(seed: 11)
    surfaces.addTable(200, height: -0.6)
    surfaces.add(
      1200, corner: Vector3(-1.5, -1.34, -2.5), Vector3(3, 0, 0), Vector3(0, 0, 2))
    surfaces.add(
      150, corner: Vector3(0.8, -0.89, -2), Vector3(0.5, 0, 0), Vector3(0, 0, 0.5))
    var tracker = PlaneTracker(up: Self.up, seed: 1)
    update(&tracker, surfaces, times: 3)
    let byHeight = tracker.planes.map(\.anchor)
      .sorted { $0.transform.translation.y < $1.transform.translation.y }
    #expect(byHeight.map(\.classification) == [.floor, .seat, .table])
  }
}
