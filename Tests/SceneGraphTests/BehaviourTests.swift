import SceneGraph
import SessionCore
import SpatialMath
import Testing

/// Builds a scene with things to choose from on a face.
private struct Stage {
  let scene = Scene()
  let nose: OptionsEntity
  let square: ModelEntity

  init(_ behaviours: [SceneBehaviour]) {
    let mesh = TriangleMesh(
      positions: [
        SIMD3(-0.1, -0.1, 0), SIMD3(0.1, -0.1, 0), SIMD3(0.1, 0.1, 0), SIMD3(-0.1, 0.1, 0),
      ], indices: [0, 1, 2, 0, 2, 3])
    square = ModelEntity(name: "first", mesh: MeshResource(mesh))
    nose = OptionsEntity(name: "nose", options: [square, Entity(name: "second"), nil])
    let anchor = AnchorEntity(.face(index: 0))
    anchor.addChild(nose)
    scene.addAnchor(anchor)
    scene.behaviours = behaviours
  }

  func show(_ shapes: [BlendShapeLocation: Float] = [:], tracked: Bool = true, at seconds: Double) {
    let face = Make.face(.identity, at: Vector3(0, 0, -1), isTracked: tracked, shapes)
    scene.update(with: Make.frame([.face(face)], seconds: seconds))
  }
}

@Suite struct SceneBehaviourTests {
  @Test func aTapOnSomethingShowsItsNextOption() {
    let stage = Stage([SceneBehaviour(.tap(entity: "nose"), .nextOption(of: "nose"))])
    stage.show(at: 0)
    let ahead = Ray(origin: .zero, direction: Vector3(0, 0, -1))
    #expect(!stage.scene.tap(Ray(origin: .zero, direction: Vector3(0, 1, -1))))
    #expect(stage.nose.optionIndex == 0)
    #expect(stage.scene.tap(ahead))
    #expect(stage.nose.optionIndex == 1)
    // The second option has no shape, so there is nothing to hit.
    #expect(!stage.scene.tap(ahead))
  }

  @Test func theNearestThingTakesTheTap() {
    let stage = Stage([SceneBehaviour(.tap(entity: "nose"), .nextOption(of: "nose"))])
    let wall = ModelEntity(name: "wall", mesh: stage.square.mesh)
    let anchor = AnchorEntity(world: Pose(translation: Vector3(0, 0, -0.5)))
    anchor.addChild(wall)
    stage.scene.addAnchor(anchor)
    stage.show(at: 0)
    let ray = Ray(origin: .zero, direction: Vector3(0, 0, -1))
    #expect(stage.scene.hitTest(ray).map(\.entity.name) == ["wall", "first"])
    #expect(abs((stage.scene.hitTest(ray).first?.distance ?? 0) - 0.5) < 1e-6)
    #expect(!stage.scene.tap(ray))
    wall.isEnabled = false
    #expect(stage.scene.tap(ray))
  }

  @Test func keysInEitherCaseAndSwipesDoWhatTheyAreFor() {
    let stage = Stage([
      SceneBehaviour(.key("n"), .nextOption(of: "nose")),
      SceneBehaviour(.swipe(.left), .previousOption(of: "nose")),
      SceneBehaviour(.key("p"), .request(.snapshot)),
    ])
    #expect(stage.scene.press("N"))
    #expect(stage.nose.optionIndex == 1)
    #expect(stage.scene.swipe(.left) && stage.scene.swipe(.left))
    // Before the first comes the last.
    #expect(stage.nose.optionIndex == 2)
    #expect(!stage.scene.swipe(.right) && !stage.scene.press("x"))
    #expect(stage.scene.press("p"))
    #expect(stage.scene.takeRequests() == [.snapshot] && stage.scene.takeRequests() == [])
  }

  @Test func theMaskChangesWhenALostFaceComesBackAndNotBefore() {
    let stage = Stage([SceneBehaviour(.found(faceIndex: 0), .nextOption(of: "nose"))])
    stage.show(at: 0)
    stage.show(at: 1)
    #expect(stage.nose.optionIndex == 0)
    stage.show(tracked: false, at: 2)
    #expect(stage.nose.optionIndex == 0)
    stage.show(at: 3)
    #expect(stage.nose.optionIndex == 1)
    stage.show(at: 4)
    #expect(stage.nose.optionIndex == 1)
  }

