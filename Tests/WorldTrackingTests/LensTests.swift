import SpatialMath
import Testing
import WorldTracking

@Suite struct LensTests {
  private static let tolerance = 1e-9

  private let distorted = CameraIntrinsics(
    width: 640, height: 480, fx: 520, fy: 540, cx: 322, cy: 238,
    distortion: .init(k1: -0.2, k2: 0.05, p1: 0.001, p2: -0.002))

  @Test func pixelsAreCountedFromTheirCentres() {
    let lens = Lens(
      CameraIntrinsics(width: 640, height: 480, fx: 500, fy: 500, cx: 320, cy: 240))
    // The middle of the picture, 320 from its corner, is between the centres of 319 and 320.
    let middle = lens.pixel(of: .zero)
    #expect((middle - Vector2(319.5, 239.5)).length < Self.tolerance)
  }

  @Test func pixelsAndImagePointsAreEachOthersInverse() {
    let lens = Lens(distorted)
    for x in stride(from: 10.0, through: 630, by: 155) {
      for y in stride(from: 10.0, through: 470, by: 115) {
        let pixel = Vector2(x, y)
        #expect((lens.pixel(of: lens.point(at: pixel)) - pixel).length < 1e-6)
      }
    }
  }

  @Test func aDistortedPointIsWhereTheIntrinsicsProjectIt() throws {
    let p = Vector3(0.4, -0.3, 1.1)
    let expected = try #require(distorted.project(p))
    let found = Lens(distorted).pixel(of: p.imagePoint)
    #expect((found + Vector2(0.5, 0.5) - expected).length < Self.tolerance)
  }
}
