import SpatialMath
import Testing
import WorldTracking

@Suite struct TriangulationTests {
  /// Rounding of exact rays.
  private static let tolerance = 1e-9

  @Test func twoExactRaysMeetInThePoint() {
    var scene = SyntheticScene(points: 30, cameras: 2, seed: 1)
    for i in scene.points.indices {
      let found = Triangulation.midpoint(
        scene.cameras[0], scene.place(of: i, in: 0), scene.cameras[1], scene.place(of: i, in: 1))
      #expect((found - scene.points[i]).length < Self.tolerance)
    }
  }

  @Test func raysWithNoiseMeetNearThePoint() {
    var scene = SyntheticScene(points: 200, cameras: 2, seed: 2)
    var errors: [Double] = []
    for i in scene.points.indices {
      let found = Triangulation.midpoint(
        scene.cameras[0], scene.place(of: i, in: 0, noise: 0.5), scene.cameras[1],
        scene.place(of: i, in: 1, noise: 0.5))
      errors.append((found - scene.points[i]).length / scene.points[i].z)
    }
    // Half a pixel at some 80 px of parallax.
    #expect(Statistics.quantile(of: errors, 0.5, or: 1) < 0.02)
  }

  @Test func parallelRaysGiveAFarPointInTheirDirection() {
    let moved = RigidMotion(translation: Vector3(-0.2, 0, 0))
    let far = Triangulation.midpoint(RigidMotion(), Vector2(0.1, 0), moved, Vector2(0.1, 0))
    #expect(far.z > 1e5)
    #expect(abs(far.x / far.z - 0.1) < 1e-6)
  }
}
