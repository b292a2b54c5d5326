import CFFmpeg

/// Packed 8-bit pixels in somebody else's memory, borrowed for one call: what OpenGL reads back.
package struct PackedPixels {
  /// How a pixel's bytes lie.
  package enum Layout: Sendable {
    /// Red, green, blue.
    case rgb8
    /// Red, green, blue, alpha.
    case rgba8

    /// Bytes of one pixel.
    package var byteCount: Int { self == .rgb8 ? 3 : 4 }
  }

  let bytes: UnsafeRawBufferPointer
  let width: Int, height: Int
  let layout: Layout
  let stride: Int
  let isBottomUp: Bool

  /// Describes packed pixels.
  ///
  /// - Parameters:
  ///   - bytes: at least `stride · (height − 1) + width · layout.byteCount` of them.
  ///   - width: in pixels.
  ///   - height: in pixels.
  ///   - layout: how a pixel's bytes lie.
  ///   - stride: bytes from one row to the next; tightly packed when nil.
  ///   - isBottomUp: whether the first row is the lowest, as OpenGL has it.
  package init(
    _ bytes: UnsafeRawBufferPointer, width: Int, height: Int, layout: Layout, stride: Int? = nil,
    isBottomUp: Bool = false
  ) {
    self.bytes = bytes
    self.width = width
    self.height = height
    self.layout = layout
    self.stride = stride ?? width * layout.byteCount
    self.isBottomUp = isBottomUp
    precondition(
      bytes.count >= self.stride * (height - 1) + width * layout.byteCount,
      "fewer bytes than \(width)x\(height) pixels need")
  }

  /// The pixels in FFmpeg's terms.
  var planes: PlaneSet? {
    guard let first = bytes.baseAddress, height > 0 else { return nil }
    let start = isBottomUp ? first + stride * (height - 1) : first
    return PlaneSet(
      packed: UnsafeMutablePointer(mutating: start.assumingMemoryBound(to: UInt8.self)),
      stride: Int32(isBottomUp ? -stride : stride), width: Int32(width), height: Int32(height),
      format: layout == .rgb8 ? AV_PIX_FMT_RGB24 : AV_PIX_FMT_RGB0)
  }
}
