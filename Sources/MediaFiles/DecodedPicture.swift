import CFFmpeg
import SessionCore

/// Turns a decoder's frame into a picture of the session.
struct DecodedPicture {
  private let converter = FormatConverter()

  /// The picture of a frame: a lease on the frame's own memory where the layout is one of ours,
  /// else a conversion.
  ///
  /// `frame` stays the caller's. Nil when no way leads to one of our layouts.
  func pixels(of frame: UnsafeMutablePointer<AVFrame>) -> PixelBuffer? {
    let format = AVPixelFormat(frame.pointee.format)
    let encoding = Self.encoding(of: frame)
    if let direct = PlaneSet.directFormat(format), let lease = Self.lease(frame, direct, encoding) {
      return lease
    }
    return convert(frame, encoding)
  }

  /// Distances from a grey frame of 16 bits, copied; nil for frames of other kinds.
  static func depth(of frame: UnsafeMutablePointer<AVFrame>) -> PixelBuffer? {
    let f = frame.pointee
    let format = AVPixelFormat(f.format)
    let isBigEndian = format == AV_PIX_FMT_GRAY16BE
    guard isBigEndian || format == AV_PIX_FMT_GRAY16LE, let base = f.data.0, f.linesize.0 > 0
    else { return nil }
    let (width, height) = (Int(f.width), Int(f.height))
    return PixelBuffer.make(width: width, height: height, format: .depth16) { planes in
      let target = planes[0].bindMemory(to: UInt16.self)
      for y in 0..<height {
        let row = UnsafeRawPointer(base + y * Int(f.linesize.0))
        for x in 0..<width {
          let word = row.loadUnaligned(fromByteOffset: 2 * x, as: UInt16.self)
          let value = isBigEndian ? UInt16(bigEndian: word) : UInt16(littleEndian: word)
          target[y * width + x] = value.littleEndian
        }
      }
    }
  }

  /// What a frame says of its colours; what it does not say is limited BT.601, and grey, RGB and
  /// the JPEG layouts are full range.
  static func encoding(of frame: UnsafeMutablePointer<AVFrame>) -> ColorEncoding {
    let f = frame.pointee
    let fullByNature: Bool
    switch AVPixelFormat(f.format) {
    case AV_PIX_FMT_YUVJ420P, AV_PIX_FMT_YUVJ422P, AV_PIX_FMT_YUVJ444P, AV_PIX_FMT_YUVJ440P,
      AV_PIX_FMT_YUVJ411P:
      fullByNature = true
    default:
      let nearest = PlaneSet.nearestFormat(AVPixelFormat(f.format))
      fullByNature = nearest == .rgb8 || nearest == .gray8
    }
    let isFullRange =
      f.color_range == AVCOL_RANGE_JPEG || fullByNature && f.color_range != AVCOL_RANGE_MPEG
    return ColorEncoding(
      matrix: f.colorspace == AVCOL_SPC_BT709 ? .bt709 : .bt601, isFullRange: isFullRange)
  }

  private static func lease(
    _ frame: UnsafeMutablePointer<AVFrame>, _ format: PixelFormat, _ encoding: ColorEncoding
  ) -> PixelBuffer? {
    guard let own = av_frame_clone(frame) else { return nil }
    let set = PlaneSet(own, encoding: encoding)
    var planes: [PixelBuffer.Plane] = []
    for index in 0..<format.planeCount {
      // Bottom-up frames (negative strides) are turned by a conversion instead.
      guard let base = set.bases[index], set.strides[index] > 0 else {
        var frame: UnsafeMutablePointer<AVFrame>? = own
        av_frame_free(&frame)
        return nil
      }
      planes.append(PixelBuffer.Plane(base: base, stride: Int(set.strides[index])))
    }
    let address = UInt(bitPattern: own)
    return PixelBuffer(
      width: Int(set.width), height: Int(set.height), format: format, encoding: encoding,
      planes: planes
    ) {
      var frame = UnsafeMutablePointer<AVFrame>(bitPattern: address)
      av_frame_free(&frame)
    }
  }

  private func convert(
    _ frame: UnsafeMutablePointer<AVFrame>, _ encoding: ColorEncoding
  ) -> PixelBuffer? {
    let source = PlaneSet(frame, encoding: encoding)
    let format = PlaneSet.nearestFormat(source.format)
    var isDone = false
    let result = PixelBuffer.make(
      width: Int(source.width), height: Int(source.height), format: format,
      encoding: format == .rgb8 ? .jpeg : encoding
    ) { planes in
      var target = source
      target.format = PlaneSet.format(of: format)
      target.bases = planes.map { $0.baseAddress?.assumingMemoryBound(to: UInt8.self) }
      let half = (source.width + 1) / 2
      target.strides =
        switch format {
        case .rgb8: [source.width * 3]
        case .yuv420, .yuv422: [source.width, half, half]
        default: planes.map { _ in source.width }
        }
      isDone = converter.convert(source, to: target)
    }
    return isDone ? result : nil
  }
}
