import SessionCore
import SpatialMath
import Testing

/// `displayTransform` and `projectPoint`.
@Suite struct DisplayTests {
  /// Rounding of a few products.
  private static let exact = 1e-9

  /// A camera two metres above the world's origin that looks along −Z: 90° wide, 640 × 480.
  private static func view(distortion: CameraIntrinsics.Distortion = .none) -> CameraView {
    let pixels = PixelBuffer.make(width: 4, height: 3, format: .gray8) { _ in }
    var lens = CameraIntrinsics(width: 640, height: 480, horizontalFieldOfView: .pi / 2)
    lens.distortion = distortion
    return CameraView(
      image: CameraFrame(
        role: .rear, sequence: 0, timestamp: .zero, pixels: pixels, intrinsics: lens),
      worldFromCamera: Pose(translation: Vector3(0, 2, 0)))
  }

  private static func isNear(_ a: Vector2?, _ x: Double, _ y: Double) -> Bool {
    guard let a else { return false }
    return abs(a.x - x) < exact && abs(a.y - y) < exact
  }

  /// The picture's top left corner, its top right one, and the middle, in a viewport of the
  /// picture's own (turned) shape.
  @Test(arguments: [
    (InterfaceOrientation.landscapeRight, Vector2(640, 480), Vector2(0, 0), Vector2(1, 0)),
    (.landscapeLeft, Vector2(640, 480), Vector2(1, 1), Vector2(0, 1)),
    (.portrait, Vector2(480, 640), Vector2(1, 0), Vector2(1, 1)),
    (.portraitUpsideDown, Vector2(480, 640), Vector2(0, 1), Vector2(0, 0)),
  ])
  func aPictureIsTurnedIntoTheViewport(
    orientation: InterfaceOrientation, size: Vector2, topLeft: Vector2, topRight: Vector2
  ) throws {
    let transform = Self.view().displayTransform(for: orientation, viewportSize: size)
    #expect(Self.isNear(transform.act(Vector2(0, 0)), topLeft.x, topLeft.y))
    #expect(Self.isNear(transform.act(Vector2(1, 0)), topRight.x, topRight.y))
    #expect(Self.isNear(transform.act(Vector2(0.5, 0.5)), 0.5, 0.5))
    let back = try #require(transform.inverse)
    #expect(Self.isNear(back.act(topRight), 1, 0))
    #expect(Self.isNear((back * transform).act(Vector2(0.3, 0.8)), 0.3, 0.8))
  }

  @Test func aPictureFillsAViewportOfAnotherShape() {
    // 640 × 480 in a square: 640 wide becomes 4/3 of the square, a sixth sticks out on each side.
    let square = Self.view().displayTransform(for: .landscapeRight, viewportSize: Vector2(9, 9))
    #expect(Self.isNear(square.act(Vector2(0, 0)), -1.0 / 6, 0))
    #expect(Self.isNear(square.act(Vector2(1, 1)), 7.0 / 6, 1))
    // Turned into a wide viewport: 480 × 640 in 2 : 1.
    let wide = Self.view().displayTransform(for: .portrait, viewportSize: Vector2(200, 100))
    #expect(Self.isNear(wide.act(Vector2(0.5, 0.5)), 0.5, 0.5))
    let height = wide.act(Vector2(1, 0)).y - wide.act(Vector2(0, 0)).y
    #expect(abs(height - 2 * 640.0 / 480) < Self.exact)
  }

  @Test func aPointOfTheWorldIsProjectedOntoTheViewport() {
    let view = Self.view()
    let size = Vector2(1280, 960)
    func project(_ p: Vector3, _ orientation: InterfaceOrientation = .landscapeRight) -> Vector2? {
      view.projectPoint(p, orientation: orientation, viewportSize: size)
    }
    // Straight ahead; at the right edge (45°); a metre up.
    #expect(Self.isNear(project(Vector3(0, 2, -3)), 640, 480))
    #expect(Self.isNear(project(Vector3(3, 2, -3)), 1280, 480))
    #expect(Self.isNear(project(Vector3(0, 3, -4)), 640, 480 - 160))
    #expect(Self.isNear(project(Vector3(3, 2, -3), .landscapeLeft), 0, 480))
    // Turned a quarter clockwise, what was at the right edge is at the bottom.
    let portrait = view.projectPoint(
      Vector3(3, 2, -3), orientation: .portrait, viewportSize: Vector2(480, 640))
    #expect(Self.isNear(portrait, 240, 640))
    #expect(project(Vector3(0, 2, 1)) == nil)
    #expect(project(Vector3(0, 2, 0)) == nil)
  }

  @Test func theLensesDistortionIsApplied() throws {
    let view = Self.view(distortion: .init(k1: 0.1))
    let seen = try #require(
      view.projectPoint(
        Vector3(1, 2, -2), orientation: .landscapeRight, viewportSize: Vector2(640, 480)))
    // Half a focal length off the axis: 1 + 0.1 · 0.25 of it.
    #expect(Self.isNear(seen, 320 + 320 * 0.5 * 1.025, 240))
  }

  @Test func aFrameAnswersForItsLeadingCamera() {
    let frame = SessionFrame(
      index: 0, timestamp: .zero, primaryRole: .rear, front: nil, rear: Self.view(),
      trackingState: .normal)
    #expect(
      frame.displayTransform(for: .portrait, viewportSize: Vector2(3, 4))
        == Self.view().displayTransform(for: .portrait, viewportSize: Vector2(3, 4)))
  }
}
