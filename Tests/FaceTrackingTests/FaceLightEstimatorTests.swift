import FaceTracking
import Foundation
import ImageProcessing
import SessionCore
import SpatialMath
import Testing

@Suite struct FaceLightEstimatorTests {
  /// Skin lit from a direction, with as much light from everywhere, seen over the front of a face.
  private func samples(from direction: Vector3, strength: Double) -> [FaceLightEstimator.Sample] {
    var generator = SeededGenerator(seed: 11)
    return (0..<300).map { _ in
      let normal = Vector3(
        generator.uniform(-0.8...0.8), generator.uniform(-0.8...0.8), generator.uniform(0.4...1)
      ).normalized
      let shade = 0.2 + strength * max(0, normal.dot(direction))
      return FaceLightEstimator.Sample(
        normal: normal, light: Vector3(0.45, 0.30, 0.23) * shade * generator.uniform(0.95...1.05))
    }
  }

  @Test(arguments: [
    Vector3(0.7, 0, 0.7), Vector3(-0.7, 0.2, 0.7), Vector3(0, 0.8, 0.6), Vector3(0, 0, 1),
  ])
  func findsWhereTheLightComesFrom(direction: Vector3) throws {
    let towards = direction.normalized
    let fit = try #require(
      FaceLightEstimator.fit(samples(from: towards, strength: 0.6)))
    let estimate = FaceLightEstimator.estimate(from: fit)
    // Light from behind the face is unknown, which bends the answer to the front a little.
    #expect(acos(estimate.primaryLightDirection.dot(towards)) < 20 * .pi / 180)
    #expect(estimate.sphericalHarmonicsCoefficients.count == 27)
  }

  @Test func strongerLightReadsStronger() throws {
    func intensity(_ strength: Double) throws -> Double {
      let fit = try #require(
        FaceLightEstimator.fit(samples(from: Vector3(0, 0, 1), strength: strength)))
      return FaceLightEstimator.estimate(from: fit).primaryLightIntensity
    }
    let (weak, strong) = (try intensity(0.2), try intensity(0.8))
    // A card turned to the light shows 0.4 and 1.0 of white.
    #expect(abs(weak - 400) < 60)
    #expect(abs(strong - 1000) < 120)
  }

  @Test func saysNothingOfTooLittleSkin() {
    #expect(
      FaceLightEstimator.fit(Array(samples(from: Vector3(0, 0, 1), strength: 1).prefix(10))) == nil)
  }
}

// Skipped where the models or the recorded faces are missing.
@Suite(.enabled(if: FaceTestMaterial.hasFaces))
struct FaceLightOnPicturesTests {
  @Test func aFaceBrightOnOneSideIsLitFromThere() throws {
    let tracker = try FaceLandmarkTracker(models: #require(FaceTestMaterial.models))
    let picture = try FaceTestMaterial.still("aflw2000/image00050.jpg").rgb()
    func direction(brightRight: Bool) throws -> Vector3 {
      let lit = PixelBuffer.make(width: picture.width, height: picture.height, format: .rgb8) {
        to in
        for y in 0..<picture.height {
          for x in 0..<picture.width {
            let across = Double(x) / Double(picture.width)
            let gain = 0.3 + 0.7 * (brightRight ? across : 1 - across)
            for c in 0..<3 {
              let byte = picture.planes[0].base.load(
                fromByteOffset: y * picture.planes[0].stride + 3 * x + c, as: UInt8.self)
              to[0][(y * picture.width + x) * 3 + c] = UInt8(Double(byte) * gain)
            }
          }
        }
      }
      tracker.reset()
      let result = try tracker.track(FaceTestMaterial.frame(lit))
      return try #require(result.directionalLightEstimate).primaryLightDirection
    }
    #expect(try direction(brightRight: true).x > direction(brightRight: false).x + 0.3)
  }
}
