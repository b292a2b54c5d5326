/// Arithmetic for inner loops, where the standard forms are library calls or check too much.
package enum FastMath {
  /// The largest integer not above a number within ±2²².
  ///
  /// Adding 1.5 · 2²³ leaves the nearest integer in the mantissa; without SSE 4.1, rounding is a
  /// call of the C library.
  @inline(__always)
  package static func floor(_ x: Float) -> Int32 {
    let nearest = Int32(bitPattern: (x + 12_582_912).bitPattern &- 0x4B40_0000)
    return Float(nearest) > x ? nearest &- 1 : nearest
  }
}
