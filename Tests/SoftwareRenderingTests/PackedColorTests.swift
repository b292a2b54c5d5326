import Foundation
import SoftwareRendering
import SpatialMath
import Testing

@Suite struct PackedColorTests {
  @Test(arguments: [SIMD3<Float>(0.2, 0.5, 0.1), SIMD3(0.02, 0.02, 0.02), SIMD3(0.7, 0.1, 0.4)])
  func decodingUndoesEncodingWithinTheBytesResolution(color: SIMD3<Float>) {
    let back = PackedColor.decode(PackedColor.encode(color))
    let difference = back - color
    // A chroma step is 1.8 of 255 in blue, at the display curve's slope.
    #expect(pointwiseMax(difference, -difference).max() < 0.03)
  }

  @Test func neutralColoursHaveNeutralChroma() {
    for value: Float in [0, 0.1, 0.5, 1, 3] {
      let packed = PackedColor.encode(SIMD3(repeating: value))
      #expect(packed >> 8 & 0xFF == 128 && packed >> 16 & 0xFF == 128)
    }
  }

  @Test func theApproximatePowerIsCloseToTheLibrarys() {
    for x in stride(from: 0.001, to: 20, by: 0.037) {
      // Highlights use high powers of cosines only.
      for p in x > 0.3 && x < 1 ? [1 / 2.4, 2.4, 0.5, 17.0] : [1 / 2.4, 2.4, 0.5] {
        let exact = pow(x, p)
        // The relative error grows with the exponent.
        #expect(abs(Double(approximatePower(Float(x), Float(p))) / exact - 1) < 4e-4 * max(1, p))
      }
    }
  }

  @Test func brightLightSaturatesSoftly() {
    #expect(PackedColor.displayValue(1) < PackedColor.displayValue(2))
    #expect(PackedColor.displayValue(100) <= 255)
  }
}
