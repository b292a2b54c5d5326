/// Least squares by normal equations, for systems of up to a few hundred unknowns.
public struct DenseSystem: Sendable, Equatable {
  /// The number of unknowns.
  public let size: Int
  /// The symmetric matrix by rows; all of it is filled.
  public private(set) var matrix: [Double]
  /// The right-hand side.
  public private(set) var rightSide: [Double]

  /// Creates an empty system.
  public init(size: Int) {
    self.size = size
    matrix = Array(repeating: 0, count: size * size)
    rightSide = Array(repeating: 0, count: size)
  }

  /// Adds an equation `row · x = value`, a coefficient for each unknown.
  public mutating func add(_ row: [Double], _ value: Double) {
    add(row, at: Array(0..<size), value)
  }

  /// Adds an equation of some of the unknowns, coefficients beside their indices.
  public mutating func add(_ row: [Double], at indices: [Int], _ value: Double) {
    for (a, i) in zip(row, indices) where a != 0 {
      for (b, j) in zip(row, indices) { matrix[i * size + j] += a * b }
      rightSide[i] += a * value
    }
  }

  /// The solution, by Cholesky's decomposition; nil where the equations leave something open.
  ///
  /// - Parameter damping: makes the diagonal larger by this part (Levenberg and Marquardt).
  /// - Returns: a value for each unknown.
  /// - Complexity: O(size³).
  public func solved(damping: Double = 0) -> [Double]? {
    solved(rightSide, damping: damping)
  }

  /// A column of the matrix's inverse; nil where the equations leave something open.
  ///
  /// - Complexity: O(size³).
  public func inverseColumn(_ index: Int) -> [Double]? {
    var unit = [Double](repeating: 0, count: size)
    unit[index] = 1
    return solved(unit, damping: 0)
  }

  private func solved(_ rightSide: [Double], damping: Double) -> [Double]? {
    var l = matrix
    for i in 0..<size { l[i * size + i] *= 1 + damping }
    for i in 0..<size {
      for j in 0...i {
        var sum = l[i * size + j]
        for k in 0..<j { sum -= l[i * size + k] * l[j * size + k] }
        if i == j {
          // What is left of a diagonal after all others must not be rounding alone.
          guard sum > 1e-13 * matrix[i * size + i], sum.isFinite else { return nil }
          l[i * size + i] = sum.squareRoot()
        } else {
          l[i * size + j] = sum / l[j * size + j]
        }
      }
    }
    var x = rightSide
    for i in 0..<size {
      for k in 0..<i { x[i] -= l[i * size + k] * x[k] }
      x[i] /= l[i * size + i]
    }
    for i in (0..<size).reversed() {
      for k in (i + 1)..<max(size, i + 1) { x[i] -= l[k * size + i] * x[k] }
      x[i] /= l[i * size + i]
    }
    return x
  }
}
