import CYUV
import SessionCore

extension PackedLayout {
  /// Rearranges a picture to `pixelFormat`.
  ///
  /// RGB and grey results are full range whatever `encoding` says of the camera; brightness of more
  /// than 8 bits loses its lowest ones. Thread-safe.
  ///
  /// - Parameters:
  ///   - planes: the picture as it came, `planeCount` of them.
  ///   - width: in pixels.
  ///   - height: in pixels.
  ///   - encoding: what YUV numbers mean.
  ///   - pool: where the result's memory comes from.
  /// - Returns: the rearranged picture, with nothing of the source in use.
  package func rearranged(
    _ planes: [PixelBuffer.Plane], width: Int, height: Int, encoding: ColorEncoding,
    pool: PixelBufferPool
  ) -> PixelBuffer {
    precondition(planes.count == planeCount, "\(self) comes in \(planeCount) planes")
    let half = (width + 1) / 2
    let shapes: [(stride: Int, rows: Int)] =
      switch pixelFormat {
      case .yuv422: [(width, height), (half, height), (half, height)]
      case .yuv420: [(width, height), (half, (height + 1) / 2), (half, (height + 1) / 2)]
      case .rgb8: [(width * 3, height)]
      default: [(width, height)]
      }
    let isYUV = pixelFormat == .yuv422 || pixelFormat == .yuv420
    return pool.make(
      width: width, height: height, format: pixelFormat, encoding: isYUV ? encoding : .jpeg,
      planes: shapes
    ) { targets in
      let source = Source(planes: planes, width: Int32(width), height: Int32(height))
      if isYUV {
        writeYUV(source, to: targets, half: Int32(half))
      } else {
        write(source, to: targets[0])
      }
    }
  }

  private struct Source {
    var planes: [PixelBuffer.Plane]
    var width: Int32, height: Int32

    func bytes(_ plane: Int) -> UnsafePointer<UInt8> {
      planes[plane].base.assumingMemoryBound(to: UInt8.self)
    }
    func stride(_ plane: Int) -> Int32 { Int32(planes[plane].stride) }
  }

  private func writeYUV(
    _ s: Source, to targets: [UnsafeMutablePointer<UInt8>], half: Int32
  ) {
    // V and U change places where the layout has V first.
    let (u, v) =
      self == .yvyu || self == .vyuy || self == .nv61
      ? (targets[2], targets[1]) : (targets[1], targets[2])
    switch self {
    case .uyvy, .vyuy:
      UYVYToI422(
        s.bytes(0), s.stride(0), targets[0], s.width, u, half, v, half, s.width, s.height)
    case .yvyu:
      YUY2ToI422(
        s.bytes(0), s.stride(0), targets[0], s.width, u, half, v, half, s.width, s.height)
    case .nv21:
      NV21ToI420(
        s.bytes(0), s.stride(0), s.bytes(1), s.stride(1), targets[0], s.width, u, half, v, half,
        s.width, s.height)
    default:
      CopyPlane(s.bytes(0), s.stride(0), targets[0], s.width, s.width, s.height)
      SplitUVPlane(s.bytes(1), s.stride(1), u, half, v, half, half, s.height)
    }
  }

  /// One plane in, one plane out.
  ///
  /// libyuv names its formats by the word, so "ARGB" is B G R A in memory and "RAW" is R G B.
  private func write(_ s: Source, to target: UnsafeMutablePointer<UInt8>) {
    let (bytes, stride, row) = (s.bytes(0), s.stride(0), s.width * 3)
    switch self {
    case .bgr24: RAWToRGB24(bytes, stride, target, row, s.width, s.height)
    case .bgrx: ARGBToRAW(bytes, stride, target, row, s.width, s.height)
    case .rgbx: ARGBToRGB24(bytes, stride, target, row, s.width, s.height)
    case .xrgb, .xbgr, .rgb565: writeThroughARGB(s, to: target)
    case .gray10, .gray12, .gray16: writeGray(s, to: target)
    default: preconditionFailure("\(self) is no single plane")
    }
  }

  /// By rows, so that the intermediate picture stays in the cache.
  private func writeThroughARGB(_ s: Source, to target: UnsafeMutablePointer<UInt8>) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Int(s.width) * 4) { row in
      guard let argb = row.baseAddress else { return }
      for y in 0..<Int(s.height) {
        let bytes = s.bytes(0) + y * Int(s.stride(0))
        let out = target + y * Int(s.width) * 3
        switch self {
        case .xrgb: BGRAToARGB(bytes, 0, argb, 0, s.width, 1)
        case .xbgr: RGBAToARGB(bytes, 0, argb, 0, s.width, 1)
        default: RGB565ToARGB(bytes, 0, argb, 0, s.width, 1)
        }
        ARGBToRAW(argb, 0, out, 0, s.width, 1)
      }
    }
  }

  private func writeGray(_ s: Source, to target: UnsafeMutablePointer<UInt8>) {
    let bits: Int32 =
      switch self {
      case .gray10: 10
      case .gray12: 12
      default: 16
      }
    for y in 0..<Int(s.height) {
      // Buffers are aligned, but a stride need not be even.
      let words = (s.planes[0].base + y * s.planes[0].stride)
      let row = target + y * Int(s.width)
      for x in 0..<Int(s.width) {
        let word = words.loadUnaligned(fromByteOffset: 2 * x, as: UInt16.self).littleEndian
        row[x] = UInt8(truncatingIfNeeded: min(word >> UInt16(bits - 8), 255))
      }
    }
  }
}
