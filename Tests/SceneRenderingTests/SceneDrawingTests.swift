import Foundation
import SceneGraph
import SceneRendering
import SessionCore
import SpatialMath
import Testing

@Suite(.enabled(if: hasOpenGL, "no OpenGL here: run Tools/setup")) struct SceneDrawingTests {
  private static let (width, height) = (320, 240)
  /// Looks level, a little above the head's top.
  private static let camera = Pose(translation: Vector3(0, -0.08, 0))

  private func frame(
    _ shapes: [BlendShapeLocation: Float] = [:], intrinsics: CameraIntrinsics? = nil,
    light: LightEstimate? = nil
  ) -> SessionFrame {
    var frame = Make.frame(
      rear: Make.view(
        .rear, Make.plain(Self.width, Self.height), at: Self.camera, intrinsics: intrinsics),
      [.plane(Make.table()), .face(Make.face(shapes))])
    frame.lightEstimate = light
    return frame
  }

  private func draw(_ frame: SessionFrame, samples: Int = 4) throws -> PixelBuffer {
    let renderer = try Make.renderer { $0.samples = samples }
    let drawn = try renderer.render(frame: frame, snapshot: Make.headSnapshot(frame))
    #expect(renderer.takeGraphicsErrors().isEmpty)
    return drawn
  }

  private func pixel(_ world: Vector3, _ frame: SessionFrame) throws -> Vector2 {
    let view = try #require(frame.rear)
    let p = view.worldFromCamera.inverse.act(world)
    return try #require(view.image.intrinsics.project(Vector3(p.x, -p.y, -p.z)))
  }

  @Test func theHeadIsWhereTheCameraWouldSeeIt() throws {
    let frame = frame()
    let empty = try Make.renderer().render(frame: frame, snapshot: SceneSnapshot())
    var snapshot = try Make.headSnapshot(frame)
    // Without the shadow, which reaches farther than the head.
    snapshot.grounds = []
    for i in snapshot.items.indices { snapshot.items[i].groundIndex = nil }
    let drawn = try Make.renderer().render(frame: frame, snapshot: snapshot)
    let change = drawn.difference(empty, threshold: 30)
    let top = try pixel(Vector3(0, -0.35 + 0.295, -0.9), frame)
    let foot = try pixel(Vector3(0, -0.35, -0.9 + 0.065), frame)
    #expect(abs(Double(change.minY) - top.y) < 4)
    #expect(abs(Double(change.maxY) - foot.y) < 6)
    let left = try pixel(Vector3(-0.1077, -0.17, -0.9), frame)
    let right = try pixel(Vector3(0.1077, -0.17, -0.9), frame)
    #expect(abs(Double(change.minX) - left.x) < 6)
    #expect(abs(Double(change.maxX) - right.x) < 6)
    #expect(change.count > 2500)
  }

  @Test func theHeadStandsUprightAndLooksAtTheViewer() throws {
    let frame = frame()
    let drawn = try draw(frame)
    // From top to bottom: the blue lamp, the white crown, red lips, the grey foot.
    func color(_ p: Vector3) throws -> RGB {
      let at = try pixel(p, frame)
      return drawn.rgb(Int(at.x), Int(at.y))
    }
    let lamp = try color(Vector3(0, -0.35 + 0.2875, -0.9))
    #expect(lamp.b > lamp.r + 60)
    let crown = try color(Vector3(0, -0.35 + 0.250, -0.82))
    #expect(crown.r > 170 && abs(crown.r - crown.b) < 60)
    let lip = try color(Vector3(0, -0.35 + 0.1385, -0.9 + 0.086))
    #expect(lip.r > lip.b + 60)
    for side in [-1.0, 1] {
      let pupil = try color(Vector3(side * 0.0405, -0.35 + 0.1945, -0.9 + 0.1125))
      #expect(pupil.sum < 200)
    }
  }

  @Test(arguments: [
    (BlendShapeLocation.jawOpen, 0.135, 0.06), (.eyeBlinkLeft, 0.1945, 0.03),
    (.eyeBlinkRight, 0.1945, 0.03), (.browOuterUpLeft, 0.25, 0.04), (.tongueOut, 0.12, 0.05),
    (.mouthUpperUpLeft, 0.15, 0.06),
  ])
  func anExpressionChangesThePictureThereAndNowhereElse(
    location: BlendShapeLocation, height: Double, reach: Double
  ) throws {
    let frame = frame()
    let change = try draw(self.frame([location: 1])).difference(draw(frame), threshold: 30)
    #expect(change.count > 40, "\(change)")
    let middle = try pixel(Vector3(0, -0.35 + height, -0.81), frame).y
    let pixels = try pixel(Vector3(0, -0.35 + height - reach, -0.81), frame).y - middle
    #expect(Double(change.minY) > middle - pixels - 12, "\(change), \(middle) ± \(pixels)")
    // What opens below throws its shadow on the foot.
    if location != .jawOpen { #expect(Double(change.maxY) < middle + pixels + 12, "\(change)") }
    let center = Self.width / 2
    if location == .eyeBlinkLeft || location == .browOuterUpLeft {
      #expect(change.maxX <= center)
    }
    if location == .eyeBlinkRight { #expect(change.minX >= center) }
  }

  @Test func aShutEyeIsALid() throws {
    let frame = frame([.eyeBlinkLeft: 1, .eyeBlinkRight: 1])
    let drawn = try draw(frame)
    let at = try pixel(Vector3(0.0405, -0.35 + 0.203, -0.9 + 0.112), frame)
    let lid = drawn.rgb(Int(at.x), Int(at.y))
    #expect(lid.b > lid.r + 10 && lid.sum > 120, "\(lid)")
  }

  @Test func anOffCentreLensMovesTheHeadByAsManyPixels() throws {
    let plain = CameraIntrinsics(
      width: Self.width, height: Self.height, horizontalFieldOfView: 0.9)
    var shifted = plain
    shifted.cx += 30
    shifted.cy -= 12
    let empty = try Make.renderer().render(frame: frame(), snapshot: SceneSnapshot())
    let a = try draw(frame(intrinsics: plain)).difference(empty, threshold: 60)
    let b = try draw(frame(intrinsics: shifted)).difference(empty, threshold: 60)
    #expect(abs(b.minX - a.minX - 30) <= 1)
    #expect(abs(b.minY - a.minY + 12) <= 1)
  }

  @Test func theTableIsDarkerByTheFootAndUntouchedFarAway() throws {
    let frame = frame()
    let drawn = try draw(frame)
    func brightness(_ p: Vector3) throws -> Int {
      let at = try pixel(p, frame)
      return drawn.rgb(Int(at.x), Int(at.y)).sum
    }
    let far = try brightness(Vector3(-0.3, -0.35, -1.1))
    #expect(far == 150 + 155 + 160)
    let near = try brightness(Vector3(0.072, -0.35, -0.86))
    #expect(near < far * 8 / 10)
    let further = try brightness(Vector3(0, -0.35, -0.78))
    #expect(further > near && further <= far)
  }

  @Test func lightFromTheRoomMakesTheHeadBrighterAndWarmer() throws {
    func shell(_ light: LightEstimate) throws -> RGB {
      let frame = frame(light: light)
      let at = try pixel(Vector3(0, -0.35 + 0.250, -0.82), frame)
      return try draw(frame).rgb(Int(at.x), Int(at.y))
    }
    let dim = try shell(.init(ambientIntensity: 400, ambientColorTemperature: 6500))
    let bright = try shell(.init(ambientIntensity: 1000, ambientColorTemperature: 6500))
    #expect(dim.sum + 90 < bright.sum)
    let warm = try shell(.init(ambientIntensity: 600, ambientColorTemperature: 3200))
    let cool = try shell(.init(ambientIntensity: 600, ambientColorTemperature: 9000))
    #expect(warm.r - warm.b > cool.r - cool.b + 20)
  }

  @Test func edgesAreSmoothWithSeveralSamples() throws {
    let frame = frame()
    let hard = try draw(frame, samples: 1)
    let smooth = try draw(frame, samples: 4)
    let change = smooth.difference(hard, threshold: 10)
    #expect(change.count > 100 && change.count < 6000)
  }

  @Test func theSameInputGivesTheSameBytes() throws {
    let frame = frame([.jawOpen: 0.4])
    let renderer = try Make.renderer()
    let snapshot = try Make.headSnapshot(frame)
    let first = try renderer.render(frame: frame, snapshot: snapshot).bytes
    #expect(try renderer.render(frame: frame, snapshot: snapshot).bytes == first)
    #expect(try Make.renderer().render(frame: frame, snapshot: snapshot).bytes == first)
  }
}

@Suite(.enabled(if: hasOpenGL, "no OpenGL here: run Tools/setup")) struct DepthAndMaterialTests {
  private let view = Make.view(.rear, Make.plain(100, 100, RGB(r: 10, g: 20, b: 30)))

  private func square(_ color: SIMD4<Float>, depth: Double, size: Float = 0.2) -> ModelEntity {
    ModelEntity(
      mesh: MeshResource(.roundedBox(size: SIMD3(size, size, 0.01), radius: 0.001)),
      material: .unlit(color), transform: Transform(translation: Vector3(0, 0, -depth)))
  }

  private func centre(_ models: [ModelEntity]) throws -> RGB {
    let renderer = try Make.renderer()
    let drawn = try renderer.render(
      frame: Make.frame(rear: view), snapshot: Make.snapshot(models))
    #expect(renderer.takeGraphicsErrors().isEmpty)
    return drawn.rgb(50, 50)
  }

  private let red = SIMD4<Float>(1, 0, 0, 1)
  private let blue = SIMD4<Float>(0, 0, 1, 1)

  @Test func theNearerModelHidesTheFartherWhateverTheOrder() throws {
    let (near, far) = (square(red, depth: 0.5), square(blue, depth: 1))
    #expect(try centre([near, far]) == RGB(r: 255, g: 0, b: 0))
    #expect(try centre([far, near]) == RGB(r: 255, g: 0, b: 0))
  }

  @Test func anOccluderHidesWhatIsBehindAndShowsThePicture() throws {
    let occluder = square(red, depth: 0.5)
    occluder.material = .occlusion
    #expect(try centre([square(blue, depth: 1), occluder]) == RGB(r: 10, g: 20, b: 30))
    #expect(try centre([square(blue, depth: 0.4), occluder]) == RGB(r: 0, g: 0, b: 255))
  }

  @Test(arguments: [(-0.15, true), (-0.34, true), (-0.42, false), (-0.7, false)])
  func aRealTableHidesWhatIsBelowIt(height: Double, isSeen: Bool) throws {
    let frame = Make.frame(
      rear: Make.view(.rear, Make.plain(320, 240), at: Pose(translation: Vector3(0, -0.08, 0))),
      [.plane(Make.table())])
    let ball = ModelEntity(
      mesh: MeshResource(.sphere(radius: 0.01, segments: 6)), material: .unlit(red),
      transform: Transform(translation: Vector3(0, height, -0.9)))
    let scene = Scene()
    let anchor = AnchorEntity(world: .identity)
    anchor.addChild(ball)
    anchor.addChild(PlaneOcclusionEntity())
    scene.addAnchor(anchor)
    scene.update(with: frame)
    let renderer = try Make.renderer()
    let drawn = try renderer.render(frame: frame, snapshot: scene.makeSnapshot())
    let empty = try renderer.render(frame: frame, snapshot: SceneSnapshot())
    #expect((drawn.difference(empty).count > 20) == isSeen)
  }

  @Test func aTranslucentModelLetsThePictureThrough() throws {
    let c = try centre([square(SIMD4(1, 1, 1, 0.5), depth: 1)])
    #expect(c.isClose(RGB(r: 132, g: 137, b: 142), within: 3))
  }

  @Test func aWireframeShowsEdgesOnlyAndHidesThoseBehind() throws {
    let sphere = ModelEntity(
      mesh: MeshResource(.sphere(radius: 0.15, segments: 6)),
      material: .wireframe(SIMD4(0, 1, 0, 1), width: 1),
      transform: Transform(translation: Vector3(0, 0, -0.6)))
    let renderer = try Make.renderer()
    let frame = Make.frame(rear: view)
    let drawn = try renderer.render(frame: frame, snapshot: Make.snapshot([sphere]))
    let empty = try renderer.render(frame: frame, snapshot: SceneSnapshot())
    let change = drawn.difference(empty)
    let area = Double((change.maxX - change.minX) * (change.maxY - change.minY))
    #expect(change.count > 300)
    #expect(Double(change.count) < area * 0.7)
  }

  @Test func aModelHalfBehindTheCameraIsDrawn() throws {
    let beam = ModelEntity(
      mesh: MeshResource(.roundedBox(size: SIMD3(0.1, 0.1, 4), radius: 0.01)),
      material: .unlit(red), transform: Transform(translation: Vector3(0, -0.1, 0)))
    let renderer = try Make.renderer()
    let drawn = try renderer.render(
      frame: Make.frame(rear: view), snapshot: Make.snapshot([beam]))
    #expect(drawn.rgb(50, 90) == RGB(r: 255, g: 0, b: 0))
  }

  @Test func aMirroredPictureMirrorsTheScene() throws {
    let model = ModelEntity(
      mesh: MeshResource(.sphere(radius: 0.1)), material: .unlit(red),
      transform: Transform(translation: Vector3(0.25, 0, -1)))
    let frame = Make.frame(
      front: Make.view(.front, Make.plain(100, 100, RGB(r: 10, g: 20, b: 30))))
    let plain = try Make.renderer().render(frame: frame, snapshot: Make.snapshot([model]))
    let mirrored = try Make.renderer { $0.mirrorsFrontBackground = true }
      .render(frame: frame, snapshot: Make.snapshot([model]))
    for y in stride(from: 0, to: 100, by: 7) {
      for x in stride(from: 0, to: 100, by: 7) {
        #expect(plain.rgb(x, y).isClose(mirrored.rgb(99 - x, y), within: 120))
      }
    }
    #expect(mirrored.rgb(24, 50) == RGB(r: 255, g: 0, b: 0))
    #expect(plain.rgb(75, 50) == RGB(r: 255, g: 0, b: 0))
  }

  @Test func aShapeThatChangesKeepsItsPlaceInTheGraphicsMemory() throws {
    let renderer = try Make.renderer()
    let frame = Make.frame(rear: view)
    let entity = ModelEntity(
      mesh: MeshResource(.sphere(radius: 0.1)), material: .unlit(red),
      transform: Transform(translation: Vector3(0, 0, -1)))
    for step in 0..<20 {
      entity.mesh = entity.mesh?.replaced(by: .sphere(radius: 0.1 + Float(step) * 0.01))
      _ = try renderer.render(frame: frame, snapshot: Make.snapshot([entity]))
    }
    #expect(renderer.shapeCount == 1)
    let drawn = try renderer.render(frame: frame, snapshot: Make.snapshot([entity]))
    #expect(drawn.rgb(50 + 26, 50) == RGB(r: 255, g: 0, b: 0))
  }

  @Test func shapesThatAreNoLongerDrawnAreLetGo() throws {
    let renderer = try Make.renderer()
    let frame = Make.frame(rear: view)
    for _ in 0..<3 {
      _ = try renderer.render(
        frame: frame, snapshot: Make.snapshot([square(red, depth: 1)]))
    }
    #expect(renderer.shapeCount == 3)
    let last = Make.snapshot([square(red, depth: 1)])
    for _ in 0..<600 {
      _ = try renderer.render(frame: frame, snapshot: last, size: (width: 16, height: 16))
    }
    #expect(renderer.shapeCount == 1)
  }
}