  @Test func anExpressionCountsOnceItHasLasted() {
    let smile = ExpressionScore(
      weights: [.mouthSmileLeft: 1, .mouthSmileRight: 1], threshold: 0.5, holdDuration: 0.3)
    let stage = Stage([
      SceneBehaviour(.expression(smile, faceIndex: 0), .nextOption(of: "nose"))
    ])
    let smiling: [BlendShapeLocation: Float] = [.mouthSmileLeft: 0.6, .mouthSmileRight: 0.6]
    stage.show(smiling, at: 0)
    stage.show(smiling, at: 0.2)
    #expect(stage.nose.optionIndex == 0)
    stage.show(smiling, at: 0.3)
    #expect(stage.nose.optionIndex == 1)
    // It goes on, and counts no second time until it was left.
    stage.show(smiling, at: 1)
    #expect(stage.nose.optionIndex == 1)
    stage.show(at: 1.1)
    stage.show(smiling, at: 1.2)
    stage.show(smiling, at: 1.6)
    #expect(stage.nose.optionIndex == 2)
  }

  @Test func aBehaviourMayWaitForAnOption() {
    let stage = Stage([
      SceneBehaviour(.key("a"), .nextOption(of: "nose"), while: ("nose", 0)),
      SceneBehaviour(.key("b"), .nextOption(of: "nose"), while: ("nose", 1)),
    ])
    stage.scene.press("b")
    #expect(stage.nose.optionIndex == 0)
    stage.scene.press("a")
    stage.scene.press("a")
    #expect(stage.nose.optionIndex == 1)
    stage.scene.press("b")
    #expect(stage.nose.optionIndex == 2)
  }

  @Test func aTimerGoesOffBySessionTime() {
    let stage = Stage([SceneBehaviour(.timer(seconds: 2), .nextOption(of: "nose"))])
    for seconds in [0.0, 1, 1.9] { stage.show(at: seconds) }
    #expect(stage.nose.optionIndex == 0)
    stage.show(at: 2)
    #expect(stage.nose.optionIndex == 1)
  }

  @Test func oneSetIsShownAtATime() {
    let scene = Scene()
    let anchors = ["glasses", "hat", "hat"].map { name -> AnchorEntity in
      let anchor = AnchorEntity(world: .identity)
      scene.addAnchor(anchor, toSet: name)
      return anchor
    }
    #expect(scene.sets == ["glasses", "hat"])
    #expect(anchors.map(\.isEnabled) == [true, false, false])
    scene.behaviours = [
      SceneBehaviour(.key("n"), .nextSet), SceneBehaviour(.key("g"), .showSet("glasses")),
    ]
    scene.press("n")
    #expect(anchors.map(\.isEnabled) == [false, true, true])
    scene.press("n")
    #expect(scene.activeSet == 0)
    scene.press("n")
    scene.press("g")
    #expect(anchors.map(\.isEnabled) == [true, false, false])
  }
}

@Suite struct ExpressionScoreTests {
  @Test func theScoreIsAWeightedMeanInWhichAbsenceCountsToo() {
    let wink = ExpressionScore(
      weights: [.eyeBlinkLeft: 1, .eyeBlinkRight: -0.5], threshold: 0.5)
    var shapes = BlendShapes()
    shapes[.eyeBlinkLeft] = 0.8
    #expect(abs(wink.score(shapes) - 0.8) < 1e-6)
    shapes[.eyeBlinkRight] = 0.8
    #expect(abs(wink.score(shapes) - 0.4) < 1e-6)
    #expect(ExpressionScore(weights: [:], threshold: 0.5).score(shapes) == 0)
  }

  @Test func aLostFaceEndsAnExpression() {
    var open = ExpressionScore(weights: [.jawOpen: 1], threshold: 0.5)
    var shapes = BlendShapes()
    shapes[.jawOpen] = 0.6
    #expect(open.update(shapes, at: .zero) == .reached)
    // A little less is not the end of it.
    shapes[.jawOpen] = 0.45
    #expect(open.update(shapes, at: .zero) == nil)
    #expect(open.update(nil, at: .zero) == .left)
  }
}

@Suite struct FaceDrivenTests {
  private func frame(_ shapes: [BlendShapeLocation: Float], tracked: Bool = true) -> SessionFrame {
    Make.frame([.face(Make.face(.identity, isTracked: tracked, shapes))])
  }

  @Test func aLandmarkStandsAtTheMeanOfItsVertices() {
    let mouth = FaceLandmarkEntity(vertices: [24, 26, 5000])
    mouth.update(with: frame([:]))
    // The test's face has vertex n at x = n / 10000.
    #expect(isClose(mouth.position, Vector3(0.0025, 0, 0), within: 1e-6))
  }

