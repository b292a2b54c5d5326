import SceneGraph
import SessionCore
import SpatialMath
import Testing

@Suite struct MotionTests {
  private func scene(_ entity: Entity) -> Scene {
    let scene = Scene()
    let anchor = AnchorEntity(world: .identity)
    anchor.addChild(entity)
    scene.addAnchor(anchor)
    return scene
  }

  private func show(_ scene: Scene, at seconds: Double) {
    scene.update(with: Make.frame(seconds: seconds))
  }

  @Test func aMovementLeadsFromWhereItStandsToItsEndAndStays() {
    let entity = Entity(transform: Transform(translation: Vector3(1, 0, 0)))
    let scene = scene(entity)
    show(scene, at: 5)
    entity.move(to: Transform(translation: Vector3(1, 2, 0)), duration: 2, timing: .steady)
    // The next frame is the beginning.
    for (seconds, y) in [(6.0, 0.0), (6.5, 0.5), (7, 1), (8, 2), (9, 2)] {
      show(scene, at: seconds)
      #expect(isClose(entity.position, Vector3(1, y, 0)), "\(seconds)")
    }
    #expect(!entity.isMoving)
    entity.position.x = 4
    show(scene, at: 10)
    #expect(entity.position.x == 4)
  }

  @Test func anEasedMovementBeginsAndEndsSlowly() {
    let entity = Entity()
    let scene = scene(entity)
    entity.move(to: Transform(translation: Vector3(1, 0, 0)), duration: 1)
    var places: [Double] = []
    for step in 0...10 {
      show(scene, at: Double(step) / 10)
      places.append(entity.position.x)
    }
    #expect(places[1] < 0.03 && abs(places[5] - 0.5) < roundOff && places[9] > 0.97)
    #expect(places == places.sorted())
  }

  @Test func aWholeTurnGoesRoundAgainAndAgain() {
    let entity = Entity()
    let scene = scene(entity)
    entity.move(
      TransformMotion(
        turn: EulerAngles(yaw: 2 * .pi), duration: 4, repetition: .loop, timing: .steady))
    for (seconds, angle) in [(0.0, 0.0), (1, 0.5), (2, 1), (5, 0.5), (41, 0.5)] {
      show(scene, at: seconds)
      let expected = Quaternion(angle: angle * .pi, axis: Vector3(0, 1, 0))
      #expect((entity.orientation.inverse * expected).angle < 1e-6, "\(seconds)")
    }
    #expect(entity.isMoving)
  }

  @Test func aSwingGoesThereAndBack() {
    let entity = Entity(transform: Transform(scale: Vector3(repeating: 2)))
    let scene = scene(entity)
    entity.move(
      TransformMotion(
        offset: Vector3(0, 1, 0), scale: 3, duration: 1, repetition: .swing, timing: .steady))
    for (seconds, y) in [(0.0, 0.0), (0.5, 0.5), (1, 1), (1.75, 0.25), (2, 0), (2.5, 0.5)] {
      show(scene, at: seconds)
      #expect(isClose(entity.position, Vector3(0, y, 0)))
      #expect(isClose(entity.scale, Vector3(repeating: 2 + 4 * y)))
    }
    entity.stopMoving()
    show(scene, at: 3)
    #expect(isClose(entity.position, Vector3(0, 0.5, 0)))
  }
}

@Suite struct CollisionShapeTests {
  /// A flat ring of triangles round a hole is hard to hit; its box is not.
  private func scene(_ shape: CollisionShape) -> Scene {
    let scene = Scene()
    let anchor = AnchorEntity(world: .identity)
    let model = ModelEntity(
      mesh: MeshResource(.torus(radius: 0.2, tube: 0.02)),
      transform: Transform(
        scale: Vector3(repeating: 2), rotation: Quaternion(angle: .pi / 2, axis: Vector3(1, 0, 0)),
        translation: Vector3(0, 0, -2)))
    model.collisionShape = shape
    anchor.addChild(model)
    scene.addAnchor(anchor)
    scene.update(with: Make.frame())
    return scene
  }

  private func distance(_ shape: CollisionShape, x: Double = 0) -> Double? {
    let ray = Ray(origin: Vector3(x, 0, 0), direction: Vector3(0, 0, -1))
    return scene(shape).hitTest(ray).first?.distance
  }

  @Test func whatCountsIsTheShapeThatIsChosen() throws {
    #expect(distance(.mesh) == nil)
    #expect(distance(.mesh, x: 0.4) != nil)
    #expect(abs(try #require(distance(.bounds)) - 1.96) < 0.01)
    #expect(distance(.none, x: 0.4) == nil)
    // In the model's own space, which is twice as large here.
    let ball = CollisionShape.sphere(center: .zero, radius: 0.1)
    #expect(abs(try #require(distance(ball)) - 1.8) < roundOff)
    #expect(distance(ball, x: 0.21) == nil)
    let box = CollisionShape.box(center: .zero, size: Vector3(1, 0.5, 1))
    #expect(abs(try #require(distance(box, x: 0.9)) - 1.5) < 1e-5)
    #expect(distance(box, x: 1.1) == nil)
  }

  @Test func aCopyIsHitAsItsOriginal() throws {
    let scene = scene(.bounds)
    let copy = try #require(scene.anchors[0].children[0].clone() as? ModelEntity)
    #expect(copy.collisionShape == .bounds)
  }
}

@Suite struct PlaneOcclusionTests {
  @Test func planesThatAreFoundHideAndThoseThatGoDoNot() throws {
    let scene = Scene()
    let anchor = AnchorEntity(world: .identity)
    let entity = PlaneOcclusionEntity()
    anchor.addChild(entity)
    scene.addAnchor(anchor)
    var table = Make.plane(at: Pose(translation: Vector3(0, -0.5, -1)))
    let wall = Make.plane(at: Pose(translation: Vector3(0, 0, -3)), alignment: .vertical)
    scene.update(with: Make.frame([.plane(table), .plane(wall)]))
    var items = scene.makeSnapshot().items
    #expect(items.count == 2 && items.allSatisfy { $0.material == .occlusion && !$0.castsShadow })
    // A little below, so that what stands there is whole.
    let depths = items.map { $0.worldFromModel.transform(point: .zero).y }.sorted()
    #expect(abs(depths[0] + 0.506) < roundOff)
    // The same plane, grown: the same shape, another revision.
    let identifiers = Set(items.map(\.mesh.identifier))
    table.boundary = table.boundary.map { $0 * 2 }
    scene.update(with: Make.frame([.plane(table)]))
    items = scene.makeSnapshot().items
    #expect(items.count == 1 && identifiers.contains(items[0].mesh.identifier))
    #expect(abs(items[0].mesh.bounds.max.x - 1) < 1e-6)
    // What only hides planes lets taps through to what is there.
    #expect(scene.hitTest(Ray(origin: .zero, direction: Vector3(0, -0.5, -1))).isEmpty)
  }
}
