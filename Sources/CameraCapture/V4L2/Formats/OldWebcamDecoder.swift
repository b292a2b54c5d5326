import CVideo4Linux
import ImageProcessing
import SessionCore

/// Decodes the formats of webcams from before USB video class, with libv4lconvert.
///
/// The library is given no device: it neither asks the camera anything nor keeps settings of its own
/// in shared memory. It reads beyond data that ends too early, and writes in whole blocks: so it gets
/// a copy with room behind it, and only sizes of whole blocks. One thread at a time.
package final class OldWebcamDecoder {
  private let handle: OpaquePointer
  private let pool: PixelBufferPool
  private var data: UnsafeMutableRawBufferPointer

  /// Room that random data of every format did not leave, bytes a pixel and more.
  private static let roomPerPixel = 4, moreRoom = 65_536
  /// Every format's sides are whole blocks of this many pixels.
  private static let block = 8

  /// Nil when there is no memory for it.
  package init?(pool: PixelBufferPool) {
    guard let handle = bifrons_v4lconvert_create() else { return nil }
    self.handle = handle
    self.pool = pool
    data = .allocate(byteCount: 0, alignment: 64)
  }

  deinit {
    v4lconvert_destroy(handle)
    data.deallocate()
  }

  /// The picture as `rgb8`; nil when the data is damaged or the library refuses it.
  package func decode(_ bytes: UnsafeRawBufferPointer, _ format: VideoFormat) -> PixelBuffer? {
    let (width, height) = (format.width, format.height)
    guard bytes.count > 0, width > 0, height > 0, width % Self.block == 0,
      height % Self.block == 0, let source = copied(bytes, width * height)
    else { return nil }
    var from = bifrons_picture_format(
      pixel_format: format.code.rawValue, width: UInt32(width), height: UInt32(height),
      bytes_per_line: UInt32(max(format.memories.first?.bytesPerLine ?? 0, width)),
      size_image: UInt32(min(bytes.count, data.count)))
    do {
      return try pool.make(
        width: width, height: height, format: .rgb8, encoding: .jpeg,
        planes: [(stride: width * 3, rows: height)]
      ) { (targets) throws(Refusal) in
        let written = bifrons_v4lconvert_to_rgb24(handle, &from, source, targets[0])
        if written != Int32(width * height * 3) { throw Refusal() }
      }
    } catch {
      return nil
    }
  }

  private struct Refusal: Error {}

  /// The data with zeros behind it.
  private func copied(
    _ bytes: UnsafeRawBufferPointer, _ pixels: Int
  ) -> UnsafeMutableRawPointer? {
    let needed = pixels * Self.roomPerPixel + Self.moreRoom
    if data.count != needed {
      data.deallocate()
      data = .allocate(byteCount: needed, alignment: 64)
    }
    let count = min(bytes.count, needed)
    data.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<count]))
    UnsafeMutableRawBufferPointer(rebasing: data[count...]).initializeMemory(
      as: UInt8.self, repeating: 0)
    return data.baseAddress
  }
}