  @Test func coefficientsStretchAndMove() {
    let rest = Transform(scale: Vector3(2, 2, 2), translation: Vector3(0, 1, 0))
    let eye = FaceDrivenEntity(
      transform: rest,
      rules: [
        .init([.eyeBlinkLeft], .scaleY, base: 1, factor: -1),
        .init([.jawOpen], .positionZ, base: 0, factor: 0.1),
      ])
    eye.update(with: frame([.eyeBlinkLeft: 0.75, .jawOpen: 0.5]))
    #expect(isClose(eye.scale, Vector3(2, 0.5, 2), within: 1e-6))
    #expect(isClose(eye.position, Vector3(0, 1, 0.05), within: 1e-6))
    // A lost face leaves all as it is.
    eye.update(with: frame([:], tracked: false))
    #expect(isClose(eye.scale, Vector3(2, 0.5, 2), within: 1e-6))
  }

  /// The smile that each option begins with: s = mean − 0.1, index = s · n / 0.5, clamped.
  @Test(
    arguments: [
      (0, 0), (0.1, 0), (0.19, 0), (0.21, 1), (0.31, 2), (0.41, 3), (0.51, 4), (1, 4),
    ] as [(Float, Int)])
  func aSmileChoosesAPicture(_ smile: Float, _ index: Int) {
    let options = OptionsEntity(options: [nil, nil, nil, nil, nil])
    let face = FaceDrivenEntity(
      transform: .identity,
      rules: [.init([.mouthSmileLeft, .mouthSmileRight], .option, base: -0.2, factor: 2)])
    face.addChild(options)
    face.update(with: frame([.mouthSmileLeft: smile, .mouthSmileRight: smile]))
    #expect(options.optionIndex == index)
  }
}

@Suite struct UntrackedTests {
  private func visibility(_ rule: AnchorEntity.WhenUntracked) -> [Float] {
    let scene = Scene()
    let anchor = AnchorEntity(.face(index: 0))
    anchor.whenUntracked = rule
    scene.addAnchor(anchor)
    return [(0.0, false), (1, true), (2, false), (2.25, false), (9, false), (10, true)].map {
      seconds, isTracked in
      scene.update(
        with: Make.frame([.face(Make.face(isTracked: isTracked))], seconds: seconds))
      return anchor.visibility
    }
  }

  @Test func whatStandsOnALostFaceHidesHoldsOrFades() {
    #expect(visibility(.hide) == [0, 1, 0, 0, 0, 1])
    #expect(visibility(.hold) == [0, 1, 1, 1, 1, 1])
    #expect(visibility(.fade(seconds: 2)) == [0, 1, 0.5, 0.375, 0, 1])
  }
}

@Suite struct AnimationClipTests {
  private let entity = Entity()

  private func clip(
    _ interpolation: AnimationClip.Interpolation, _ values: [Float]
  ) -> AnimationClip {
    AnimationClip(
      name: "hop",
      tracks: [
        .init(
          entity: entity, morphed: [], property: .translation, interpolation: interpolation,
          times: [0, 2], values: values)
      ])
  }

  @Test func keysAreJoinedByLinesStepsAndSplines() {
    clip(.linear, [0, 0, 0, 0, 4, 0]).apply(at: 0.5)
    #expect(isClose(entity.position, Vector3(0, 1, 0), within: 1e-6))
    clip(.step, [0, 0, 0, 0, 4, 0]).apply(at: 1.9)
    #expect(entity.position == .zero)
    clip(.linear, [0, 0, 0, 0, 4, 0]).apply(at: 5)
    #expect(isClose(entity.position, Vector3(0, 4, 0)))
    // Level tangents: half-way is the middle, a quarter is 5/32 of the way.
    let spline: [Float] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0]
    clip(.cubicSpline, spline).apply(at: 1)
    #expect(isClose(entity.position, Vector3(0, 2, 0), within: 1e-6))
    clip(.cubicSpline, spline).apply(at: 0.5)
    #expect(isClose(entity.position, Vector3(0, 0.625, 0), within: 1e-6))
  }

  @Test func aModelPlaysOverAndOver() {
    let model = ExpressiveModel(content: entity)
    model.animations = [clip(.linear, [0, 0, 0, 0, 4, 0])]
    #expect(!model.play("other"))
    #expect(model.play("hop"))
    model.update(with: Make.frame(seconds: 10))
    model.update(with: Make.frame(seconds: 13))
    #expect(isClose(entity.position, Vector3(0, 2, 0), within: 1e-6))
  }
}
