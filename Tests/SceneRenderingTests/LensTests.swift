import Foundation
import SceneGraph
import SceneRendering
import SessionCore
import SpatialMath
import Testing

/// A drawn scene lies on the picture of a lens that bends.
@Suite(.enabled(if: hasOpenGL, "no OpenGL here: run Tools/setup")) struct LensTests {
  /// As strong as cheap wide webcams have it: the corner lies 60 pixels off, of 400.
  private static let lens = CameraIntrinsics(
    width: 640, height: 480, fx: 420, fy: 425, cx: 325, cy: 236,
    distortion: .init(k1: -0.30, k2: 0.09, p1: 0.002, p2: -0.0015, k3: -0.01))
  /// A drawn thing must lie on its real place.
  private static let tolerance = 1.0

  private func draw(
    _ models: [ModelEntity], mirror: Bool = false, _ anchors: [Anchor] = [],
    _ change: (inout RenderOptions) -> Void = { _ in }
  ) throws -> PixelBuffer {
    let renderer = try Make.renderer {
      $0.mirrorsFrontBackground = mirror
      change(&$0)
    }
    let pixels = Make.plain(640, 480, RGB(r: 0, g: 0, b: 0))
    let role: CameraRole = mirror ? .front : .rear
    let view = Make.view(role, pixels, intrinsics: Self.lens)
    let frame =
      mirror ? Make.frame(front: view, anchors) : Make.frame(rear: view, anchors)
    let drawn = try renderer.render(frame: frame, snapshot: Make.snapshot(models))
    #expect(renderer.takeGraphicsErrors().isEmpty)
    return drawn
  }

  /// The middle of what is bright, pixels from the corner.
  private func middle(_ picture: PixelBuffer) throws -> Vector2 {
    var sum = Vector2.zero
    var weight = 0.0
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        let w = Double(picture.rgb(x, y).g)
        sum += Vector2(Double(x) + 0.5, Double(y) + 0.5) * w
        weight += w
      }
    }
    try #require(weight > 0)
    return sum / weight
  }

  /// Points of the world that are seen at pixels, in session axes: near edges and corners.
  private static let places = [
    Vector2(325, 236), Vector2(20, 240), Vector2(622, 240), Vector2(320, 16), Vector2(320, 466),
    Vector2(22, 20), Vector2(620, 22), Vector2(24, 462), Vector2(618, 460),
  ]

  @Test(arguments: places) func aDrawnBallLiesOnItsRealPlace(pixel: Vector2) throws {
    let n = Self.lens.unproject(pixel)
    let ball = ModelEntity(
      mesh: MeshResource(.superellipsoid(radii: SIMD3(repeating: 0.012), exponent: 2)),
      material: .unlit(SIMD4(1, 1, 1, 1)),
      transform: Transform(translation: Vector3(n.x, -n.y, -1) * 1.3))
    let found = try middle(draw([ball]))
    #expect((found - pixel).length < Self.tolerance, "\(found) instead of \(pixel)")
    let mirrored = try middle(draw([ball], mirror: true))
    #expect(
      (Vector2(640 - mirrored.x, mirrored.y) - pixel).length < Self.tolerance, "\(mirrored)")
  }

  @Test func withoutTheBendItWouldLieBesideIt() {
    // The test above can fail: this is how far off a corner is drawn without a lens.
    let n = Self.lens.unproject(Vector2(22, 20))
    let straight = Vector2(Self.lens.fx * n.x + Self.lens.cx, Self.lens.fy * n.y + Self.lens.cy)
    #expect((straight - Vector2(22, 20)).length > 40)
  }

  @Test func aLargeSheetsEdgesAreBentAllAlong() throws {
    // Two triangles, 1.9 m wide at 1.3 m: without splitting its edges would be straight.
    let half = SIMD2<Float>(0.95, 0.70)
    let mesh = TriangleMesh(
      positions: [
        SIMD3(-half.x, -half.y, 0), SIMD3(half.x, -half.y, 0), SIMD3(half.x, half.y, 0),
        SIMD3(-half.x, half.y, 0),
      ], normals: [SIMD3<Float>](repeating: SIMD3(0, 0, 1), count: 4),
      indices: [0, 1, 2, 0, 2, 3])
    let sheet = ModelEntity(
      mesh: MeshResource(mesh), material: .unlit(SIMD4(1, 1, 1, 1)),
      transform: Transform(translation: Vector3(0, 0, -1.3)))
    let drawn = try draw([sheet])
    for part in stride(from: -0.9, through: 0.9, by: 0.15) {
      let edge = try #require(Self.lens.project(Vector3(part * 0.95, -0.7, 1.3)))
      // Down the column through the edge: dark above it, bright below.
      let x = Int(edge.x)
      let first = try #require((0..<240).first { drawn.rgb(x, $0).g > 127 })
      #expect(abs(Double(first) - edge.y) < Self.tolerance + 0.5, "\(part): \(first) \(edge.y)")
    }
  }

  @Test func pointsAndPlanesOfTheOverlayAreBentToo() throws {
    let pixel = Vector2(600, 40)
    let n = Self.lens.unproject(pixel)
    let view = Make.view(
      .rear, Make.plain(640, 480, RGB(r: 0, g: 0, b: 0)), intrinsics: Self.lens)
    var frame = Make.frame(rear: view)
    frame.rawFeaturePoints = [
      FeaturePoint(identifier: 1, position: Vector3(n.x, -n.y, -1) * 2)
    ]
    let renderer = try Make.renderer { $0.showsWorld = true }
    let found = try middle(renderer.render(frame: frame, snapshot: SceneSnapshot()))
    #expect((found - pixel).length < Self.tolerance, "\(found)")
  }

  @Test func whatIsFarBesideThePictureDoesNotComeBackIntoIt() throws {
    // A lens whose polynomial turns round soon: 75 degrees off the axis it would be in the middle.
    let balls = (0..<40).map { i in
      let angle = Double(i) / 40 * 2 * .pi
      return ModelEntity(
        mesh: MeshResource(.superellipsoid(radii: SIMD3(repeating: 0.2), exponent: 2)),
        material: .unlit(SIMD4(1, 1, 1, 1)),
        transform: Transform(translation: Vector3(4 * cos(angle), 4 * sin(angle), -1)))
    }
    let drawn = try draw(balls)
    #expect(drawn.bytes.allSatisfy { $0 == 0 })
  }
}

