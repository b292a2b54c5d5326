import Foundation
import SessionCore
import SpatialMath

/// Reads single pixels of any format as colour.
struct ColorSampler {
  private let pixels: PixelBuffer

  /// Reads from a picture; a depth picture reads as black.
  init(_ pixels: PixelBuffer) { self.pixels = pixels }

  /// The mean of every so many pixels each way, linear red, green and blue, 0…1.
  func meanLinearColor(step: Int) -> Vector3 {
    var sum = Vector3.zero
    var count = 0.0
    for y in stride(from: step / 2, to: pixels.height, by: step) {
      for x in stride(from: step / 2, to: pixels.width, by: step) {
        let c = color(x, y)
        sum += Vector3(Self.linear(c.x), Self.linear(c.y), Self.linear(c.z))
        count += 1
      }
    }
    return count > 0 ? sum / count : .zero
  }

  /// A pixel's red, green and blue, 0…255 and a little beyond for odd YUV values.
  func color(_ x: Int, _ y: Int) -> Vector3 {
    switch pixels.format {
    case .gray8: rgb(byte(0, x, y), 128, 128)
    case .rgb8: Vector3(byte(0, 3 * x, y), byte(0, 3 * x + 1, y), byte(0, 3 * x + 2, y))
    case .yuyv: rgb(byte(0, 2 * x, y), byte(0, x / 2 * 4 + 1, y), byte(0, x / 2 * 4 + 3, y))
    case .yuv420: rgb(byte(0, x, y), byte(1, x / 2, y / 2), byte(2, x / 2, y / 2))
    case .yuv422: rgb(byte(0, x, y), byte(1, x / 2, y), byte(2, x / 2, y))
    case .yuv444: rgb(byte(0, x, y), byte(1, x, y), byte(2, x, y))
    case .nv12: rgb(byte(0, x, y), byte(1, x / 2 * 2, y / 2), byte(1, x / 2 * 2 + 1, y / 2))
    case .depth16: .zero
    }
  }

  private func byte(_ plane: Int, _ x: Int, _ y: Int) -> Double {
    let p = pixels.planes[plane]
    return Double(p.base.load(fromByteOffset: y * p.stride + x, as: UInt8.self))
  }

  /// ITU-R BT.601 or BT.709 to red, green and blue.
  private func rgb(_ luma: Double, _ u: Double, _ v: Double) -> Vector3 {
    let isFull = pixels.encoding.isFullRange
    let y = isFull ? luma : (luma - 16) * 255 / 219
    let chroma = isFull ? 1.0 : 255.0 / 224
    let (cb, cr) = ((u - 128) * chroma, (v - 128) * chroma)
    switch pixels.encoding.matrix {
    case .bt601: return Vector3(y + 1.402 * cr, y - 0.344136 * cb - 0.714136 * cr, y + 1.772 * cb)
    case .bt709: return Vector3(y + 1.5748 * cr, y - 0.1873 * cb - 0.4681 * cr, y + 1.8556 * cb)
    }
  }

  /// The sRGB curve, as a table for whole numbers.
  private static let table: [Double] = (0...255).map { value in
    let c = Double(value) / 255
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4)
  }

  private static func linear(_ value: Double) -> Double {
    table[max(0, min(255, Int(value.rounded())))]
  }
}
