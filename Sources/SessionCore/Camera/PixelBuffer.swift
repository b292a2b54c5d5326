/// How a picture's bytes are laid out.
///
/// Planes are listed in the order given.
public enum PixelFormat: String, Sendable, CaseIterable {
  /// One plane of 8-bit luma.
  case gray8
  /// One plane of packed 8-bit red, green, blue.
  case rgb8
  /// One plane of packed Y0 U Y1 V (V4L2's YUYV, 4:2:2).
  case yuyv
  /// Three planes Y, U, V; U and V halved both ways (4:2:0).
  case yuv420
  /// Three planes Y, U, V; U and V halved across (4:2:2).
  case yuv422
  /// Three planes Y, U, V of full size (4:4:4).
  case yuv444
  /// Two planes: Y, then interleaved U V, halved both ways.
  case nv12
  /// One plane of 16-bit depth in the stream's own unit (V4L2's Z16).
  case depth16

  /// The number of planes.
  public var planeCount: Int {
    switch self {
    case .gray8, .rgb8, .yuyv, .depth16: 1
    case .nv12: 2
    case .yuv420, .yuv422, .yuv444: 3
    }
  }
}

/// What YUV numbers mean: the matrix and the range.
public struct ColorEncoding: Sendable, Equatable {
  /// The conversion matrix.
  public enum Matrix: String, Sendable { case bt601, bt709 }
  /// The matrix.
  public var matrix: Matrix
  /// True for 0…255 (JPEG), false for 16…235.
  public var isFullRange: Bool

  /// Creates an encoding.
  public init(matrix: Matrix, isFullRange: Bool) {
    self.matrix = matrix
    self.isFullRange = isFullRange
  }

  /// What MJPEG cameras send.
  public static let jpeg = ColorEncoding(matrix: .bt601, isFullRange: true)
  /// What raw YUV cameras send unless they say otherwise.
  public static let limitedBT601 = ColorEncoding(matrix: .bt601, isFullRange: false)
}

/// A lease on one picture's memory: read-only, shared between threads, given back when the last
/// reference goes.
///
/// A V4L2 source wraps the driver's mapped buffer and queues it again in `onRelease`; a decoder
/// wraps memory of its pool. No bytes are copied on the way.
///
/// Safety: the pointers are immutable and nobody writes to the memory between `init` and
/// `onRelease`, which runs exactly once, on whichever thread drops the last reference.
public final class PixelBuffer: @unchecked Sendable {
  /// One plane: its first byte and the bytes from one row to the next.
  public struct Plane {
    /// The first byte of the first row.
    public let base: UnsafeRawPointer
    /// Bytes from one row to the next.
    public let stride: Int

    /// Creates a plane.
    public init(base: UnsafeRawPointer, stride: Int) {
      self.base = base
      self.stride = stride
    }
  }

  /// Picture size in pixels.
  public let width: Int, height: Int
  /// The layout of the bytes.
  public let format: PixelFormat
  /// What YUV values mean.
  public let encoding: ColorEncoding
  /// The planes, `format.planeCount` of them.
  public let planes: [Plane]
  private let onRelease: @Sendable () -> Void

  /// Wraps memory that stays valid and unchanged until `onRelease` is called.
  public init(
    width: Int, height: Int, format: PixelFormat, encoding: ColorEncoding, planes: [Plane],
    onRelease: @escaping @Sendable () -> Void
  ) {
    precondition(planes.count == format.planeCount, "\(format) has \(format.planeCount) planes")
    self.width = width
    self.height = height
    self.format = format
    self.encoding = encoding
    self.planes = planes
    self.onRelease = onRelease
  }

  deinit { onRelease() }

  /// Allocates memory, has `fill` write it, and owns it from then on.
  ///
  /// Rows are tightly packed.
  public static func make(
    width: Int, height: Int, format: PixelFormat, encoding: ColorEncoding = .jpeg,
    fill: ([UnsafeMutableRawBufferPointer]) throws -> Void
  ) rethrows -> PixelBuffer {
    let halfWidth = (width + 1) / 2
    let halfHeight = (height + 1) / 2
    let shapes: [(stride: Int, rows: Int)] =
      switch format {
      case .gray8: [(width, height)]
      case .rgb8: [(width * 3, height)]
      case .yuyv: [(halfWidth * 4, height)]
      case .depth16: [(width * 2, height)]
      case .yuv420: [(width, height), (halfWidth, halfHeight), (halfWidth, halfHeight)]
      case .yuv422: [(width, height), (halfWidth, height), (halfWidth, height)]
      case .yuv444: [(width, height), (width, height), (width, height)]
      case .nv12: [(width, height), (halfWidth * 2, halfHeight)]
      }
    let total = shapes.reduce(0) { $0 + $1.stride * $1.rows }
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: max(total, 1), alignment: 64)
    var planes: [Plane] = []
    var writable: [UnsafeMutableRawBufferPointer] = []
    var offset = 0
    for shape in shapes {
      let count = shape.stride * shape.rows
      let slice = UnsafeMutableRawBufferPointer(rebasing: memory[offset..<offset + count])
      guard let base = slice.baseAddress else { continue }
      writable.append(slice)
      planes.append(Plane(base: UnsafeRawPointer(base), stride: shape.stride))
      offset += count
    }
    do {
      try fill(writable)
    } catch {
      memory.deallocate()
      throw error
    }
    let address = UInt(bitPattern: memory.baseAddress)
    return PixelBuffer(
      width: width, height: height, format: format, encoding: encoding, planes: planes
    ) {
      UnsafeMutableRawPointer(bitPattern: address)?.deallocate()
    }
  }
}
