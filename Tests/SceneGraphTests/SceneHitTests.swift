import SceneGraph
import SessionCore
import SpatialMath
import Testing

/// A camera a metre before a box, a table half a metre below, a wall behind.
private struct Room {
  static let tableHeight = -0.5, wallDistance = -3.0
  let scene = Scene()
  let frame: SessionFrame
  let table = Make.plane(at: Pose(translation: Vector3(0, tableHeight, -1)), width: 4, depth: 4)
  let wall = Make.plane(
    at: Pose(
      rotation: Quaternion(angle: .pi / 2, axis: Vector3(1, 0, 0)),
      translation: Vector3(0, 0, wallDistance)),
    width: 6, depth: 4, alignment: .vertical)

  init(state: TrackingState = .normal) {
    let anchor = AnchorEntity(world: .identity)
    anchor.addChild(
      ModelEntity(
        name: "box", mesh: MeshResource(.roundedBox(size: SIMD3(0.2, 0.2, 0.2), radius: 0)),
        transform: Transform(translation: Vector3(0, 0, -1))))
    scene.addAnchor(anchor)
    frame = Make.frame([.plane(table), .plane(wall)], state: state)
    scene.update(with: frame)
  }
}

@Suite struct SceneHitTests {
  private func names(_ hits: [SceneHit], _ room: Room) -> [String] {
    hits.map { hit in
      switch hit {
      case .entity(let hit): hit.entity.name
      case .surface(let hit): hit.anchor == room.table.identifier ? "table" : "wall"
      }
    }
  }

  @Test func modelsAndRealPlanesComeInTheOrderOfTheirDistance() {
    let room = Room()
    let ahead = Ray(origin: .zero, direction: Vector3(0, 0, -1))
    let hits = room.scene.hitTest(ahead, in: room.frame)
    #expect(names(hits, room) == ["box", "wall"])
    #expect(abs(hits[0].distance - 0.9) < 1e-5)
    #expect(isClose(hits[1].position, Vector3(0, 0, Room.wallDistance)))
    // From behind the wall it is the other way round.
    let back = Ray(origin: Vector3(0, 0, -4), direction: Vector3(0, 0, 1))
    let seen = room.scene.hitTest(back, in: room.frame)
    #expect(names(seen, room) == ["wall", "box"])
    #expect(abs(seen[0].distance - 1) < roundOff)
  }

  @Test func aPointOfThePictureMeetsWhatIsSeenThere() {
    let room = Room()
    let middle = room.scene.hitTest(atImagePoint: Vector2(0.5, 0.5), in: room.frame)
    #expect(names(middle, room) == ["box", "wall"])
    let below = room.scene.hitTest(atImagePoint: Vector2(0.5, 0.95), in: room.frame)
    #expect(names(below, room) == ["table", "wall"])
    #expect(abs(below[0].position.y - Room.tableHeight) < roundOff)
    // There is no front camera to look through.
    #expect(room.scene.hitTest(atImagePoint: .zero, of: .front, in: room.frame).isEmpty)
  }

  @Test func planesCountAsTheQuerySays() {
    let room = Room()
    let up = Ray(origin: .zero, direction: Vector3(0, 0.75, -1))
    #expect(room.scene.hitTest(up, in: room.frame).isEmpty)
    let endless = room.scene.hitTest(up, in: room.frame, target: .existingPlaneInfinite)
    #expect(names(endless, room) == ["wall"])
    let down = Ray(origin: .zero, direction: Vector3(0, -0.3, -1))
    #expect(names(room.scene.hitTest(down, in: room.frame), room) == ["table", "wall"])
    #expect(
      names(room.scene.hitTest(down, in: room.frame, alignment: .vertical), room) == ["wall"])
  }

  @Test func whileTrackingIsLimitedOnlyModelsAreMet() {
    let room = Room(state: .limited(.insufficientFeatures))
    let ahead = Ray(origin: .zero, direction: Vector3(0, 0, -1))
    #expect(names(room.scene.hitTest(ahead, in: room.frame), room) == ["box"])
  }

  @Test func aModelThatIsNotShownIsNotMet() throws {
    let room = Room()
    let box = try #require(room.scene.findEntity(named: "box"))
    box.isEnabled = false
    let ahead = Ray(origin: .zero, direction: Vector3(0, 0, -1))
    #expect(names(room.scene.hitTest(ahead, in: room.frame), room) == ["wall"])
  }
}
