import SoftwareRendering
import SpatialMath
import Testing

@Suite struct IlluminationTests {
  private let up = SIMD3<Float>(0, 1, 0)

  private func lamp() -> Illumination {
    var lights = Illumination()
    lights.sky = .zero
    lights.ground = .zero
    lights.lamps = [.init(center: SIMD3(0, 2, 0), radius: 0.02, color: SIMD3(repeating: 1))]
    return lights
  }

  @Test func aLampsLightFallsWithTheSquareOfTheDistance() {
    var generator = SeededGenerator(seed: 1)
    let lights = lamp()
    let far = lights.irradiance(at: .zero, normal: up, using: &generator).x
    let near = lights.irradiance(at: SIMD3(0, 1, 0), normal: up, using: &generator).x
    #expect(abs(near / far - 4) < 0.3)
  }

  @Test func aTurnedBoxCastsItsShadowAndNothingMore() {
    var generator = SeededGenerator(seed: 1)
    var lights = lamp()
    // A board 1 × 0.1 m, turned by 45° about +Y.
    lights.occluders = [
      .init(center: SIMD3(0, 1, 0), size: SIMD3(1, 0.02, 0.1), yaw: .pi / 4)
    ]
    // Points on the floor lie at twice the distance of the board's shadowing point. +Z turns
    // towards +X, so the board's long side runs from (+X, −Z) to (−X, +Z).
    let shaded = lights.irradiance(at: SIMD3(0.5, 0, -0.5), normal: up, using: &generator).x
    let lit = lights.irradiance(at: SIMD3(0.5, 0, 0.5), normal: up, using: &generator).x
    #expect(shaded == 0)
    #expect(lit > 0.1)
  }

  @Test func surfacesThatFaceAwayGetNothing() {
    var generator = SeededGenerator(seed: 1)
    #expect(lamp().irradiance(at: .zero, normal: -up, using: &generator) == .zero)
  }
}
