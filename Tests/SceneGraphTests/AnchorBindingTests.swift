import SceneGraph
import SessionCore
import SpatialMath
import Testing

@Suite struct AnchorBindingTests {
  private func scene(
    _ anchor: AnchorEntity, _ entity: Entity = RobotHead()
  ) -> Scene {
    let scene = Scene()
    anchor.addChild(entity)
    scene.addAnchor(anchor)
    return scene
  }
  private let table = Make.plane(
    at: Pose(
      rotation: Quaternion(angle: 0.3, axis: Vector3(0, 1, 0)),
      translation: Vector3(0.2, -0.5, -1)), width: 0.8, depth: 0.6, center: Vector3(0.1, 0, 0.05))

  @Test func nothingIsDrawnUntilAPlaneIsThere() {
    let anchor = AnchorEntity(plane: .horizontal)
    let scene = scene(anchor)
    scene.update(with: Make.frame())
    #expect(!anchor.isAnchored)
    #expect(scene.makeSnapshot().items.isEmpty)
    scene.update(with: Make.frame([.plane(table)]))
    #expect(anchor.isAnchored)
    #expect(scene.makeSnapshot().items.count > 20)
  }

  @Test func anEntityStandsAtTheCentreOfThePlaneItIsFirstGiven() {
    let anchor = AnchorEntity(plane: .horizontal)
    let scene = scene(anchor)
    scene.update(with: Make.frame([.plane(table)]))
    #expect(isClose(anchor.position, table.transform.act(table.center)))
    #expect(anchor.anchorIdentifier == table.identifier)
  }

  @Test func aPlaneThatIsTooSmallOrAWallOrACeilingIsPassedOver() {
    let small = Make.plane(width: 0.9, depth: 0.1)
    let wall = Make.plane(width: 3, depth: 3, alignment: .vertical)
    let ceiling = Make.plane(
      at: Pose(rotation: Quaternion(angle: .pi, axis: Vector3(1, 0, 0))), width: 4, depth: 4)
    let anchor = AnchorEntity(plane: .horizontal, minimumBounds: Vector2(0.5, 0.3))
    let scene = scene(anchor)
    scene.update(with: Make.frame([.plane(small), .plane(wall), .plane(ceiling)]))
    #expect(!anchor.isAnchored)
    scene.update(with: Make.frame([.plane(small), .plane(wall), .plane(table)]))
    #expect(anchor.anchorIdentifier == table.identifier)
  }

  @Test func aClassIsAskedForWhenOneIsGiven() {
    var floor = Make.plane(width: 4, depth: 4)
    floor.classification = .floor
    var board = table
    board.classification = .table
    let anchor = AnchorEntity(plane: .horizontal, classification: .table)
    scene(anchor).update(with: Make.frame([.plane(floor), .plane(board)]))
    #expect(anchor.anchorIdentifier == table.identifier)
  }

  @Test func theBindingStaysWhenThePlaneGrowsOrOthersCome() {
    let anchor = AnchorEntity(plane: .horizontal)
    let scene = scene(anchor)
    scene.update(with: Make.frame([.plane(table)]))
    let place = anchor.position
    var grown = table
    grown.center = Vector3(0.4, 0, 0.3)
    grown.extent.width = 2
    let floor = Make.plane(at: Pose(translation: Vector3(0, -1.2, 0)), width: 5, depth: 5)
    scene.update(with: Make.frame([.plane(floor), .plane(grown)]))
    #expect(anchor.anchorIdentifier == table.identifier)
    #expect(isClose(anchor.position, place))
  }

  @Test func whenItsPlaneIsMergedTheEntityStaysWhereItIs() {
    let anchor = AnchorEntity(plane: .horizontal)
    let scene = scene(anchor)
    scene.update(with: Make.frame([.plane(table)]))
    let place = anchor.position
    let floor = Make.plane(at: Pose(translation: Vector3(0, -1.2, 0)), width: 5, depth: 5)
    let older = Make.plane(
      at: Pose(translation: Vector3(0, -0.51, -1)), width: 3, depth: 3)
    scene.update(with: Make.frame([.plane(floor), .plane(older)]))
    #expect(anchor.anchorIdentifier == older.identifier)
    #expect(isClose(anchor.position, Vector3(place.x, -0.51, place.z)))
  }

  @Test func whenNoPlaneIsLeftTheEntityIsHidden() {
    let anchor = AnchorEntity(plane: .horizontal)
    let scene = scene(anchor)
    scene.update(with: Make.frame([.plane(table)]))
    scene.update(with: Make.frame())
    #expect(!anchor.isAnchored)
  }

  @Test(arguments: [
    (TrackingState.notAvailable, false), (.limited(.relocalizing), false),
    (.limited(.excessiveMotion), true), (.limited(.insufficientFeatures), true), (.normal, true),
  ])
  func aPlaneBoundEntityHidesWhileTheCamerasPlaceIsUnknown(state: TrackingState, shown: Bool) {
    let anchor = AnchorEntity(plane: .horizontal)
    let scene = scene(anchor)
    scene.update(with: Make.frame([.plane(table)]))
    scene.update(with: Make.frame([.plane(table)], state: state))
    #expect(anchor.isAnchored == shown)
    #expect(anchor.anchorIdentifier == table.identifier)
  }

