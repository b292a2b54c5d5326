import Foundation
import SessionCore
import SpatialMath

/// The tint of the upper and the lower part of a camera's picture, so that models take on the
/// colours round them.
struct PictureAmbience: Equatable {
  /// Linear colour of mean 1: half white, half the picture's.
  var above: SIMD3<Float>, below: SIMD3<Float>

  private static let columns = 24
  private static let rows = 16
  /// How much of the picture's own colour a tint takes on.
  private static let saturation: Float = 0.5

  /// Looks at 24 × 16 points of a picture; nil for depth.
  /// - Complexity: O(1).
  init?(_ pixels: PixelBuffer) {
    guard let sampler = PixelSampler(pixels) else { return nil }
    var sums = (SIMD3<Float>.zero, SIMD3<Float>.zero)
    for row in 0..<Self.rows {
      for column in 0..<Self.columns {
        let c = sampler.linearColor(
          x: (2 * column + 1) * pixels.width / (2 * Self.columns),
          y: (2 * row + 1) * pixels.height / (2 * Self.rows))
        if row < Self.rows / 2 { sums.0 += c } else { sums.1 += c }
      }
    }
    above = Self.tint(sums.0)
    below = Self.tint(sums.1)
  }

  /// Moves towards a newer picture, so that light never flickers.
  mutating func approach(_ newer: PictureAmbience, by fraction: Float) {
    above += (newer.above - above) * fraction
    below += (newer.below - below) * fraction
  }

  private static func tint(_ sum: SIMD3<Float>) -> SIMD3<Float> {
    let mean = sum.sum() / 3
    guard mean > 1e-3 else { return SIMD3(1, 1, 1) }
    return SIMD3(1, 1, 1) * (1 - saturation) + sum / mean * saturation
  }
}

/// Reads single pixels of any picture as linear colour.
struct PixelSampler {
  private let pixels: PixelBuffer
  private let conversion: YUVConversion

  /// Creates a sampler; nil for depth.
  init?(_ pixels: PixelBuffer) {
    guard pixels.format != .depth16 else { return nil }
    self.pixels = pixels
    conversion = YUVConversion(pixels.encoding)
  }

  /// The colour of a pixel, 0…1, not yet made linear.
  func color(x: Int, y: Int) -> Vector3 {
    func byte(_ plane: Int, _ offset: Int, _ row: Int) -> Double {
      let p = pixels.planes[plane]
      let value = p.base.load(fromByteOffset: row * p.stride + offset, as: UInt8.self)
      return Double(value) / 255
    }
    let yuv: Vector3
    switch pixels.format {
    case .rgb8: return Vector3(byte(0, 3 * x, y), byte(0, 3 * x + 1, y), byte(0, 3 * x + 2, y))
    case .gray8, .depth16: return Vector3(repeating: byte(0, x, y))
    case .yuyv:
      let pair = x / 2 * 4
      yuv = Vector3(byte(0, 2 * x, y), byte(0, pair + 1, y), byte(0, pair + 3, y))
    case .yuv420: yuv = Vector3(byte(0, x, y), byte(1, x / 2, y / 2), byte(2, x / 2, y / 2))
    case .yuv422: yuv = Vector3(byte(0, x, y), byte(1, x / 2, y), byte(2, x / 2, y))
    case .yuv444: yuv = Vector3(byte(0, x, y), byte(1, x, y), byte(2, x, y))
    case .nv12:
      let pair = x / 2 * 2
      yuv = Vector3(byte(0, x, y), byte(1, pair, y / 2), byte(1, pair + 1, y / 2))
    }
    let rgb = conversion.matrix * yuv + conversion.offset
    return pointwiseMin(pointwiseMax(rgb, .zero), Vector3(1, 1, 1))
  }

  /// The colour of a pixel in linear light.
  func linearColor(x: Int, y: Int) -> SIMD3<Float> {
    SRGB.linear(SIMD3<Float>(color(x: x, y: y)))
  }
}

/// The sRGB transfer curve (IEC 61966-2-1).
enum SRGB {
  /// Encoded to linear, per channel.
  static func linear(_ c: SIMD3<Float>) -> SIMD3<Float> {
    SIMD3(linear(c.x), linear(c.y), linear(c.z))
  }

  private static func linear(_ v: Float) -> Float {
    v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4)
  }
}
