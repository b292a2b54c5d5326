import SpatialMath

/// One texture level, read four places at a time.
struct TexelGrid {
  private let base: UnsafeRawPointer
  private let pitch: Int
  /// The largest coordinates that have a right and a lower neighbour.
  private let limitX: SIMD4<Float>, limitY: SIMD4<Float>

  @inline(__always)
  init(texels: UnsafePointer<UInt32>, level: TextureLevel) {
    base = UnsafeRawPointer(texels + level.offset)
    pitch = Int(level.width)
    limitX = SIMD4(repeating: Float(level.width) - 1.004)
    limitY = SIMD4(repeating: Float(level.height) - 1.004)
  }

  /// The colours at four places, in texels from the first texel's corner; outside, the border is
  /// repeated.
  @inline(__always)
  func bilinear(_ x: SIMD4<Float>, _ y: SIMD4<Float>) -> SIMD4<UInt32> {
    let fixedX = Self.fixed(x - 0.5, limit: limitX)
    let fixedY = Self.fixed(y - 0.5, limit: limitY)
    let (wx, wy) = (Texel.weights(fixedX), Texel.weights(fixedY))
    let ix = fixedX &>> 8
    let iy = fixedY &>> 8
    let (t0, b0) = pair(ix.x, iy.x)
    let (t1, b1) = pair(ix.y, iy.y)
    let (t2, b2) = pair(ix.z, iy.z)
    let (t3, b3) = pair(ix.w, iy.w)
    let top = Texel.mix(
      Self.low(t0, t1, t2, t3), Self.high(t0, t1, t2, t3), wx)
    let bottom = Texel.mix(
      Self.low(b0, b1, b2, b3), Self.high(b0, b1, b2, b3), wx)
    return Texel.mix(top, bottom, wy)
  }

  /// The colour at one place.
  @inline(__always)
  func bilinear(_ x: Float, _ y: Float) -> UInt32 {
    let fx = UInt64(max(0, min((x - 0.5), limitX.x)) * 256)
    let fy = UInt64(max(0, min((y - 0.5), limitY.x)) * 256)
    let (top, bottom) = pair(UInt32(fx >> 8), UInt32(fy >> 8))
    let a = Texel.mixPair(top, fx & 0xFF)
    let b = Texel.mixPair(bottom, fx & 0xFF)
    return Texel.mixPair(UInt64(a) | UInt64(b) << 32, fy & 0xFF)
  }

  /// A place and its neighbours to the right, below and both.
  @inline(__always)
  private func pair(_ x: UInt32, _ y: UInt32) -> (UInt64, UInt64) {
    let p = base + (Int(y) &* pitch &+ Int(x)) &* 4
    return (
      p.loadUnaligned(as: UInt64.self),
      p.loadUnaligned(fromByteOffset: pitch &* 4, as: UInt64.self)
    )
  }

  @inline(__always)
  private static func low(_ a: UInt64, _ b: UInt64, _ c: UInt64, _ d: UInt64) -> SIMD4<UInt32> {
    SIMD4(
      UInt32(truncatingIfNeeded: a), UInt32(truncatingIfNeeded: b),
      UInt32(truncatingIfNeeded: c), UInt32(truncatingIfNeeded: d))
  }

  @inline(__always)
  private static func high(_ a: UInt64, _ b: UInt64, _ c: UInt64, _ d: UInt64) -> SIMD4<UInt32> {
    low(a >> 32, b >> 32, c >> 32, d >> 32)
  }

  /// Coordinates in 1/256 texel, kept within 0 and the limit.
  ///
  /// Adding 1.5 · 2²³ leaves the nearest integer in the mantissa, without the traps of a
  /// conversion.
  @inline(__always)
  private static func fixed(_ x: SIMD4<Float>, limit: SIMD4<Float>) -> SIMD4<UInt32> {
    var v = x.replacing(with: limit, where: x .> limit)
    v = v.replacing(with: SIMD4<Float>.zero, where: .!(v .> 0))
    let bits = unsafeBitCast(v * 256 + 12_582_912, to: SIMD4<UInt32>.self)
    return bits &- 0x4B40_0000
  }
}

/// Arithmetic on four packed colours at once: two of their bytes a time, in 16-bit lanes.
enum Texel {
  typealias Colors = SIMD4<UInt32>
  private static let evenBytes = Colors(repeating: 0x00FF_00FF)

  /// The last eight bits of coordinates, twice each.
  @inline(__always)
  static func weights(_ fixed: Colors) -> SIMD8<UInt16> {
    let f = fixed & 0xFF
    return unsafeBitCast(f | f &<< 16, to: SIMD8<UInt16>.self)
  }

  /// `a` + (`b` − `a`) · `f`/256 for each byte.
  @inline(__always)
  static func mix(_ a: Colors, _ b: Colors, _ f: SIMD8<UInt16>) -> Colors {
    let even = mixLanes(a & evenBytes, b & evenBytes, f)
    let odd = mixLanes(a &>> 8 & evenBytes, b &>> 8 & evenBytes, f)
    let evenHigh = unsafeBitCast(even &>> 8, to: Colors.self)
    let oddHigh = unsafeBitCast(odd, to: Colors.self) & 0xFF00_FF00
    return evenHigh | oddHigh
  }

  /// The mix times 256; differences may wrap, the sums are right again.
  @inline(__always)
  private static func mixLanes(_ a: Colors, _ b: Colors, _ f: SIMD8<UInt16>) -> SIMD8<UInt16> {
    let x = unsafeBitCast(a, to: SIMD8<UInt16>.self)
    let y = unsafeBitCast(b, to: SIMD8<UInt16>.self)
    return x &<< 8 &+ (y &- x) &* f &+ 128
  }

  /// The mix of the lower and the upper colour of a pair, weight in 1/256.
  @inline(__always)
  static func mixPair(_ pair: UInt64, _ f: UInt64) -> UInt32 {
    let lanes: UInt64 = 0x00FF_00FF_00FF_00FF
    let even = pair & lanes
    let odd = pair >> 8 & lanes
    let low: UInt64 = 0x00FF_00FF
    let mixedEven = (even & low) &* (256 &- f) &+ (even >> 32) &* f &+ 0x80_0080
    let mixedOdd = (odd & low) &* (256 &- f) &+ (odd >> 32) &* f &+ 0x80_0080
    return UInt32(truncatingIfNeeded: mixedEven >> 8 & low | mixedOdd & 0xFF00_FF00)
  }

  /// The mean of two colours.
  @inline(__always)
  static func mean(_ a: Colors, _ b: Colors) -> Colors {
    (a & b) &+ ((a ^ b) &>> 1 & 0x7F7F_7F7F)
  }
}
