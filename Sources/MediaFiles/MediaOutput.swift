import CFFmpeg
import SessionCore

/// FFmpeg's muxer for one video stream in one file.
///
/// One thread at a time; everything is freed with the object.
final class MediaOutput {
  private let path: String
  private let format: UnsafeMutablePointer<AVFormatContext>
  private var stream: UnsafeMutablePointer<AVStream>?
  private var hasHeader = false

  /// Chooses the container by the file's ending; nothing is created yet.
  init(path: String) throws(SessionError) {
    self.path = path
    let names = ["mp4": "mp4", "m4v": "mp4", "mov": "mov", "mkv": "matroska"]
    let ending = path.split(separator: "/").last?.split(separator: ".").last?.lowercased() ?? ""
    guard let name = names[ending] else {
      throw MediaFailure.error(path, "videos are written as .mp4 or .mkv; change the ending")
    }
    var format: UnsafeMutablePointer<AVFormatContext>?
    let result = avformat_alloc_output_context2(&format, nil, name, nil)
    guard result >= 0, let format else {
      throw MediaFailure.error(path, "this FFmpeg cannot write .\(ending)", code: result)
    }
    self.format = format
  }

  deinit {
    close()
    avformat_free_context(format)
  }

  /// Whether the encoder must put its header beside the stream, not into it.
  var needsGlobalHeader: Bool { format.pointee.oformat.pointee.flags & AVFMT_GLOBALHEADER != 0 }

  /// Creates the file and writes its head.
  func open(_ encoder: UnsafeMutablePointer<AVCodecContext>) throws(SessionError) {
    let opened = avio_open(&format.pointee.pb, "file:" + path, AVIO_FLAG_WRITE)
    if opened < 0 {
      throw MediaFailure.error(
        path, "cannot be written", code: opened,
        advice: "check that the folder is there and yours")
    }
    guard let stream = avformat_new_stream(format, nil) else {
      throw MediaFailure.error(path, "out of memory")
    }
    self.stream = stream
    stream.pointee.time_base = encoder.pointee.time_base
    stream.pointee.avg_frame_rate = encoder.pointee.framerate
    try check(avcodec_parameters_from_context(stream.pointee.codecpar, encoder))
    // No dates and no random identifiers; every fragment goes to the disk as it is finished.
    format.pointee.flags |= AVFMT_FLAG_BITEXACT | AVFMT_FLAG_FLUSH_PACKETS
    var options: OpaquePointer?
    defer { av_dict_free(&options) }
    // What is not known to a muxer is left in the dictionary.
    av_dict_set(&options, "movflags", "frag_keyframe+empty_moov+default_base_moof", 0)
    av_dict_set(&options, "cluster_time_limit", "1000", 0)
    try check(avformat_write_header(format, &options))
    hasHeader = true
  }

  /// Appends an encoded picture, whose memory is taken over.
  func write(
    _ packet: UnsafeMutablePointer<AVPacket>, timeBase: AVRational
  ) throws(SessionError) {
    guard let stream else { return }
    packet.pointee.stream_index = stream.pointee.index
    av_packet_rescale_ts(packet, timeBase, stream.pointee.time_base)
    try check(av_interleaved_write_frame(format, packet))
    try checkOutput()
  }

  /// Writes the file's end.
  func writeEnd() throws(SessionError) {
    guard hasHeader else { return }
    hasHeader = false
    try check(av_write_trailer(format))
    avio_flush(format.pointee.pb)
    try checkOutput()
  }

  /// Closes the file as it is.
  func close() { avio_closep(&format.pointee.pb) }

  /// Failures of buffered writes show in the output's own state only.
  private func checkOutput() throws(SessionError) {
    if let output = format.pointee.pb { try check(output.pointee.error) }
  }

  private func check(_ result: Int32) throws(SessionError) {
    if result < 0 { throw MediaFailure.error(path, "writing failed", code: result) }
  }
}
