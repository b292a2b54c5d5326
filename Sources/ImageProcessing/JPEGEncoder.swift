import CTurboJPEG
import SessionCore

/// Encodes planar YUV, grey and `rgb8` pictures as JPEG, without changing their chroma resolution.
///
/// The same pixels and quality give the same bytes. One thread at a time.
package final class JPEGEncoder {
  private let handle: tjhandle

  /// Creates an encoder.
  ///
  /// - Throws: `JPEGError.noDecoder` when there is no memory for it.
  package init() throws(JPEGError) {
    guard let handle = tjInitCompress() else { throw .noDecoder }
    self.handle = handle
  }

  deinit { tjDestroy(handle) }

  /// The JPEG file of a picture.
  ///
  /// YUV pictures are stored as they are and should be full range, as JFIF has it; `yuyv` and
  /// `nv12` pass through `rgb8`. `quality` is 1…100.
  ///
  /// - Throws: `JPEGError.unreadable` with the library's words.
  package func encode(_ pixels: PixelBuffer, quality: Int = 90) throws(JPEGError) -> [UInt8] {
    var output: UnsafeMutablePointer<UInt8>?
    var size: UInt = 0
    defer { tjFree(output) }
    let result =
      if let subsampling = Self.subsampling(of: pixels.format) {
        encodePlanes(pixels, subsampling, Int32(quality), &output, &size)
      } else {
        encodeRGB(pixels.rgb(), Int32(quality), &output, &size)
      }
    guard result == 0, let output else {
      throw .unreadable(String(cString: tjGetErrorStr2(handle)))
    }
    return Array(UnsafeBufferPointer(start: output, count: Int(size)))
  }

  private func encodePlanes(
    _ pixels: PixelBuffer, _ subsampling: Int32, _ quality: Int32,
    _ output: inout UnsafeMutablePointer<UInt8>?, _ size: inout UInt
  ) -> Int32 {
    var sources = pixels.planes.map { Optional($0.base.assumingMemoryBound(to: UInt8.self)) }
    var strides = pixels.planes.map { Int32($0.stride) }
    // The encoder reads whole chroma cells: an odd last column or row of luma needs a neighbour.
    let columns = Int(tjPlaneWidth(0, Int32(pixels.width), subsampling))
    let rows = Int(tjPlaneHeight(0, Int32(pixels.height), subsampling))
    let luma = Self.padded(pixels, columns: columns, rows: rows)
    return luma.withUnsafeBufferPointer { padded in
      if !padded.isEmpty { (sources[0], strides[0]) = (padded.baseAddress, Int32(columns)) }
      return tjCompressFromYUVPlanes(
        handle, &sources, Int32(pixels.width), &strides, Int32(pixels.height), subsampling,
        &output, &size, quality, 0)
    }
  }

  /// The luma with its last column and row repeated; empty when nothing has to be added.
  private static func padded(_ pixels: PixelBuffer, columns: Int, rows: Int) -> [UInt8] {
    if columns == pixels.width, rows == pixels.height { return [] }
    let plane = pixels.planes[0]
    return (0..<rows).flatMap { y in
      (0..<columns).map { x in
        let place = min(y, pixels.height - 1) * plane.stride + min(x, pixels.width - 1)
        return plane.base.load(fromByteOffset: place, as: UInt8.self)
      }
    }
  }

  private func encodeRGB(
    _ pixels: PixelBuffer, _ quality: Int32, _ output: inout UnsafeMutablePointer<UInt8>?,
    _ size: inout UInt
  ) -> Int32 {
    tjCompress2(
      handle, pixels.planes[0].base.assumingMemoryBound(to: UInt8.self), Int32(pixels.width),
      Int32(pixels.planes[0].stride), Int32(pixels.height), Int32(TJPF_RGB.rawValue), &output,
      &size, Int32(bitPattern: TJSAMP_444.rawValue), quality, 0)
  }

  private static func subsampling(of format: PixelFormat) -> Int32? {
    switch format {
    case .yuv420: Int32(bitPattern: TJSAMP_420.rawValue)
    case .yuv422: Int32(bitPattern: TJSAMP_422.rawValue)
    case .yuv444: Int32(bitPattern: TJSAMP_444.rawValue)
    case .gray8: Int32(bitPattern: TJSAMP_GRAY.rawValue)
    case .rgb8, .yuyv, .nv12, .depth16: nil
    }
  }
}
