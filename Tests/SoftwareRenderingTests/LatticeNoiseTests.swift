import SoftwareRendering
import SpatialMath
import Testing

@Suite struct LatticeNoiseTests {
  @Test func aSeedRepeatsAndAnotherDiffers() {
    let (a, b, c) = (LatticeNoise(seed: 5), LatticeNoise(seed: 5), LatticeNoise(seed: 6))
    #expect(a.value(1.3, -2.7) == b.value(1.3, -2.7))
    #expect(a.value(1.3, -2.7) != c.value(1.3, -2.7))
  }

  @Test func itIsContinuousFillsItsRangeAndHasNoBias() {
    let noise = LatticeNoise(seed: 9)
    var sum: Float = 0
    var (low, high): (Float, Float) = (1, -1)
    let count = 4000
    for i in 0..<count {
      let x = Float(i) * 0.317
      let value = noise.value(x, 0.4)
      #expect(abs(noise.value(x + 0.001, 0.4) - value) < 0.01)
      sum += value
      (low, high) = (min(low, value), max(high, value))
    }
    #expect(low < -0.7 && high > 0.7 && low >= -1 && high <= 1)
    #expect(abs(sum / Float(count)) < 0.06)
  }
}
