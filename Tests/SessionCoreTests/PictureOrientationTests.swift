import SessionCore
import SpatialMath
import Testing

@Suite struct PictureOrientationTests {
  /// Pixels; the model's own arithmetic.
  static let tolerance = 1e-9

  @Test(arguments: 0..<4, [false, true])
  func aTurnedLensSeesWhatTheTurnedPictureShows(turns: Int, isMirrored: Bool) throws {
    let lens = CameraIntrinsics(
      width: 640, height: 480, fx: 500, fy: 510, cx: 330, cy: 225,
      distortion: .init(k1: -0.2, k2: 0.05, p1: 0.003, p2: -0.004, k3: 0.01))
    let orientation = PictureOrientation(quarterTurns: turns, isMirrored: isMirrored)
    let turned = orientation.applied(to: lens)
    let size = orientation.applied(width: 640, height: 480)
    #expect(turned.width == size.width && turned.height == size.height)
    for point in [Vector3(0.3, 0.1, 1), Vector3(-0.4, 0.25, 1.2), Vector3(0.05, -0.3, 0.8)] {
      // The pixel, moved as the picture's pixels are.
      var pixel = try #require(lens.project(point))
      var (width, height) = (640.0, 480.0)
      var direction = point
      for _ in 0..<turns {
        pixel = Vector2(height - pixel.y, pixel.x)
        direction = Vector3(-direction.y, direction.x, direction.z)
        swap(&width, &height)
      }
      if isMirrored {
        pixel.x = width - pixel.x
        direction.x = -direction.x
      }
      let found = try #require(turned.project(direction))
      #expect(abs(found.x - pixel.x) < Self.tolerance && abs(found.y - pixel.y) < Self.tolerance)
    }
  }

  @Test func turnsCountModuloFour() {
    #expect(PictureOrientation(quarterTurns: 5).quarterTurns == 1)
    #expect(PictureOrientation(quarterTurns: -1).quarterTurns == 3)
    #expect(PictureOrientation(quarterTurns: 4).isNeutral)
    #expect(!PictureOrientation(isMirrored: true).isNeutral)
  }
}
