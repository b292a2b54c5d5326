import SessionCore
import SpatialMath

/// A failed system call: the C library's `errno`.
package struct SystemCallError: Error, Equatable, Sendable {
  /// The value of `errno`.
  package let code: Int32

  /// Wraps a value of `errno`.
  package init(_ code: Int32) { self.code = code }
}

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

  /// The four characters; unprintable ones as dots.
  package var description: String {
    String(
      decoding: (0..<4).map { index -> UInt8 in
        let byte = UInt8(truncatingIfNeeded: rawValue >> UInt32(8 * index)) & 0x7F
        return byte < 0x20 || byte == 0x7F ? 0x2E : byte
      }, as: UTF8.self
    ).trimmingSuffix { $0 == " " }
  }

  /// Motion JPEG.
  package static let motionJPEG = FourCharacterCode("MJPG")
  /// JPEG, as some drivers call the same.
  package static let jpeg = FourCharacterCode("JPEG")
  /// Packed 4:2:2, Y U Y V.
  package static let yuyv = FourCharacterCode("YUYV")
  /// Semi-planar 4:2:0.
  package static let nv12 = FourCharacterCode("NV12")
  /// Planar 4:2:0.
  package static let yuv420 = FourCharacterCode("YU12")

  /// Whether pictures have to be decoded.
  package var isCompressed: Bool { self == .motionJPEG || self == .jpeg }

  /// The layout in our terms; nil for what is not read.
  package var pixelFormat: PixelFormat? {
    switch self {
    case .motionJPEG, .jpeg: .yuv420
    case .yuyv: .yuyv
    case .nv12: .nv12
    case .yuv420: .yuv420
    default: nil
    }
  }
}

extension String {
  fileprivate func trimmingSuffix(while predicate: (Character) -> Bool) -> String {
    var text = self
    while let last = text.last, predicate(last) { text.removeLast() }
    return text
  }
}

/// What a device node says it is (VIDIOC_QUERYCAP).
package struct VideoCapability: Sendable, Equatable {
  /// The driver's name, `uvcvideo` for example.
  package var driver: String
  /// The device's name.
  package var card: String
  /// Where it is plugged in, in the driver's words.
  package var bus: String
  /// What this node can do; never what the whole device can.
  package var isCapture: Bool, isMultiplanarCapture: Bool, isStreaming: Bool
  /// What it is when it is no camera.
  package var isMetadata: Bool, isMemoryToMemory: Bool, isOutput: Bool

  /// Creates the answer of a plain capture node.
  package init(driver: String, card: String, bus: String) {
    (self.driver, self.card, self.bus) = (driver, card, bus)
    (isCapture, isMultiplanarCapture, isStreaming) = (true, false, true)
    (isMetadata, isMemoryToMemory, isOutput) = (false, false, false)
  }
}

/// A picture format as a driver sees it (VIDIOC_S_FMT).
package struct VideoFormat: Sendable, Equatable {
  /// The pixel format.
  package var code: FourCharacterCode
  /// Picture size in pixels.
  package var width: Int, height: Int
  /// Bytes from one row to the next; 0 for compressed formats.
  package var bytesPerLine: Int
  /// The largest picture in bytes.
  package var sizeImage: Int
  /// What YUV numbers mean.
  package var encoding: ColorEncoding

  /// A format to ask for; the driver fills in the rest.
  package init(code: FourCharacterCode, width: Int, height: Int) {
    (self.code, self.width, self.height) = (code, width, height)
    (bytesPerLine, sizeImage) = (0, 0)
    encoding = code.isCompressed ? .jpeg : .limitedBT601
  }
}

/// Seconds from one picture to the next as the driver counts them.
package struct FrameInterval: Sendable, Equatable {
  /// Seconds are `numerator / denominator`.
  package var numerator: UInt32, denominator: UInt32

  /// Creates a fraction of a second.
  package init(_ numerator: UInt32, _ denominator: UInt32) {
    (self.numerator, self.denominator) = (numerator, denominator)
  }

  /// The interval of a rate in pictures a second, to a thousandth.
  package init(rate: Double) {
    if rate == rate.rounded() {
      self.init(1, UInt32(max(1, rate)))
    } else {
      self.init(1000, UInt32(max(1, (rate * 1000).rounded())))
    }
  }

  /// Pictures a second; nil for what drivers answer when they do not know.
  package var rate: Double? {
    numerator > 0 && denominator > 0 ? Double(denominator) / Double(numerator) : nil
  }
}

/// A filled buffer (VIDIOC_DQBUF).
package struct FilledBuffer: Sendable, Equatable {
  /// Which buffer.
  package var index: Int
  /// Bytes of the picture.
  package var bytesUsed: Int
  /// The driver's picture counter.
  package var sequence: UInt32
  /// The driver's time on CLOCK_MONOTONIC; nil where it stamps otherwise.
  package var timestamp: Timestamp?
  /// Whether the driver says that the picture is damaged.
  package var isDamaged: Bool

  /// Creates a record.
  package init(
    index: Int, bytesUsed: Int, sequence: UInt32, timestamp: Timestamp?, isDamaged: Bool
  ) {
    self.index = index
    self.bytesUsed = bytesUsed
    self.sequence = sequence
    self.timestamp = timestamp
    self.isDamaged = isDamaged
  }
}

/// What waiting for a device brought (poll).
package enum DeviceEvent: Sendable, Equatable {
  /// A buffer, or an error, can be fetched.
  case ready
  /// Somebody signalled the wake-up.
  case woken
  /// The time is over.
  case timeout
}

/// A camera setting that we change (V4L2_CID_…).
package enum VideoControl: Sendable, Hashable {
  /// Whether the camera may halve its rate in the dark (`exposure_dynamic_framerate`).
  case exposureDynamicFrameRate
  /// 0 off, 1 50 Hz, 2 60 Hz, 3 automatic.
  case powerLineFrequency
}
