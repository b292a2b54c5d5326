import CFFmpeg
import SessionCore

/// FFmpeg's demuxer and decoder for the main video stream of a file.
///
/// One thread at a time; everything is freed with the object.
final class MediaInput {
  /// What the decoder said.
  enum Outcome {
    /// A picture; the caller unreferences it.
    case frame(UnsafeMutablePointer<AVFrame>)
    /// Something could not be decoded; there may be more.
    case corrupt
    /// The end.
    case ended
    /// Reading failed for good.
    case failed(Int32)
  }

  /// The decoder, open.
  let decoder: UnsafeMutablePointer<AVCodecContext>
  private let format: UnsafeMutablePointer<AVFormatContext>
  private let packet: UnsafeMutablePointer<AVPacket>
  private let frame: UnsafeMutablePointer<AVFrame>
  private let stream: UnsafeMutablePointer<AVStream>
  private var isDraining = false
  /// A header can claim any size; no camera of ours is near 134 million pixels.
  static let largestPixelCount: Int64 = 1 << 27

  init(path: String) throws(SessionError) {
    _ = MediaLog.silenced
    try MediaFailure.requireReadableFile(path, kind: "video")
    let opened = try Self.open(path)
    var owned = Owned(format: opened)
    guard let packet = av_packet_alloc(), let frame = av_frame_alloc() else {
      throw MediaFailure.error(path, "out of memory")
    }
    owned.packet = packet
    owned.frame = frame
    do {
      let stream = try Self.mainStream(of: opened, path)
      decoder = try Self.openDecoder(stream, path)
      self.stream = stream
    } catch {
      owned.free()
      throw error
    }
    format = opened
    self.packet = packet
    self.frame = frame
  }

  deinit {
    Owned(format: format, decoder: decoder, packet: packet, frame: frame).free()
  }

  /// Seconds in one unit of the frames' timestamps.
  var secondsPerTick: Double { av_q2d(stream.pointee.time_base) }

  /// A header can claim any rate, too: from a picture in a quarter of an hour to a fast camera's.
  private static let rates = 0.001...1000

  /// The stream's mean or nominal rate; nil when neither can be true.
  var rate: Double? {
    [stream.pointee.avg_frame_rate, stream.pointee.r_frame_rate].filter { $0.den > 0 }
      .map(av_q2d).first(where: Self.rates.contains)
  }

  /// The turn that the stream asks of players, counter-clockwise.
  var rotationDegrees: Double {
    var size = 0
    guard
      let data = av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size),
      size >= 9 * MemoryLayout<Int32>.size
    else { return 0 }
    let angle = UnsafeRawPointer(data).withMemoryRebound(to: Int32.self, capacity: 9) {
      av_display_rotation_get($0)
    }
    return angle.isFinite ? angle : 0
  }

  /// Decodes until there is something to say.
  func receive() -> Outcome {
    while true {
      let received = avcodec_receive_frame(decoder, frame)
      if received == 0 { return .frame(frame) }
      if received == bifrons_averror_eof { return .ended }
      if received != bifrons_averror_again { return .corrupt }
      if isDraining { return .ended }
      switch feed() {
      case .corrupt: return .corrupt
      case .failed(let code): return .failed(code)
      case .frame, .ended: continue
      }
    }
  }

  /// Gives the decoder the next packet of the stream, or the end.
  private func feed() -> Outcome {
    let read = av_read_frame(format, packet)
    if read == bifrons_averror_eof || read < 0 && format.pointee.pb?.pointee.eof_reached == 1 {
      isDraining = true
      avcodec_send_packet(decoder, nil)
      return .ended
    }
    if read < 0 { return .failed(read) }
    defer { av_packet_unref(packet) }
    guard packet.pointee.stream_index == stream.pointee.index else { return .ended }
    return avcodec_send_packet(decoder, packet) < 0 ? .corrupt : .ended
  }

  private static func open(
    _ path: String
  ) throws(SessionError) -> UnsafeMutablePointer<AVFormatContext> {
    var format: UnsafeMutablePointer<AVFormatContext>?
    // With "file:", a colon in a name is no protocol and no network is ever touched.
    let opened = avformat_open_input(&format, "file:" + path, nil, nil)
    guard opened == 0, let format else {
      throw MediaFailure.error(
        path, "not a video that can be read", code: opened,
        advice: "see what `ffprobe` says of it, or convert it to MP4")
    }
    let found = avformat_find_stream_info(format, nil)
    if found < 0 {
      Owned(format: format).free()
      throw MediaFailure.error(
        path, "not a video that can be read", code: found, advice: "convert it to MP4")
    }
    return format
  }

  private static func mainStream(
    of format: UnsafeMutablePointer<AVFormatContext>, _ path: String
  ) throws(SessionError) -> UnsafeMutablePointer<AVStream> {
    let index = av_find_best_stream(format, AVMEDIA_TYPE_VIDEO, -1, -1, nil, 0)
    guard index >= 0, let stream = format.pointee.streams[Int(index)],
      stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC == 0
    else { throw MediaFailure.error(path, "there is no video in it; name a file with pictures") }
    return stream
  }

  private static func openDecoder(
    _ stream: UnsafeMutablePointer<AVStream>, _ path: String
  ) throws(SessionError) -> UnsafeMutablePointer<AVCodecContext> {
    let identifier = stream.pointee.codecpar.pointee.codec_id
    let name = String(cString: avcodec_get_name(identifier))
    guard identifier != AV_CODEC_ID_NONE else {
      throw MediaFailure.error(
        path, "the file does not say how its video is coded; it is damaged, record it again")
    }
    guard let codec = avcodec_find_decoder(identifier) else {
      throw MediaFailure.error(path, "no decoder for \(name) here; convert it to H.264")
    }
    guard let context = avcodec_alloc_context3(codec) else {
      throw MediaFailure.error(path, "out of memory")
    }
    var decoder: UnsafeMutablePointer<AVCodecContext>? = context
    var result = avcodec_parameters_to_context(context, stream.pointee.codecpar)
    if result >= 0 {
      // One thread: the machine's others belong to the trackers, and the order is the file's.
      context.pointee.thread_count = 1
      context.pointee.pkt_timebase = stream.pointee.time_base
      context.pointee.max_pixels = largestPixelCount
      result = avcodec_open2(context, codec, nil)
    }
    if result < 0 {
      avcodec_free_context(&decoder)
      throw MediaFailure.error(path, "the \(name) decoder refuses it", code: result)
    }
    return context
  }

  /// What has to be freed together.
  private struct Owned {
    var format: UnsafeMutablePointer<AVFormatContext>?
    var decoder: UnsafeMutablePointer<AVCodecContext>?
    var packet: UnsafeMutablePointer<AVPacket>?
    var frame: UnsafeMutablePointer<AVFrame>?

    func free() {
      var copy = self
      av_packet_free(&copy.packet)
      av_frame_free(&copy.frame)
      avcodec_free_context(&copy.decoder)
      avformat_close_input(&copy.format)
    }
  }
}
