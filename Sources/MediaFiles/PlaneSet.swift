import CFFmpeg
import SessionCore

/// Planes of one picture in FFmpeg's terms, borrowed for one call.
struct PlaneSet {
  var width: Int32, height: Int32
  var format: AVPixelFormat
  var encoding: ColorEncoding
  /// First bytes; a bottom-up picture starts at its last row and has a negative stride.
  var bases: [UnsafeMutablePointer<UInt8>?]
  var strides: [Int32]

  /// A picture of the session.
  init(_ pixels: PixelBuffer) {
    width = Int32(pixels.width)
    height = Int32(pixels.height)
    format = Self.format(of: pixels.format)
    encoding = pixels.encoding
    bases = pixels.planes.map {
      UnsafeMutablePointer(mutating: $0.base.assumingMemoryBound(to: UInt8.self))
    }
    strides = pixels.planes.map { Int32($0.stride) }
  }

  /// A frame of FFmpeg, which must outlive this value.
  init(_ frame: UnsafeMutablePointer<AVFrame>, encoding: ColorEncoding) {
    let f = frame.pointee
    width = f.width
    height = f.height
    format = AVPixelFormat(f.format)
    self.encoding = encoding
    bases = [f.data.0, f.data.1, f.data.2, f.data.3]
    strides = [f.linesize.0, f.linesize.1, f.linesize.2, f.linesize.3]
  }

  /// Packed pixels in one plane.
  init(
    packed base: UnsafeMutablePointer<UInt8>, stride: Int32, width: Int32, height: Int32,
    format: AVPixelFormat
  ) {
    self.width = width
    self.height = height
    self.format = format
    encoding = .jpeg
    bases = [base]
    strides = [stride]
  }

  /// FFmpeg's name for a layout.
  static func format(of format: PixelFormat) -> AVPixelFormat {
    switch format {
    case .gray8: AV_PIX_FMT_GRAY8
    case .rgb8: AV_PIX_FMT_RGB24
    case .yuyv: AV_PIX_FMT_YUYV422
    case .yuv420: AV_PIX_FMT_YUV420P
    case .yuv422: AV_PIX_FMT_YUV422P
    case .yuv444: AV_PIX_FMT_YUV444P
    case .nv12: AV_PIX_FMT_NV12
    case .depth16: AV_PIX_FMT_GRAY16LE
    }
  }

  /// The layout of a frame that needs no conversion; nil for all others.
  static func directFormat(_ format: AVPixelFormat) -> PixelFormat? {
    switch format {
    case AV_PIX_FMT_GRAY8: .gray8
    case AV_PIX_FMT_RGB24: .rgb8
    case AV_PIX_FMT_YUYV422: .yuyv
    case AV_PIX_FMT_YUV420P, AV_PIX_FMT_YUVJ420P: .yuv420
    case AV_PIX_FMT_YUV422P, AV_PIX_FMT_YUVJ422P: .yuv422
    case AV_PIX_FMT_YUV444P, AV_PIX_FMT_YUVJ444P: .yuv444
    case AV_PIX_FMT_NV12: .nv12
    default: nil
    }
  }

  /// What a frame in a rarer format is converted to: RGB stays RGB, YUV keeps its chroma grid
  /// where we have one.
  static func nearestFormat(_ format: AVPixelFormat) -> PixelFormat {
    guard let descriptor = av_pix_fmt_desc_get(format)?.pointee else { return .rgb8 }
    let isColour = UInt64(AV_PIX_FMT_FLAG_RGB) | UInt64(AV_PIX_FMT_FLAG_PAL)
    if descriptor.flags & isColour != 0 { return .rgb8 }
    if descriptor.nb_components <= 2 { return .gray8 }
    return switch (descriptor.log2_chroma_w, descriptor.log2_chroma_h) {
    case (0, 0): .yuv444
    case (1, 0): .yuv422
    default: .yuv420
    }
  }
}
