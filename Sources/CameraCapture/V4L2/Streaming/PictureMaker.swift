import ImageProcessing
import SessionCore

/// Makes pictures of filled buffers: a lease where the bytes can be read as they are, else decoded,
/// rearranged or copied.
///
/// One thread at a time.
struct PictureMaker {
  /// A picture, and what its data had in excess.
  struct Made {
    var pixels: PixelBuffer
    var defect: JPEGDefect?
  }

  private let decoder: JPEGDecoder
  private let pool: PixelBufferPool
  private let colorRange: ColorRangeChoice
  private var oldWebcams: OldWebcamDecoder?

  init(colorRange: ColorRangeChoice) throws(JPEGError) {
    self.colorRange = colorRange
    pool = PixelBufferPool()
    decoder = try JPEGDecoder(pool: pool)
  }

  /// Makes the picture of a taken buffer and sees to it that the driver gets the buffer back.
  ///
  /// - Returns: nil when the picture turns out to be damaged.
  mutating func picture(of buffer: FilledBuffer, _ stream: CaptureStream) -> Made? {
    let format = stream.negotiated.format
    guard let layout = format.code.layout else { return nil }
    if case .direct(let pixelFormat) = layout.reading,
      let lease = stream.lend(buffer, as: pixelFormat)
    {
      return Made(pixels: lease)
    }
    // A device that is gone is noticed by the next wait.
    defer { try? stream.giveBack(buffer) }
    switch layout.reading {
    case .direct(let pixelFormat):
      return Made(pixels: stream.withPlanes(of: buffer) { copy($0, format, pixelFormat) })
    case .rearranged(let packed):
      return Made(
        pixels: stream.withPlanes(of: buffer) {
          packed.rearranged(
            $0, width: format.width, height: format.height, encoding: format.encoding, pool: pool)
        })
    case .jpeg: return stream.withBytes(of: buffer) { decode($0, format) }
    case .decoded:
      if oldWebcams == nil { oldWebcams = OldWebcamDecoder(pool: pool) }
      guard let decoder = oldWebcams else { return nil }
      return stream.withBytes(of: buffer) { decoder.decode($0, format) }.map { Made(pixels: $0) }
    }
  }

  private func decode(_ bytes: UnsafeRawBufferPointer, _ format: VideoFormat) -> Made? {
    guard let picture = try? decoder.decode(bytes), picture.defect?.spoilsPicture != true,
      picture.pixels.width == format.width, picture.pixels.height == format.height
    else { return nil }
    return Made(pixels: ranged(picture.pixels), defect: picture.defect)
  }

  /// The same picture with the range that the options insist on.
  private func ranged(_ pixels: PixelBuffer) -> PixelBuffer {
    guard colorRange != .automatic, pixels.format != .rgb8 else { return pixels }
    var encoding = pixels.encoding
    encoding.isFullRange = colorRange == .full
    if encoding == pixels.encoding { return pixels }
    return PixelBuffer(
      width: pixels.width, height: pixels.height, format: pixels.format, encoding: encoding,
      planes: pixels.planes
    ) { withExtendedLifetime(pixels) {} }
  }

  private func copy(
    _ planes: [PixelBuffer.Plane], _ format: VideoFormat, _ pixelFormat: PixelFormat
  ) -> PixelBuffer {
    let shapes = format.planes
    return pool.make(
      width: format.width, height: format.height, format: pixelFormat, encoding: format.encoding,
      planes: shapes.map { ($0.stride, $0.rows) }
    ) { targets in
      for ((target, plane), shape) in zip(zip(targets, planes), shapes) {
        UnsafeMutableRawPointer(target).copyMemory(
          from: plane.base, byteCount: shape.byteCount)
      }
    }
  }
}
