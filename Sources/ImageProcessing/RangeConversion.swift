import SessionCore

extension PixelBuffer {
  /// A copy of a planar limited-range picture in full range: luma 16…235 and chroma 16…240 become
  /// 0…255, what lies outside is clipped.
  ///
  /// Thread-safe.
  func fullRange() -> PixelBuffer {
    let halfWidth = (width + 1) / 2
    let halfHeight = (height + 1) / 2
    let chroma: (count: Int, rows: Int) =
      switch format {
      case .yuv420: (halfWidth, halfHeight)
      case .yuv422: (halfWidth, height)
      case .yuv444: (width, height)
      case .nv12: (2 * halfWidth, halfHeight)
      case .gray8: (0, 0)
      case .rgb8, .yuyv, .depth16: preconditionFailure("a \(format) buffer is not planar YUV")
      }
    let target = ColorEncoding(matrix: encoding.matrix, isFullRange: true)
    return PixelBuffer.make(width: width, height: height, format: format, encoding: target) { to in
      stretch(0, to[0], count: width, rows: height, factor: 149, zero: 16, offset: 0)
      for plane in 1..<max(1, planes.count) {
        // 128 must stay 128: (128 − 16) · 146 + 32 = 128 · 128.
        stretch(
          plane, to[plane], count: chroma.count, rows: chroma.rows, factor: 146, zero: 16,
          offset: 32)
      }
    }
  }

  /// Writes `((value − zero) · factor + offset) / 128`, rounded and clipped, of a plane's bytes.
  ///
  /// 149/128 is 255/219 and 146/128 is 255/224, to 0.2 %. Every product fits 16 bits, so that the
  /// loop runs on whole vectors.
  private func stretch(
    _ plane: Int, _ target: UnsafeMutableRawBufferPointer, count: Int, rows: Int, factor: UInt16,
    zero: UInt16, offset: UInt16
  ) {
    guard let targetBase = target.baseAddress else { return }
    for row in 0..<rows {
      let source = (planes[plane].base + row * planes[plane].stride)
        .assumingMemoryBound(to: UInt8.self)
      let result = (targetBase + row * count).assumingMemoryBound(to: UInt8.self)
      for x in 0..<count {
        let product = (max(UInt16(source[x]), zero) &- zero) &* factor &+ offset &+ 64
        result[x] = UInt8(truncatingIfNeeded: min(product &>> 7, 255))
      }
    }
  }
}
