import CYUV
import SessionCore

extension PixelBuffer {
  /// The picture's brightness as a `gray8` buffer, in the range of its own encoding.
  ///
  /// Costs nothing for planar formats, `nv12` and `gray8`: the result is a lease on this buffer's
  /// first plane. `yuyv` is copied by libyuv; `rgb8` is weighted as BT.601, full range. A `depth16`
  /// buffer has no brightness and must not be asked. Thread-safe.
  package func luma() -> PixelBuffer {
    switch format {
    case .gray8: self
    case .yuv420, .yuv422, .yuv444, .nv12: firstPlane()
    case .yuyv:
      PixelBuffer.make(width: width, height: height, format: .gray8, encoding: encoding) { to in
        YUY2ToY(
          bytes(0), stride(0), PixelBuffer.bytes(to[0]), Int32(width), Int32(width), Int32(height))
      }
    case .rgb8:
      // libyuv's RAW is R, G, B in memory order; J400 is full-range BT.601 luma.
      PixelBuffer.make(width: width, height: height, format: .gray8, encoding: .jpeg) { to in
        RAWToJ400(
          bytes(0), stride(0), PixelBuffer.bytes(to[0]), Int32(width), Int32(width), Int32(height))
      }
    case .depth16: preconditionFailure("a depth16 buffer has no luma")
    }
  }

  /// The picture as `rgb8`, full range; this buffer itself when it is `rgb8` already.
  ///
  /// Chroma is repeated, not interpolated, as cameras' own converters do. A `depth16` buffer has no
  /// colour and must not be asked. Thread-safe.
  package func rgb() -> PixelBuffer {
    if format == .rgb8 { return self }
    if format == .yuyv { return planar422().rgb() }
    if needsFullRange { return fullRange().rgb() }
    return PixelBuffer.make(width: width, height: height, format: .rgb8, encoding: .jpeg) { to in
      writeRGB(to: PixelBuffer.bytes(to[0]), stride: Int32(width * 3))
    }
  }

  private func writeRGB(to target: UnsafeMutablePointer<UInt8>, stride targetStride: Int32) {
    let constants = bifrons_yvu_constants(
      encoding.matrix == .bt709 ? 1 : 0, encoding.isFullRange ? 1 : 0)
    let (w, h) = (Int32(width), Int32(height))
    switch format {
    // U and V change places here and in the constants, which makes B, G, R into R, G, B.
    case .yuv420:
      I420ToRGB24Matrix(
        bytes(0), stride(0), bytes(2), stride(2), bytes(1), stride(1), target, targetStride,
        constants, w, h)
    case .yuv422:
      I422ToRGB24Matrix(
        bytes(0), stride(0), bytes(2), stride(2), bytes(1), stride(1), target, targetStride,
        constants, w, h)
    case .yuv444:
      I444ToRGB24Matrix(
        bytes(0), stride(0), bytes(2), stride(2), bytes(1), stride(1), target, targetStride,
        constants, w, h)
    case .nv12:
      NV21ToRGB24Matrix(
        bytes(0), stride(0), bytes(1), stride(1), target, targetStride, constants, w, h)
    case .gray8: repeatLuma(to: target, stride: targetStride)
    case .rgb8, .yuyv, .depth16:
      preconditionFailure("a \(format) buffer is not converted to rgb8 in one step")
    }
  }

  /// Whether libyuv cannot convert the encoding as it is.
  ///
  /// It has no limited grey, and its 8-bit factors end at 2.0 where limited BT.709 needs 2.11 for
  /// blue, which then misses by up to 12 levels; in full range the factor is 1.86.
  private var needsFullRange: Bool {
    !encoding.isFullRange && (format == .gray8 || encoding.matrix == .bt709)
  }

  /// The first plane on its own, keeping this buffer alive.
  private func firstPlane() -> PixelBuffer {
    PixelBuffer(
      width: width, height: height, format: .gray8, encoding: encoding, planes: [planes[0]]
    ) { [self] in withExtendedLifetime(self) {} }
  }

  /// `yuyv` as `yuv422`; other formats as they are.
  func planar422() -> PixelBuffer {
    if format != .yuyv { return self }
    return PixelBuffer.make(width: width, height: height, format: .yuv422, encoding: encoding) {
      to in
      let half = Int32((width + 1) / 2)
      YUY2ToI422(
        bytes(0), stride(0), PixelBuffer.bytes(to[0]), Int32(width), PixelBuffer.bytes(to[1]),
        half, PixelBuffer.bytes(to[2]), half, Int32(width), Int32(height))
    }
  }

  private func repeatLuma(to target: UnsafeMutablePointer<UInt8>, stride targetStride: Int32) {
    MergeRGBPlane(
      bytes(0), stride(0), bytes(0), stride(0), bytes(0), stride(0), target, targetStride,
      Int32(width), Int32(height))
  }

  private func bytes(_ plane: Int) -> UnsafePointer<UInt8> {
    planes[plane].base.assumingMemoryBound(to: UInt8.self)
  }

  private func stride(_ plane: Int) -> Int32 { Int32(planes[plane].stride) }

  /// The first byte of a plane that `make` hands out; those are never empty.
  private static func bytes(_ plane: UnsafeMutableRawBufferPointer) -> UnsafeMutablePointer<UInt8> {
    guard let base = plane.baseAddress else { preconditionFailure("an empty plane") }
    return base.assumingMemoryBound(to: UInt8.self)
  }
}
