import Foundation

/// A small, fast random generator (SplitMix64) that gives the same numbers for the same seed on
/// every machine.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Creates a generator.
  public init(seed: UInt64) { state = seed }

  /// The next 64 random bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number from 0 up to, not including, 1.
  public mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }
  /// A number of a range.
  public mutating func uniform(_ range: ClosedRange<Double>) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * uniform()
  }
  /// A normally distributed number with mean 0 and deviation 1 (Box-Muller).
  public mutating func gaussian() -> Double {
    let u = max(uniform(), 1e-300)
    return (-2 * log(u)).squareRoot() * cos(2 * .pi * uniform())
  }
}
