import CFFmpeg
import SessionCore

/// One of FFmpeg's encoders with its converter and buffers: pictures in, packets out.
///
/// One thread at a time; everything is freed with the object.
final class PictureEncoder {
  /// Which encoder.
  enum Codec {
    case identifier(AVCodecID)
    case named(String)
  }

  /// How to encode.
  struct Settings {
    var codec: Codec
    var width: Int32, height: Int32
    var format: AVPixelFormat
    var encoding: ColorEncoding
    var frameRate = AVRational(num: 30, den: 1)
    /// A fixed quantiser, for encoders that have no better measure of quality.
    var quantizer: Int32?
    /// Pictures from one key picture to the next.
    var keyInterval: Int32 = 1
    var needsGlobalHeader = false
    /// The encoder's own options.
    var options: [(name: String, value: String)] = []
  }

  /// The encoder, open.
  let context: UnsafeMutablePointer<AVCodecContext>
  private let frame: UnsafeMutablePointer<AVFrame>
  private let packet: UnsafeMutablePointer<AVPacket>
  private let converter = FormatConverter()
  private let settings: Settings
  private let path: String

  /// Opens an encoder.
  ///
  /// `path` names the file in errors; nothing is written to it here.
  init(_ settings: Settings, path: String) throws(SessionError) {
    self.settings = settings
    self.path = path
    let codec: UnsafePointer<AVCodec>? =
      switch settings.codec {
      case .identifier(let identifier): avcodec_find_encoder(identifier)
      case .named(let name): avcodec_find_encoder_by_name(name)
      }
    var context = codec.flatMap { avcodec_alloc_context3($0) }
    var frame = av_frame_alloc()
    var packet = av_packet_alloc()
    guard let codec, let open = context, let buffer = frame, let output = packet else {
      avcodec_free_context(&context)
      av_frame_free(&frame)
      av_packet_free(&packet)
      throw MediaFailure.error(path, "this FFmpeg has no encoder for it; install libavcodec-extra")
    }
    Self.configure(open, settings)
    var result = avcodec_open2(open, codec, nil)
    if result >= 0 {
      buffer.pointee.format = settings.format.rawValue
      buffer.pointee.width = settings.width
      buffer.pointee.height = settings.height
      result = av_frame_get_buffer(buffer, 0)
    }
    self.context = open
    self.frame = buffer
    self.packet = output
    if result < 0 {
      throw MediaFailure.error(
        path, "the encoder refuses \(settings.width)x\(settings.height)", code: result)
    }
  }

  deinit {
    var (context, frame, packet) = (Optional(context), Optional(frame), Optional(packet))
    avcodec_free_context(&context)
    av_frame_free(&frame)
    av_packet_free(&packet)
  }

  /// Converts a picture of the same size and encodes it; `onPacket` gets what comes out.
  func encode(
    _ source: PlaneSet, number: Int64,
    onPacket: (UnsafeMutablePointer<AVPacket>) throws(SessionError) -> Void
  ) throws(SessionError) {
    guard av_frame_make_writable(frame) >= 0,
      converter.convert(source, to: PlaneSet(frame, encoding: settings.encoding))
    else { throw MediaFailure.error(path, "picture \(number) cannot be converted for encoding") }
    frame.pointee.pts = number
    // For encoders with a fixed quantiser; others choose for themselves.
    frame.pointee.quality = context.pointee.global_quality
    frame.pointee.pict_type = AV_PICTURE_TYPE_NONE
    try check(avcodec_send_frame(context, frame), "encoding picture \(number) failed")
    try collect(onPacket)
  }

  /// Gets the last packets out of the encoder.
  func finish(
    onPacket: (UnsafeMutablePointer<AVPacket>) throws(SessionError) -> Void
  ) throws(SessionError) {
    let result = avcodec_send_frame(context, nil)
    if result != bifrons_averror_eof { try check(result, "encoding the end failed") }
    try collect(onPacket)
  }

  private func collect(
    _ onPacket: (UnsafeMutablePointer<AVPacket>) throws(SessionError) -> Void
  ) throws(SessionError) {
    while true {
      let result = avcodec_receive_packet(context, packet)
      if result == bifrons_averror_again || result == bifrons_averror_eof { return }
      try check(result, "encoding failed")
      defer { av_packet_unref(packet) }
      try onPacket(packet)
    }
  }

  private func check(_ result: Int32, _ what: String) throws(SessionError) {
    if result < 0 { throw MediaFailure.error(path, what, code: result) }
  }

  private static func configure(
    _ context: UnsafeMutablePointer<AVCodecContext>, _ settings: Settings
  ) {
    context.pointee.width = settings.width
    context.pointee.height = settings.height
    context.pointee.pix_fmt = settings.format
    context.pointee.framerate = settings.frameRate
    context.pointee.time_base = AVRational(
      num: settings.frameRate.den, den: settings.frameRate.num)
    context.pointee.gop_size = settings.keyInterval
    context.pointee.max_b_frames = 0
    // One thread and no dates or versions: the same pictures give the same bytes.
    context.pointee.thread_count = 1
    context.pointee.flags |= AV_CODEC_FLAG_BITEXACT
    if settings.needsGlobalHeader { context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER }
    if let quantizer = settings.quantizer {
      context.pointee.flags |= AV_CODEC_FLAG_QSCALE
      context.pointee.global_quality = quantizer * FF_QP2LAMBDA
    }
    context.pointee.color_range =
      settings.encoding.isFullRange ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
    let isColour = settings.format != AV_PIX_FMT_RGB24 && settings.format != AV_PIX_FMT_GRAY8
    if isColour {
      context.pointee.colorspace =
        settings.encoding.matrix == .bt709 ? AVCOL_SPC_BT709 : AVCOL_SPC_SMPTE170M
    }
    for option in settings.options {
      av_opt_set(context.pointee.priv_data, option.name, option.value, 0)
    }
  }
}
