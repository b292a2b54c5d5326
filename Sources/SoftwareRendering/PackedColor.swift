import SpatialMath

/// The colour arithmetic shared by the renderers: linear light in, display-referred YCbCr out.
///
/// A packed colour is 32 bits: Y in the lowest byte, then Cb, Cr and a spare byte, full range
/// (JFIF). Pictures are filtered and averaged in this form, as a camera's own processor does.
package enum PackedColor {
  /// Encodes a linear colour, 1 being white; brighter values saturate.
  @inline(__always)
  package static func encode(_ linear: SIMD3<Float>) -> UInt32 {
    displayTable.withUnsafeBufferPointer { encode(linear, table: $0) }
  }

  /// Encodes with the table of `displayTable`, for loops that hold it open.
  @inline(__always)
  static func encode(_ linear: SIMD3<Float>, table: UnsafeBufferPointer<Float>) -> UInt32 {
    let r = tableValue(linear.x, table)
    let g = tableValue(linear.y, table)
    let b = tableValue(linear.z, table)
    // JFIF (BT.601, full range).
    let y = 0.299 * r + 0.587 * g + 0.114 * b
    let u = 128 + (b - y) * 0.564
    let v = 128 + (r - y) * 0.713
    return byte(y) | byte(u) << 8 | byte(v) << 16
  }

  /// Runs a body with the display curve's table open for many colours.
  package static func withEncoder<R>(_ body: (Encoder) -> R) -> R {
    displayTable.withUnsafeBufferPointer { body(Encoder(table: $0)) }
  }

  /// Encodes colours by an open table.
  package struct Encoder {
    let table: UnsafeBufferPointer<Float>

    /// Encodes a linear colour, 1 being white.
    @inline(__always)
    package func encode(_ linear: SIMD3<Float>) -> UInt32 {
      PackedColor.encode(linear, table: table)
    }
  }

  /// The linear colour of a packed one.
  package static func decode(_ packed: UInt32) -> SIMD3<Float> {
    let y = Float(packed & 0xFF)
    let u = Float(packed >> 8 & 0xFF) - 128
    let v = Float(packed >> 16 & 0xFF) - 128
    let rgb = SIMD3<Float>(y + 1.402 * v, y - 0.344136 * u - 0.714136 * v, y + 1.772 * u)
    return SIMD3(linearValue(rgb.x), linearValue(rgb.y), linearValue(rgb.z))
  }

  // The table has 512 steps an octave from 2⁻¹² to 2⁴: a step is 0.2 of 255 at most.
  private static let tableShift: UInt32 = 14
  private static let tableStart = Float(0x1p-12).bitPattern >> tableShift
  private static let tableEnd = Float(16).bitPattern >> tableShift

  /// `displayValue` by the first bits of a linear value.
  static let displayTable: [Float] = (tableStart..<tableEnd).map { index in
    let low = Float(bitPattern: index << tableShift)
    let high = Float(bitPattern: (index + 1) << tableShift)
    return displayValue((low + high) / 2)
  }

  @inline(__always)
  static func tableValue(_ linear: Float, _ table: UnsafeBufferPointer<Float>) -> Float {
    // Written so that a value that is no number counts as black.
    let low: Float = linear > 0x1p-12 ? linear : 0x1p-12
    let clamped: Float = low < 15.99 ? low : 15.99
    return table[Int(clamped.bitPattern >> tableShift &- tableStart)]
  }

  /// Linear light to 0…255 with sRGB's exponent and a soft shoulder above 0.8, so that lamps and
  /// windows do not clip hard.
  @inline(__always)
  package static func displayValue(_ linear: Float) -> Float {
    let shoulder: Float = 0.8
    var x = max(0, linear)
    if x > shoulder {
      let over = (x - shoulder) / (1 - shoulder)
      x = shoulder + (1 - shoulder) * over / (1 + over)
    }
    // sRGB's curve, its linear toe left out: x^(1/2.4)·1.055 − 0.055.
    return max(0, 255 * (1.055 * approximatePower(x, 1 / 2.4) - 0.055))
  }

  /// The inverse of `displayValue`.
  package static func linearValue(_ display: Float) -> Float {
    let shoulder: Float = 0.8
    let x = approximatePower(max(0, (display / 255 + 0.055) / 1.055), 2.4)
    guard x > shoulder else { return x }
    let over = min((x - shoulder) / (1 - shoulder), 0.99)
    return shoulder + (1 - shoulder) * over / (1 - over)
  }

  @inline(__always) private static func byte(_ x: Float) -> UInt32 {
    UInt32(min(max(x + 0.5, 0), 255))
  }
}

/// x to the power p for x ≥ 0 by a table-free logarithm and exponential, relative error below
/// 2e-4; the same bits on every machine, unlike the C library's `pow`.
@inline(__always)
package func approximatePower(_ x: Float, _ p: Float) -> Float {
  x <= 0 ? 0 : approximateExponential2(p * approximateLogarithm2(x))
}

/// The logarithm to base 2 of a positive number, absolute error below 1e-4.
@inline(__always)
package func approximateLogarithm2(_ x: Float) -> Float {
  let bits = Int32(bitPattern: x.bitPattern)
  let exponent = Float((bits >> 23) &- 127)
  let m = Float(bitPattern: UInt32(bitPattern: bits & 0x7F_FFFF | 0x3F80_0000))
  // atanh series about the middle of 1…2 in the variable t = (m − √2) / (m + √2).
  let t = (m - 1.4142135) / (m + 1.4142135)
  let t2 = t * t
  return exponent + 0.5 + t * (2.8853901 + t2 * (0.9617967 + t2 * 0.5770780))
}

/// 2 to the power x, relative error below 1e-4; zero below −126.
@inline(__always)
package func approximateExponential2(_ x: Float) -> Float {
  guard x > -126 else { return 0 }
  let clamped = min(x, 127)
  let whole = clamped.rounded(.down)
  let f = clamped - whole
  // Taylor's series of 2^f about 0.5, degree 4.
  let g = (f - 0.5) * 0.6931472
  let m = 1.4142135 * (1 + g * (1 + g * (0.5 + g * (0.16666667 + g * 0.041666667))))
  return m * Float(bitPattern: UInt32(Int32(whole) &+ 127) << 23)
}
