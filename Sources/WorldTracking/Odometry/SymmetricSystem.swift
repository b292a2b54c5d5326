/// Dense linear systems with a symmetric positive definite matrix.
package enum SymmetricSystem {
  /// Solves H · x = g by Cholesky's decomposition; `g` becomes x and H is destroyed.
  ///
  /// H has n × n numbers, of which the lower triangle is read. False when it is not positive
  /// definite.
  /// - Complexity: n³/6 multiplications.
  package static func solve(_ h: inout [Double], _ g: inout [Double]) -> Bool {
    let n = g.count
    return h.withUnsafeMutableBufferPointer { h in
      g.withUnsafeMutableBufferPointer { g in
        guard let h = h.baseAddress, let g = g.baseAddress else { return true }
        guard factorize(h, n) else { return false }
        for i in 0..<n {
          let row = h + i * n
          var s = g[i]
          for k in 0..<i { s -= row[k] * g[k] }
          g[i] = s / row[i]
        }
        for i in (0..<n).reversed() {
          let x = g[i] / h[i * n + i]
          g[i] = x
          let row = h + i * n
          for k in 0..<i { g[k] -= row[k] * x }
        }
        return true
      }
    }
  }

  /// Replaces the lower triangle by Cholesky's factor.
  private static func factorize(_ h: UnsafeMutablePointer<Double>, _ n: Int) -> Bool {
    for i in 0..<n {
      let row = h + i * n
      for j in 0..<i {
        let other = h + j * n
        row[j] = (row[j] - dot(row, other, j)) / other[j]
      }
      let pivot = row[i] - dot(row, row, i)
      guard pivot > 0, pivot.isFinite else { return false }
      row[i] = pivot.squareRoot()
    }
    return true
  }

  @inline(__always) private static func dot(
    _ a: UnsafeMutablePointer<Double>, _ b: UnsafeMutablePointer<Double>, _ n: Int
  ) -> Double {
    var sum = SIMD4<Double>.zero
    var k = 0
    while k + 4 <= n {
      sum +=
        UnsafeRawPointer(a + k).loadUnaligned(as: SIMD4<Double>.self)
        * UnsafeRawPointer(b + k).loadUnaligned(as: SIMD4<Double>.self)
      k += 4
    }
    var s = sum.sum()
    while k < n {
      s += a[k] * b[k]
      k += 1
    }
    return s
  }
}
