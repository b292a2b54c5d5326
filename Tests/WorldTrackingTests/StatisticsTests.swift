import SpatialMath
import Testing
import WorldTracking

@Suite struct StatisticsTests {
  @Test func theQuantileIsTheElementAtItsPlaceOfTheSortedSample() {
    var generator = SeededGenerator(seed: 3)
    for count in [1, 2, 3, 10, 101] {
      let sample = (0..<count).map { _ in (generator.uniform() * 20).rounded() }
      let sorted = sample.sorted()
      for share in [0.0, 0.25, 0.5, 0.9, 1] {
        let place = min(count - 1, Int(share * Double(count)))
        #expect(Statistics.quantile(of: sample, share, or: -1) == sorted[place])
      }
    }
  }

  @Test func anEmptySampleHasNoQuantile() {
    var sample: [Double] = []
    #expect(Statistics.quantile(&sample, 0.5) == nil)
    #expect(Statistics.quantile(of: [], 0.5, or: 7) == 7)
  }
}

@Suite struct SymmetricSystemTests {
  /// Rounding in a well-conditioned system.
  private static let tolerance = 1e-10

  @Test(arguments: [1, 2, 6, 30])
  func aSolvedSystemGivesItsRightHandSideBack(size: Int) {
    var generator = SeededGenerator(seed: UInt64(size))
    let a = (0..<size * size).map { _ in generator.gaussian() }
    var matrix = [Double](repeating: 0, count: size * size)
    for i in 0..<size {
      for j in 0..<size {
        // AᵀA + I is positive definite.
        matrix[i * size + j] = (0..<size).reduce(i == j ? 1 : 0) {
          $0 + a[$1 * size + i] * a[$1 * size + j]
        }
      }
    }
    let right = (0..<size).map { _ in generator.gaussian() }
    var factor = matrix
    var solution = right
    #expect(SymmetricSystem.solve(&factor, &solution))
    for i in 0..<size {
      let product = (0..<size).reduce(0) { $0 + matrix[i * size + $1] * solution[$1] }
      #expect(abs(product - right[i]) < Self.tolerance)
    }
  }

  @Test func aMatrixThatIsNotPositiveDefiniteIsRefused() {
    var matrix = [1.0, 2, 2, 1]
    var right = [1.0, 1]
    #expect(!SymmetricSystem.solve(&matrix, &right))
  }
}