  @Test func anEntityOnAFaceHidesWhileTheFaceIsLost() {
    let anchor = AnchorEntity(.face(index: 0))
    let scene = scene(anchor, Entity())
    var face = Make.face(at: Vector3(0, 0, -0.5))
    scene.update(with: Make.frame([.face(face)]))
    #expect(anchor.isAnchored)
    #expect(isClose(anchor.position, Vector3(0, 0, -0.5)))
    face.isTracked = false
    scene.update(with: Make.frame([.face(face)]))
    #expect(!anchor.isAnchored)
  }

  @Test func anEntityOnAPictureStandsThereWhileItIsSeen() throws {
    func image(_ name: String, _ x: Double, isTracked: Bool = true) throws -> Anchor {
      .image(
        ImageAnchor(
          identifier: .init(), transform: Pose(translation: Vector3(x, 0, -1)),
          referenceImage: try ReferenceImage(
            luma: [0], width: 1, height: 1, physicalWidth: 0.2, name: name),
          isTracked: isTracked))
    }
    let named = AnchorEntity(image: "b")
    let any = AnchorEntity(.image(name: nil))
    let scene = Scene()
    for anchor in [named, any] { scene.addAnchor(anchor) }
    scene.update(with: Make.frame([try image("a", 1)]))
    #expect(!named.isAnchored)
    #expect(isClose(any.position, Vector3(1, 0, -1)))
    scene.update(with: Make.frame([try image("a", 1, isTracked: false), try image("b", 2)]))
    #expect(isClose(named.position, Vector3(2, 0, -1)))
    #expect(isClose(any.position, Vector3(2, 0, -1)), "one that is seen")
    scene.update(with: Make.frame([try image("b", 3, isTracked: false)]))
    #expect(!named.isAnchored)
    #expect(!any.isAnchored)
  }

  @Test func placesCamerasAndSingleAnchorsAreFollowed() {
    let rear = Pose(translation: Vector3(1, 2, 3))
    let point = PointAnchor(transform: Pose(translation: Vector3(4, 5, 6)))
    let world = AnchorEntity(world: Pose(translation: Vector3(7, 8, 9)))
    let camera = AnchorEntity(.camera(.rear))
    let single = AnchorEntity(anchor: .point(point))
    let scene = Scene()
    for anchor in [world, camera, single] { scene.addAnchor(anchor) }
    scene.update(with: Make.frame([.point(point)], rear: rear))
    #expect(isClose(world.position, Vector3(7, 8, 9)))
    #expect(isClose(camera.position, rear.translation))
    #expect(isClose(single.position, Vector3(4, 5, 6)))
    scene.update(with: Make.frame(rear: nil, front: .identity))
    #expect(!camera.isAnchored)
    #expect(!single.isAnchored)
  }

  @Test func aTapMovesTheEntityToWhereTheRayMeetsAPlane() throws {
    let anchor = AnchorEntity(plane: .horizontal)
    let scene = scene(anchor)
    let floor = Make.plane(at: Pose(translation: Vector3(0, -1, 0)), width: 20, depth: 20)
    let frame = Make.frame([.plane(floor)])
    scene.update(with: frame)
    let hit = try #require(scene.placeFirstAnchor(atImagePoint: Vector2(0.7, 0.9), in: frame))
    scene.update(with: frame)
    #expect(isClose(anchor.position, hit.worldTransform.translation))
    #expect(anchor.position.x > 0)
    #expect(abs(anchor.position.y + 1) < roundOff)
    let ray = try #require(frame.ray(through: Vector2(0.7, 0.9)))
    #expect(isClose(anchor.position, ray.point(at: hit.distance)))
    #expect(scene.placeFirstAnchor(atImagePoint: Vector2(0.5, 0.1), in: frame) == nil)
  }

  @Test func aTapMovesTheEntityToAnotherPlane() throws {
    let anchor = AnchorEntity(plane: .horizontal)
    let scene = scene(anchor)
    let floor = Make.plane(at: Pose(translation: Vector3(0, -1, 0)), width: 20, depth: 20)
    let board = Make.plane(at: Pose(translation: Vector3(0, -0.4, -1)))
    let frame = Make.frame([.plane(floor), .plane(board)])
    scene.update(with: frame)
    #expect(anchor.anchorIdentifier == floor.identifier)
    let hit = try #require(scene.placeFirstAnchor(atImagePoint: Vector2(0.5, 0.85), in: frame))
    #expect(hit.anchor == board.identifier)
    scene.update(with: frame)
    #expect(anchor.anchorIdentifier == board.identifier)
    #expect(abs(anchor.position.y + 0.4) < roundOff)
  }

  @Test func theSnapshotHasAGroundThatHoldsWhatStandsThere() throws {
    let anchor = AnchorEntity(plane: .horizontal)
    let scene = scene(anchor)
    scene.update(with: Make.frame([.plane(table)]))
    let ground = try #require(scene.makeSnapshot().grounds.first)
    #expect(isClose(ground.worldFromGround.translation, anchor.position))
    #expect(abs(ground.bounds.min.y) < 1e-3)
    #expect((0.25...0.32).contains(ground.bounds.extents.y))
  }
}