/// The light that a face's shading tells, on drawn models.
@Suite(.enabled(if: hasOpenGL, "no OpenGL here: run Tools/setup")) struct FaceLightTests {
  /// Light from one side: nine coefficients a colour; a card turned to it shows about 1.
  private func light(_ side: Vector3) -> DirectionalLightEstimate {
    // Order (0,0), (1,−1)=y, (1,0)=z, (1,1)=x.
    var one = [Float](repeating: 0, count: 9)
    one[0] = 1.4
    (one[1], one[2], one[3]) = (Float(side.y) * 1.4, Float(side.z) * 1.4, Float(side.x) * 1.4)
    return DirectionalLightEstimate(
      sphericalHarmonicsCoefficients: one + one + one, primaryLightDirection: side,
      primaryLightIntensity: 1000)
  }

  private func brightness(_ side: Vector3?, role: CameraRole = .front) throws -> (
    left: Int, right: Int
  ) {
    let view = Make.view(role, Make.plain(320, 240, RGB(r: 100, g: 100, b: 100)))
    var frame = role == .front ? Make.frame(front: view) : Make.frame(rear: view)
    frame.directionalLightEstimate = side.map(light)
    let ball = ModelEntity(
      mesh: MeshResource(.superellipsoid(radii: SIMD3(repeating: 0.3), exponent: 2)),
      material: .lit(PhysicalMaterial(baseColor: SIMD3(0.7, 0.7, 0.7), roughness: 1)),
      transform: Transform(translation: Vector3(0, 0, -1.5)))
    let drawn = try Make.renderer().render(frame: frame, snapshot: Make.snapshot([ball]))
    // 331 pixels a unit of the picture's plane: the ball is 66 pixels wide on each side.
    return (drawn.rgb(160 - 50, 120).sum, drawn.rgb(160 + 50, 120).sum)
  }

  @Test func modelsAreBrightOnTheSideTheFacesLightComesFrom() throws {
    let fromRight = try brightness(Vector3(1, 0, 0))
    #expect(fromRight.right > fromRight.left + 100, "\(fromRight)")
    let fromLeft = try brightness(Vector3(-1, 0, 0))
    #expect(fromLeft.left > fromLeft.right + 100, "\(fromLeft)")
  }

  @Test func behindARearCameraTheFacesLightDoesNotCount() throws {
    let with = try brightness(Vector3(1, 0, 0), role: .rear)
    let without = try brightness(nil, role: .rear)
    #expect(with == without)
  }
}
