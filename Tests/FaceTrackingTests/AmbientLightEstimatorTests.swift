import FaceTracking
import SessionCore
import SessionTesting
import SpatialMath
import Testing

@Suite struct AmbientLightEstimatorTests {
  private func picture(_ rgb: SIMD3<UInt8>) -> PixelBuffer {
    PixelBuffer.make(width: 64, height: 48, format: .rgb8) { planes in
      for i in 0..<64 * 48 {
        for c in 0..<3 { planes[0][3 * i + c] = rgb[c] }
      }
    }
  }

  @Test func middleGreyIsWellLitAndNeutral() {
    var light = AmbientLightEstimator()
    // sRGB 118 is 18 % reflectance.
    let estimate = light.estimate(picture(SIMD3(118, 118, 118)), at: .zero)
    #expect(abs(estimate.ambientIntensity - 1000) < 20)
    #expect(abs(estimate.ambientColorTemperature - 6500) < 50)
  }

  @Test func darkIsWeak() {
    var light = AmbientLightEstimator()
    #expect(light.estimate(picture(SIMD3(30, 30, 30)), at: .zero).ambientIntensity < 100)
  }

  @Test func reddishIsWarmAndBluishIsCold() {
    var warm = AmbientLightEstimator()
    var cold = AmbientLightEstimator()
    #expect(warm.estimate(picture(SIMD3(140, 118, 90)), at: .zero).ambientColorTemperature < 5000)
    #expect(cold.estimate(picture(SIMD3(100, 118, 140)), at: .zero).ambientColorTemperature > 8000)
  }

  @Test func followsAChangeWithinASecond() {
    var light = AmbientLightEstimator()
    _ = light.estimate(picture(SIMD3(118, 118, 118)), at: .zero)
    let soon = light.estimate(picture(SIMD3(30, 30, 30)), at: Samples.time(33))
    #expect(soon.ambientIntensity > 700)
    var late = soon
    for i in 2...30 {
      late = light.estimate(picture(SIMD3(30, 30, 30)), at: Samples.time(Double(i) * 33))
    }
    #expect(late.ambientIntensity < 150)
  }
}
