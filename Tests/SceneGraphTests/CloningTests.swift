import SceneGraph
import SessionCore
import SpatialMath
import Testing

@Suite struct CloningTests {
  @Test func aCopyHasEverythingBelowAndALifeOfItsOwn() throws {
    let mesh = MeshResource(.sphere(radius: 1))
    let top = Entity(name: "top", transform: Transform(translation: Vector3(1, 2, 3)))
    let ball = ModelEntity(name: "ball", mesh: mesh, material: .unlit(SIMD4(1, 0, 0, 1)))
    ball.castsShadow = false
    ball.isEnabled = false
    top.addChild(ball)
    let parent = Entity()
    parent.addChild(top)

    let copy = top.clone()
    #expect(copy.parent == nil)
    #expect(copy.position == Vector3(1, 2, 3))
    let twin = try #require(copy.findEntity(named: "ball") as? ModelEntity)
    #expect(twin !== ball && twin.mesh === mesh)
    #expect(!twin.castsShadow && !twin.isEnabled)
    #expect(twin.material == ball.material)
    twin.position = Vector3(9, 9, 9)
    #expect(ball.position == .zero)
    #expect(top.clone(recursive: false).children.isEmpty)
  }

  @Test func aCopiedHeadIsMovedByTheFaceOnItsOwn() throws {
    let head = RobotHead()
    let copy = try #require(head.clone() as? RobotHead)
    #expect(copy.children.count == head.children.count)
    let rest = head.parts.jaw.position.y
    var shapes = BlendShapes()
    shapes[.jawOpen] = 1
    copy.apply(shapes)
    #expect(head.parts.jaw.position.y == rest)
    #expect(copy.parts.jaw.position.y < rest)
  }

  @Test func copiedTargetsAndOptionsAreTheCopysOwn() throws {
    let source = TriangleMesh(
      positions: [SIMD3(0, 0, 0), SIMD3(1, 0, 0), SIMD3(0, 1, 0)], indices: [0, 1, 2])
    let target = MorphTarget(name: "jawOpen", vertices: [2], positions: [SIMD3(0, 1, 0)])
    let model = MorphedEntity(name: "face", MorphedMesh(source: source, targets: [target]))
    let twin = try #require(model.clone() as? MorphedEntity)
    twin.setWeight(1, forTargetNamed: "jawOpen")
    #expect(model.weight(forTargetNamed: "jawOpen") == 0)
    #expect(twin.weight(forTargetNamed: "jawOpen") == 1)

    let content = Entity()
    content.addChild(model)
    let expressive = ExpressiveModel(name: "model", content: content)
    let other = try #require(expressive.clone() as? ExpressiveModel)
    #expect(other.boundLocations == [.jawOpen])
    var shapes = BlendShapes()
    shapes[.jawOpen] = 0.5
    other.apply(shapes)
    #expect(model.weight(forTargetNamed: "jawOpen") == 0)
    let moved = other.entities(of: MorphedEntity.self)
    #expect(moved.count == 1 && moved[0].weight(forTargetNamed: "jawOpen") == 0.5)

    let options = OptionsEntity(name: "choice", options: [Entity(name: "a"), Entity(name: "b")])
    options.showNext()
    let choice = try #require(options.clone() as? OptionsEntity)
    #expect(choice.optionIndex == 1)
    choice.showNext()
    #expect(options.optionIndex == 1 && choice.optionIndex == 0)
    #expect(choice.findEntity(named: "a")?.isEnabled == true)
    #expect(options.findEntity(named: "a")?.isEnabled == false)
  }

  @Test func aCopiedAnchorFindsItsPlaceByItself() throws {
    let anchor = AnchorEntity(.face(index: 0))
    anchor.whenUntracked = .hold
    anchor.addChild(Entity(name: "hat"))
    let scene = Scene()
    let copy = try #require(anchor.clone() as? AnchorEntity)
    scene.addAnchor(copy)
    #expect(copy.whenUntracked == .hold && !copy.isAnchored)
    scene.update(with: Make.frame([.face(Make.face(at: Vector3(0, 0, -1)))]))
    #expect(copy.isAnchored && !anchor.isAnchored)
    #expect(scene.findEntities(named: "hat").count == 1)
    #expect(scene.entities { $0 is AnchorEntity }.count == 1)
  }
}
