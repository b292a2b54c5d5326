import CFFmpeg
import Glibc
import SessionCore

/// Reads and writes still pictures.
///
/// Thread-safe: nothing is shared between calls.
package enum PictureFile {
  /// File name endings, in small letters, of the pictures that can be read.
  package static let extensions: Set<String> = [
    "jpg", "jpeg", "png", "bmp", "tif", "tiff", "webp", "ppm", "pgm", "pnm",
  ]

  /// Whether a file's name says that it is a picture.
  package static func isPictureName(_ name: String) -> Bool {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return false }
    return extensions.contains(name[name.index(after: dot)...].lowercased())
  }

  /// The largest picture of ours, 134 million pixels, has no more bytes unpacked.
  private static let largestFile = 1 << 30

  /// Whether a file can be read as a picture: not a folder, nor a pipe or device that would block.
  ///
  /// A link that leads nowhere can: it is a picture that is missing.
  package static func mayBePicture(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
  }

  /// Reads a picture: JPEG as planar YUV, full range; PNG and others as `rgb8` or `gray8`.
  ///
  /// The kind is found by the content, not by the name. Transparency and turning marks (EXIF) are
  /// left out.
  ///
  /// - Throws: `SessionError.fileIOFailed`: no such file, not a picture, damaged.
  package static func read(_ path: String) throws(SessionError) -> PixelBuffer {
    let pixels = try read(path) { DecodedPicture().pixels(of: $0) }
    guard let pixels else {
      throw MediaFailure.error(path, "its pixel format cannot be converted; convert it to PNG")
    }
    return pixels
  }

  /// Reads a picture of distances: grey PNG, TIFF or PGM of 16 bits, as `depth16`.
  ///
  /// - Throws: `SessionError.fileIOFailed`: no such file, not a picture, another kind of picture.
  package static func readDepth(_ path: String) throws(SessionError) -> PixelBuffer {
    guard let pixels = try read(path, { DecodedPicture.depth(of: $0) }) else {
      throw MediaFailure.error(
        path, "not a grey picture of 16 bits, as depth has; save it as such a PNG, TIFF or PGM")
    }
    return pixels
  }

  private static func read(
    _ path: String, _ convert: (UnsafeMutablePointer<AVFrame>) -> PixelBuffer?
  ) throws(SessionError) -> PixelBuffer? {
    _ = MediaLog.silenced
    let bytes = try FileBytes.read(path, kind: "picture", atMost: largestFile, isPlain: true)
    guard let codec = codec(for: bytes) else {
      throw MediaFailure.error(
        path, "not a picture that can be read; JPEG, PNG, BMP, TIFF, WebP and PNM can")
    }
    return try decode(bytes, codec, path, convert)
  }

  /// The decoder by the file's first bytes.
  static func codec(for bytes: [UInt8]) -> AVCodecID? {
    // PNG, JPEG and TIFF signatures; BMP, RIFF…WEBP and P5/P6 as text.
    let table: [(offset: Int, signature: [UInt8], codec: AVCodecID)] = [
      (0, [0x89, 0x50, 0x4E, 0x47], AV_CODEC_ID_PNG), (0, [0xFF, 0xD8, 0xFF], AV_CODEC_ID_MJPEG),
      (0, Array("BM".utf8), AV_CODEC_ID_BMP), (0, [0x49, 0x49, 0x2A, 0], AV_CODEC_ID_TIFF),
      (0, [0x4D, 0x4D, 0, 0x2A], AV_CODEC_ID_TIFF), (8, Array("WEBP".utf8), AV_CODEC_ID_WEBP),
      (0, Array("P5".utf8), AV_CODEC_ID_PGM), (0, Array("P6".utf8), AV_CODEC_ID_PPM),
    ]
    return table.first { entry in
      bytes.dropFirst(entry.offset).starts(with: entry.signature)
    }?.codec
  }

  static func decode(
    _ bytes: [UInt8], _ identifier: AVCodecID, _ path: String,
    _ convert: (UnsafeMutablePointer<AVFrame>) -> PixelBuffer?
  ) throws(SessionError) -> PixelBuffer? {
    let name = String(cString: avcodec_get_name(identifier))
    if let (width, height) = PictureHeader.size(of: bytes),
      Double(width) * Double(height) > Double(MediaInput.largestPixelCount)
    {
      throw MediaFailure.error(
        path,
        "\(width)x\(height) pixels, more than \(MediaInput.largestPixelCount); make it smaller")
    }
    guard let codec = avcodec_find_decoder(identifier) else {
      throw MediaFailure.error(path, "no decoder for \(name) here; convert it to PNG")
    }
    var context = avcodec_alloc_context3(codec)
    var packet = av_packet_alloc()
    var frame = av_frame_alloc()
    defer {
      avcodec_free_context(&context)
      av_packet_free(&packet)
      av_frame_free(&frame)
    }
    guard let context, let packet, let frame, let count = Int32(exactly: bytes.count),
      av_new_packet(packet, count) == 0
    else { throw MediaFailure.error(path, "out of memory") }
    context.pointee.thread_count = 1
    context.pointee.max_pixels = MediaInput.largestPixelCount
    // Half a picture is not a picture: decoders are to stop at the first error.
    context.pointee.err_recognition = AV_EF_EXPLODE | AV_EF_CRCCHECK
    packet.pointee.data.update(from: bytes, count: bytes.count)
    var result = avcodec_open2(context, codec, nil)
    if result >= 0 { result = avcodec_send_packet(context, packet) }
    if result >= 0 { result = avcodec_send_packet(context, nil) }
    if result >= 0 { result = avcodec_receive_frame(context, frame) }
    guard result >= 0, frame.pointee.decode_error_flags == 0 else {
      throw MediaFailure.error(
        path, "the \(name) picture is damaged", code: min(result, bifrons_averror_invalid_data),
        advice: "replace the file or take it out of the folder")
    }
    return convert(frame)
  }

  /// Writes a PNG file, lossless; `gray8` stays grey, all else becomes RGB.
  ///
  /// - Throws: `SessionError.fileIOFailed` when the file cannot be written; no part of it stays.
  package static func write(png pixels: PixelBuffer, to path: String) throws(SessionError) {
    let isGrey = pixels.format == .gray8 && pixels.encoding.isFullRange
    let format = isGrey ? AV_PIX_FMT_GRAY8 : AV_PIX_FMT_RGB24
    let bytes = try encode(PlaneSet(pixels), path, AV_CODEC_ID_PNG, format, .jpeg, quality: nil)
    try FileBytes.write(bytes, to: path)
  }

  /// Writes packed pixels as a PNG file: `rgb8`, or RGBA whose alpha is left out.
  ///
  /// - Throws: `SessionError.fileIOFailed` when the file cannot be written; no part of it stays.
  package static func write(png pixels: PackedPixels, to path: String) throws(SessionError) {
    guard let planes = pixels.planes else { throw MediaFailure.error(path, "no pixels") }
    let bytes = try encode(planes, path, AV_CODEC_ID_PNG, AV_PIX_FMT_RGB24, .jpeg, quality: nil)
    try FileBytes.write(bytes, to: path)
  }

  /// Writes a JPEG file, 4:4:4, full-range BT.601.
  ///
  /// - Parameters:
  ///   - pixels: any picture but a depth one.
  ///   - quality: FFmpeg's quantiser, 2 (best) … 31; 3 is visually lossless.
  ///   - path: the file, overwritten if there is one.
  /// - Throws: `SessionError.fileIOFailed` when the file cannot be written; no part of it stays.
  package static func write(
    jpeg pixels: PixelBuffer, quality: Int = 3, to path: String
  ) throws(SessionError) {
    let bytes = try encode(
      PlaneSet(pixels), path, AV_CODEC_ID_MJPEG, AV_PIX_FMT_YUVJ444P, .jpeg, quality: quality)
    try FileBytes.write(bytes, to: path)
  }

  private static func encode(
    _ source: PlaneSet, _ path: String, _ codec: AVCodecID, _ format: AVPixelFormat,
    _ encoding: ColorEncoding, quality: Int?
  ) throws(SessionError) -> [UInt8] {
    _ = MediaLog.silenced
    var settings = PictureEncoder.Settings(
      codec: .identifier(codec), width: source.width, height: source.height, format: format,
      encoding: encoding)
    settings.quantizer = quality.map { Int32($0) }
    let encoder = try PictureEncoder(settings, path: path)
    var bytes: [UInt8] = []
    func keep(_ packet: UnsafeMutablePointer<AVPacket>) {
      bytes += UnsafeBufferPointer(start: packet.pointee.data, count: Int(packet.pointee.size))
    }
    try encoder.encode(source, number: 0, onPacket: keep)
    try encoder.finish(onPacket: keep)
    return bytes
  }
}
