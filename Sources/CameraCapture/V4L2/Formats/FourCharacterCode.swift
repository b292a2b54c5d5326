/// V4L2's four-character name of a pixel format.
package struct FourCharacterCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// The four characters, the first in the lowest byte.
  package let rawValue: UInt32

  /// Wraps the driver's number.
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Makes a code of its four characters.
  package init(_ text: StaticString) {
    precondition(text.utf8CodeUnitCount == 4, "a pixel format's name has four characters")
    rawValue = (0..<4).reduce(0) { $0 | UInt32(text.utf8Start[$1]) << UInt32(8 * $1) }
  }

  /// The four characters without blanks at the end; unprintable ones as dots.
  package var description: String {
    let bytes = (0..<4).map { index -> UInt8 in
      let byte = UInt8(truncatingIfNeeded: rawValue >> UInt32(8 * index)) & 0x7F
      return byte < 0x20 || byte == 0x7F ? 0x2E : byte
    }
    let end = bytes.lastIndex { $0 != 0x20 }.map { $0 + 1 } ?? 0
    return String(decoding: bytes[..<end], as: UTF8.self)
  }

  /// Motion JPEG.
  package static let motionJPEG = FourCharacterCode("MJPG")
  /// JPEG, as some drivers call the same.
  package static let jpeg = FourCharacterCode("JPEG")
  /// Packed 4:2:2, Y U Y V.
  package static let yuyv = FourCharacterCode("YUYV")
  /// Packed 4:2:2, U Y V Y.
  package static let uyvy = FourCharacterCode("UYVY")
  /// Semi-planar 4:2:0.
  package static let nv12 = FourCharacterCode("NV12")
  /// Planar 4:2:0.
  package static let yuv420 = FourCharacterCode("YU12")
  /// 16-bit depth.
  package static let depth16 = FourCharacterCode("Z16 ")
  /// 8-bit grey.
  package static let grey = FourCharacterCode("GREY")
}
