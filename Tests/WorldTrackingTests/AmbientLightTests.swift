import SessionCore
import SpatialMath
import Testing
import WorldTracking

@Suite struct AmbientLightTests {
  private func picture(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> PixelBuffer {
    PixelBuffer.make(width: 64, height: 48, format: .rgb8) { planes in
      for i in 0..<64 * 48 {
        planes[0][3 * i] = red
        planes[0][3 * i + 1] = green
        planes[0][3 * i + 2] = blue
      }
    }
  }

  private func planar(_ luma: UInt8, _ u: UInt8, _ v: UInt8, _ format: PixelFormat) -> PixelBuffer {
    PixelBuffer.make(width: 64, height: 48, format: format) { planes in
      for (i, plane) in planes.enumerated() {
        plane.initializeMemory(as: UInt8.self, repeating: [luma, u, v][i])
      }
    }
  }

  private func estimate(_ pixels: PixelBuffer) -> LightEstimate {
    var estimator = AmbientLightEstimator()
    return estimator.estimate(pixels)
  }

  @Test func middleGreyIsAWellLitNeutralScene() {
    // 118 of 255 is 18 % of the light.
    let light = estimate(picture(118, 118, 118))
    #expect(abs(light.ambientIntensity - 1000) < 20)
    #expect(abs(light.ambientColorTemperature - 6500) < 30)
  }

  @Test func darknessIsDimAndWarmLightIsWarm() {
    #expect(estimate(picture(20, 20, 20)).ambientIntensity < 60)
    #expect(estimate(picture(150, 110, 70)).ambientColorTemperature < 4500)
    #expect(estimate(picture(90, 110, 150)).ambientColorTemperature > 8500)
  }

  @Test func planarFormatsReadAsTheSameColour() {
    // BT.601, full range: (150, 110, 70) is Y 117, U 101, V 151.
    let expected = estimate(picture(150, 110, 70))
    for format in [PixelFormat.yuv420, .yuv422, .yuv444] {
      let light = estimate(planar(117, 101, 151, format))
      #expect(abs(light.ambientIntensity / expected.ambientIntensity - 1) < 0.03)
      #expect(abs(light.ambientColorTemperature / expected.ambientColorTemperature - 1) < 0.03)
    }
  }

  @Test func aChangeIsFollowedSmoothly() {
    var estimator = AmbientLightEstimator()
    _ = estimator.estimate(picture(118, 118, 118))
    let first = estimator.estimate(picture(30, 30, 30)).ambientIntensity
    #expect(first > 800)
    for _ in 0..<60 { _ = estimator.estimate(picture(30, 30, 30)) }
    #expect(estimator.estimate(picture(30, 30, 30)).ambientIntensity < 100)
  }
}
