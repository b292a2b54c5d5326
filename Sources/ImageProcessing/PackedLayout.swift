import SessionCore

/// A layout of pixels that cameras deliver and that is no `PixelFormat`: it is rearranged on arrival.
package enum PackedLayout: String, Sendable, CaseIterable {
  /// Packed 4:2:2 in other orders than Y U Y V.
  case uyvy, yvyu, vyuy
  /// Luma, then interleaved V U, halved both ways.
  case nv21
  /// Luma, then interleaved U V or V U, halved across.
  case nv16, nv61
  /// Packed blue, green, red.
  case bgr24
  /// Four bytes a pixel in the order of the letters; x is of no use.
  case bgrx, rgbx, xrgb, xbgr
  /// Five, six and five bits in a little-endian word, red in the highest.
  case rgb565
  /// Grey of so many bits in little-endian words.
  case gray10, gray12, gray16

  /// What it is rearranged to.
  package var pixelFormat: PixelFormat {
    switch self {
    case .uyvy, .yvyu, .vyuy, .nv16, .nv61: .yuv422
    case .nv21: .yuv420
    case .bgr24, .bgrx, .rgbx, .xrgb, .xbgr, .rgb565: .rgb8
    case .gray10, .gray12, .gray16: .gray8
    }
  }

  /// The number of planes that it comes in.
  package var planeCount: Int {
    switch self {
    case .nv21, .nv16, .nv61: 2
    default: 1
    }
  }
}
