import SoftwareRendering
import SpatialMath
import Testing

@Suite struct FacetRendererTests {
  private let intrinsics = CameraIntrinsics(
    width: 64, height: 48, fx: 60, fy: 60, cx: 32, cy: 24)
  /// At the origin, looking along −Z.
  private let view = FacetView(sceneFromCamera: .identity)

  /// A square of a half side, facing the camera at a distance.
  private func square(half: Float, distance: Float) -> Facet {
    Facet(
      origin: SIMD3(-half, half, -distance), uAxis: SIMD3(1, 0, 0), vAxis: SIMD3(0, -1, 0),
      outline: [
        SIMD2(0, 0), SIMD2(2 * half, 0), SIMD2(2 * half, 2 * half), SIMD2(0, 2 * half),
      ])
  }

  private func picture(_ half: Float, _ paint: (Float, Float) -> SIMD3<Float>) -> Canvas {
    var canvas = Canvas(size: SIMD2(2 * half, 2 * half), density: 60)
    canvas.paint(paint)
    return canvas
  }

  private func render(_ scene: FacetScene) -> [UInt32] {
    let renderer = FacetRenderer(scene: scene, intrinsics: intrinsics)
    var pixels = [UInt32](repeating: 0, count: 64 * 48)
    pixels.withUnsafeMutableBufferPointer { buffer in
      if let base = buffer.baseAddress { renderer.render(.global(view), into: base) }
    }
    return pixels
  }

  private func luma(_ pixels: [UInt32], _ x: Int, _ y: Int) -> Int {
    Int(pixels[y * 64 + x] & 0xFF)
  }

  @Test func aNearerFacetHidesAFartherOneWhateverTheOrder() {
    for nearFirst in [true, false] {
      var scene = FacetScene()
      let near = { (s: inout FacetScene) in
        s.add(square(half: 0.2, distance: 1), picture: picture(0.2) { _, _ in SIMD3(1, 1, 1) })
      }
      if nearFirst { near(&scene) }
      scene.add(
        square(half: 2, distance: 2), picture: picture(2) { _, _ in SIMD3(0.02, 0.02, 0.02) })
      if !nearFirst { near(&scene) }
      let pixels = render(scene)
      #expect(luma(pixels, 32, 24) > 230)
      #expect(luma(pixels, 5, 5) < 60)
      // 0.2 m at 1 m is 12 pixels.
      #expect(luma(pixels, 32 - 11, 24) > 230 && luma(pixels, 32 - 14, 24) < 60)
    }
  }

  @Test func aTextureRunsRightAndDownAsSeenFromTheFront() {
    var scene = FacetScene()
    scene.add(
      square(half: 1, distance: 2),
      picture: picture(1) { u, v in
        u > 1 && v < 1 ? SIMD3(repeating: 1) : SIMD3(repeating: 0.05)
      })
    let pixels = render(scene)
    #expect(luma(pixels, 45, 12) > 230, "upper right")
    for (x, y) in [(18, 12), (18, 36), (45, 36)] { #expect(luma(pixels, x, y) < 90) }
  }

  @Test func aFacetIsNotSeenFromBehind() {
    var facet = square(half: 1, distance: 2)
    facet.origin.x = 1
    facet.uAxis = -facet.uAxis
    var scene = FacetScene()
    scene.add(facet, picture: picture(1) { _, _ in SIMD3(repeating: 1) })
    #expect(luma(render(scene), 32, 24) == 0)
  }

  @Test func aPixelThatAnEdgeCutsInHalfIsMixed() {
    var scene = FacetScene()
    // The left border is at −0.2083 m: 12.5 pixels left of the middle, through pixel 19.
    let half: Float = 12.5 / 60
    scene.add(square(half: half, distance: 1), picture: picture(half) { _, _ in SIMD3(1, 1, 1) })
    scene.add(
      square(half: 3, distance: 2), picture: picture(3) { _, _ in SIMD3(0.01, 0.01, 0.01) })
    let pixels = render(scene)
    let (inside, edge, outside) = (
      luma(pixels, 21, 24), luma(pixels, 19, 24), luma(pixels, 17, 24)
    )
    #expect(abs(2 * edge - inside - outside) < 70, "half way: \(outside) \(edge) \(inside)")
  }

  @Test func aRollingShutterGivesEveryRowItsOwnView() {
    var scene = FacetScene()
    scene.add(
      square(half: 2, distance: 2),
      picture: picture(2) { u, _ in u < 2 ? SIMD3(repeating: 0.01) : SIMD3(repeating: 1) })
    let renderer = FacetRenderer(scene: scene, intrinsics: intrinsics)
    let views = (0..<48).map { row in
      FacetView(
        sceneFromCamera: Pose(translation: Vector3(Double(row - 24) * 2 / 60, 0, 0)))
    }
    var pixels = [UInt32](repeating: 0, count: 64 * 48)
    pixels.withUnsafeMutableBufferPointer { buffer in
      if let base = buffer.baseAddress { renderer.render(.rolling(views), into: base) }
    }
    // The step, straight in the scene, moves one pixel a row to the left.
    for row in stride(from: 8, through: 40, by: 8) {
      let middle = 32 - (row - 24)
      #expect(luma(pixels, middle - 3, row) < 60 && luma(pixels, middle + 3, row) > 200)
    }
  }

  @Test func aFloorThatReachesBehindTheCameraIsDrawnUpToTheHorizonAndNoFarther() {
    // One metre below, from 5 m behind the camera to 5 m before it.
    let floor = Facet(
      origin: SIMD3(-5, -1, -5), uAxis: SIMD3(1, 0, 0), vAxis: SIMD3(0, 0, 1),
      outline: [SIMD2(0, 0), SIMD2(10, 0), SIMD2(10, 10), SIMD2(0, 10)])
    var canvas = Canvas(size: SIMD2(10, 10), density: 8)
    canvas.paint { _, _ in SIMD3(repeating: 1) }
    var scene = FacetScene()
    scene.add(floor, picture: canvas)
    let pixels = render(scene)
    // Its far border is 1 m below at 5 m: 12 rows under the middle.
    #expect(luma(pixels, 32, 24 + 14) > 230 && luma(pixels, 32, 47) > 230)
    #expect(luma(pixels, 32, 24 + 10) == 0 && luma(pixels, 32, 4) == 0)
  }

  @Test func withDistortionAFacetIsWhereTheLensPutsIt() throws {
    var lens = intrinsics
    lens.distortion.k1 = -0.3
    var scene = FacetScene()
    scene.add(square(half: 0.1, distance: 1), picture: picture(0.1) { _, _ in SIMD3(1, 1, 1) })
    var shifted = view
    shifted.position = SIMD3(-0.35, 0, 0)
    let renderer = FacetRenderer(scene: scene, intrinsics: lens)
    var pixels = [UInt32](repeating: 0, count: 64 * 48)
    pixels.withUnsafeMutableBufferPointer { buffer in
      if let base = buffer.baseAddress { renderer.render(.global(shifted), into: base) }
    }
    let left = try #require(lens.project(Vector3(0.25, 0, 1))).x
    let right = try #require(lens.project(Vector3(0.45, 0, 1))).x
    #expect(luma(pixels, Int(left) + 1, 24) > 200 && luma(pixels, Int(left) - 2, 24) == 0)
    #expect(luma(pixels, Int(right) - 1, 24) > 200 && luma(pixels, Int(right) + 2, 24) == 0)
  }
}
