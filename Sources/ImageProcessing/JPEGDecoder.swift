import CTurboJPEG
import SessionCore

/// Why bytes could not be decoded as a JPEG picture.
package enum JPEGError: Error, Equatable, Sendable, CustomStringConvertible {
  /// There is no JPEG header, or it is damaged; the decoder's own words.
  case unreadable(String)
  /// The decoder could not be created: no memory.
  case noDecoder

  /// What is wrong.
  package var description: String {
    switch self {
    case .unreadable(let reason): "not a readable JPEG picture (\(reason))"
    case .noDecoder: "no JPEG decoder could be created (out of memory)"
    }
  }
}

/// What a decoder found wrong with a picture that it decoded all the same.
package enum JPEGDefect: Error, Equatable, Sendable {
  /// The data ends too early: the lower part is grey or repeats. Not fit for tracking.
  case truncated
  /// Bytes in the middle are wrong; blocks after them are. Not fit for tracking.
  case corrupt(String)
  /// Superfluous bytes between segments, which some webcams send with every picture; the picture
  /// is fine.
  case extraneousBytes

  /// Whether the picture should be kept from trackers.
  package var spoilsPicture: Bool { self != .extraneousBytes }
}

/// Decodes JPEG, as MJPEG cameras send it, to planar YUV: no colour conversion is done.
///
/// Pictures with 4:2:0, 4:2:2 and 4:4:4 chroma and grey ones keep their form, full-range BT.601 as
/// JFIF has it; anything rarer (4:1:1, 4:4:0, RGB) becomes `rgb8`. Pictures without Huffman tables
/// get the standard ones. One thread at a time.
package final class JPEGDecoder {
  /// A picture and what was wrong with it, if anything.
  package struct Picture {
    /// The pixels.
    package let pixels: PixelBuffer
    /// What was wrong with the data.
    package let defect: JPEGDefect?
  }

  /// Nil only after memory ran out.
  private var handle: tjhandle?
  private let pool: PixelBufferPool
  /// A header can claim 65,535 × 65,535; no camera or picture of ours is near this.
  private static let largestPixelCount = 1 << 27

  /// Creates a decoder that takes memory from a pool.
  ///
  /// - Throws: `JPEGError.noDecoder`.
  package init(pool: PixelBufferPool = PixelBufferPool()) throws(JPEGError) {
    guard let handle = tjInitDecompress() else { throw .noDecoder }
    self.handle = handle
    self.pool = pool
  }

  deinit { tjDestroy(handle) }

  /// Decodes one picture.
  ///
  /// - Throws: `JPEGError.unreadable` when not even the header can be read.
  /// - Complexity: 3.6 ms for 1280 × 720 in 4:2:2; the entropy code dominates.
  package func decode(_ bytes: UnsafeRawBufferPointer) throws(JPEGError) -> Picture {
    guard let base = bytes.baseAddress, bytes.count > 0 else { throw .unreadable("no bytes") }
    do throws(JPEGError) {
      return try decode(base.assumingMemoryBound(to: UInt8.self), bytes.count)
    } catch {
      // After some errors (a missing SOS marker is one) a decoder reads the next header as 0 x 0
      // without a word, and would write beyond the memory for that.
      tjDestroy(handle)
      handle = tjInitDecompress()
      throw error
    }
  }

  private func decode(
    _ source: UnsafePointer<UInt8>, _ count: Int
  ) throws(JPEGError) -> Picture {
    if handle == nil { throw .noDecoder }
    let header = try readHeader(source, count)
    var defect: JPEGDefect?
    let pixels =
      if let format = header.planarFormat {
        try decodePlanes(source, count, header, format, &defect)
      } else {
        try decodeRGB(source, count, header, &defect)
      }
    return Picture(pixels: pixels, defect: defect)
  }

  private struct Header {
    var width: Int32 = 0, height: Int32 = 0, subsampling: Int32 = 0, colorspace: Int32 = 0

    /// The format that the picture decodes to without conversion.
    var planarFormat: PixelFormat? {
      if colorspace == Int32(TJCS_GRAY.rawValue) { return .gray8 }
      guard colorspace == Int32(TJCS_YCbCr.rawValue) else { return nil }
      return switch UInt32(bitPattern: subsampling) {
      case TJSAMP_444.rawValue: .yuv444
      case TJSAMP_422.rawValue: .yuv422
      case TJSAMP_420.rawValue: .yuv420
      case TJSAMP_GRAY.rawValue: .gray8
      default: nil
      }
    }
  }

  private func readHeader(
    _ source: UnsafePointer<UInt8>, _ count: Int
  ) throws(JPEGError) -> Header {
    var header = Header()
    let result = tjDecompressHeader3(
      handle, source, UInt(count), &header.width, &header.height, &header.subsampling,
      &header.colorspace)
    // A warning in the header leaves the fields filled in.
    if result != 0, tjGetErrorCode(handle) != Int32(TJERR_WARNING.rawValue) {
      throw .unreadable(message)
    }
    guard header.width > 0, header.height > 0 else { throw .unreadable("it has no size") }
    guard Int(header.width) * Int(header.height) <= Self.largestPixelCount else {
      throw .unreadable("it claims to be \(header.width)x\(header.height)")
    }
    return header
  }

  private func decodePlanes(
    _ source: UnsafePointer<UInt8>, _ count: Int, _ header: Header, _ format: PixelFormat,
    _ defect: inout JPEGDefect?
  ) throws(JPEGError) -> PixelBuffer {
    let subsampling =
      format == .gray8 ? Int32(bitPattern: TJSAMP_GRAY.rawValue) : header.subsampling
    // The decoder writes whole chroma cells: rows and columns beyond the picture are padding.
    let shapes = (0..<Int32(format.planeCount)).map { plane in
      (
        stride: Int(tjPlaneWidth(plane, header.width, subsampling)),
        rows: Int(tjPlaneHeight(plane, header.height, subsampling))
      )
    }
    var found: JPEGDefect?
    let pixels = try pool.make(
      width: Int(header.width), height: Int(header.height), format: format, encoding: .jpeg,
      planes: shapes
    ) { (planes) throws(JPEGError) in
      var targets: [UnsafeMutablePointer<UInt8>?] = planes.map { $0 }
      var strides = shapes.map { Int32($0.stride) }
      let result = tjDecompressToYUVPlanes(
        handle, source, UInt(count), &targets, header.width, &strides, header.height, 0)
      found = try verdict(result, UnsafeBufferPointer(start: source, count: count))
    }
    defect = found
    return pixels
  }

  private func decodeRGB(
    _ source: UnsafePointer<UInt8>, _ count: Int, _ header: Header, _ defect: inout JPEGDefect?
  ) throws(JPEGError) -> PixelBuffer {
    let stride = Int(header.width) * 3
    var found: JPEGDefect?
    let pixels = try pool.make(
      width: Int(header.width), height: Int(header.height), format: .rgb8, encoding: .jpeg,
      planes: [(stride: stride, rows: Int(header.height))]
    ) { (planes) throws(JPEGError) in
      let result = tjDecompress2(
        handle, source, UInt(count), planes[0], header.width, Int32(stride), header.height,
        Int32(TJPF_RGB.rawValue), 0)
      found = try verdict(result, UnsafeBufferPointer(start: source, count: count))
    }
    defect = found
    return pixels
  }

  /// Tells a warning, after which there is a picture, from a failure.
  private func verdict(
    _ result: Int32, _ bytes: UnsafeBufferPointer<UInt8>
  ) throws(JPEGError) -> JPEGDefect? {
    if result == 0 { return nil }
    guard tjGetErrorCode(handle) == Int32(TJERR_WARNING.rawValue) else {
      throw .unreadable(message)
    }
    // The library hands out its first warning only, as text; these are libjpeg's JWRN_JPEG_EOF
    // and JWRN_EXTRANEOUS_DATA. After the latter the data may still end too early.
    if message.contains("Premature end") { return .truncated }
    if message.contains("extraneous bytes") {
      return Self.hasEndMarker(bytes) ? .extraneousBytes : .truncated
    }
    return .corrupt(message)
  }

  /// Whether FF D9 is the last thing but for padding, as cameras append it.
  private static func hasEndMarker(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let last = bytes.lastIndex(where: { $0 != 0 }), last > 0 else { return false }
    return bytes[last] == 0xD9 && bytes[last - 1] == 0xFF
  }

  private var message: String { String(cString: tjGetErrorStr2(handle)) }
}
