import SessionCore
import SpatialMath

/// A failed system call: the C library's `errno`.
package struct SystemCallError: Error, Equatable, Sendable {
  /// The value of `errno`.
  package let code: Int32

  /// Wraps a value of `errno`.
  package init(_ code: Int32) { self.code = code }
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

/// An open node, and which of V4L2's two kinds of buffers it has.
package struct VideoNode: Sendable, Hashable {
  /// The file descriptor.
  package var descriptor: Int32
  /// Whether a buffer may be several pieces of memory (V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE).
  package var isMultiplanar: Bool

  /// Creates a handle.
  package init(descriptor: Int32, isMultiplanar: Bool = false) {
    self.descriptor = descriptor
    self.isMultiplanar = isMultiplanar
  }
}

/// A picture format as a driver sees it (VIDIOC_S_FMT).
package struct VideoFormat: Sendable, Equatable {
  /// One piece of memory of a buffer.
  package struct Memory: Sendable, Equatable {
    /// Bytes from one row to the next; 0 for compressed formats.
    package var bytesPerLine: Int
    /// The most bytes that a picture takes.
    package var sizeImage: Int

    /// Creates a description.
    package init(bytesPerLine: Int, sizeImage: Int) {
      self.bytesPerLine = bytesPerLine
      self.sizeImage = sizeImage
    }
  }

  /// The pixel format.
  package var code: FourCharacterCode
  /// Picture size in pixels.
  package var width: Int, height: Int
  /// The pieces of memory of a buffer: one, but for multi-planar formats.
  package var memories: [Memory]
  /// What YUV numbers mean.
  package var encoding: ColorEncoding

  /// A format to ask for; the driver fills in the rest.
  package init(code: FourCharacterCode, width: Int, height: Int) {
    (self.code, self.width, self.height) = (code, width, height)
    memories = []
    encoding = code.hasRange ? .limitedBT601 : .jpeg
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
      self.init(1, UInt32(saturating: max(1, rate)))
    } else {
      self.init(1000, UInt32(saturating: max(1, rate * 1000)))
    }
  }

  /// Pictures a second; nil for what drivers answer when they do not know.
  package var rate: Double? {
    numerator > 0 && denominator > 0 ? Double(denominator) / Double(numerator) : nil
  }
}

/// A filled buffer (VIDIOC_DQBUF).
package struct FilledBuffer: Sendable, Equatable {
  /// What moment of a picture its time is of (V4L2_BUF_FLAG_TSTAMP_SRC_MASK).
  package enum StampedMoment: Sendable, Equatable {
    /// The first row's exposure begins.
    case startOfExposure
    /// The last byte has arrived.
    case endOfFrame
  }

  /// Which buffer.
  package var index: Int
  /// Bytes of the picture in each of the buffer's memories.
  package var bytesUsed: [Int]
  /// The driver's picture counter.
  package var sequence: UInt32
  /// The driver's time on CLOCK_MONOTONIC; nil where it stamps otherwise.
  package var timestamp: Timestamp?
  /// What the time is of.
  package var moment: StampedMoment
  /// Whether the driver says that the picture is damaged.
  package var isDamaged: Bool

  /// Creates a record.
  package init(
    index: Int, bytesUsed: [Int], sequence: UInt32, timestamp: Timestamp?,
    moment: StampedMoment = .endOfFrame, isDamaged: Bool
  ) {
    self.index = index
    self.bytesUsed = bytesUsed
    self.sequence = sequence
    self.timestamp = timestamp
    self.moment = moment
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
