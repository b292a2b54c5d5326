/// Order statistics of small samples.
package enum Statistics {
  /// The value at a share (0…1) of the sorted sample; nil when it is empty.
  ///
  /// Reorders the sample.
  /// - Complexity: O(n) on average (Hoare's quickselect).
  package static func quantile(_ sample: inout [Double], _ share: Double) -> Double? {
    guard !sample.isEmpty else { return nil }
    let target = min(sample.count - 1, max(0, Int(share * Double(sample.count))))
    return sample.withUnsafeMutableBufferPointer { select($0, target) }
  }

  /// The value at a share (0…1) of a sample, or a fallback when the sample is empty.
  package static func quantile(of sample: [Double], _ share: Double, or fallback: Double) -> Double
  {
    var copy = sample
    return quantile(&copy, share) ?? fallback
  }

  private static func select(_ v: UnsafeMutableBufferPointer<Double>, _ target: Int) -> Double {
    var low = 0
    var high = v.count - 1
    while low < high {
      let pivot = v[(low + high) / 2]
      var i = low
      var j = high
      while i <= j {
        while v[i] < pivot { i += 1 }
        while v[j] > pivot { j -= 1 }
        if i <= j {
          v.swapAt(i, j)
          i += 1
          j -= 1
        }
      }
      if target <= j { high = j } else if target >= i { low = i } else { break }
    }
    return v[target]
  }
}
