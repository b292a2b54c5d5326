import CFFmpeg
import SessionCore

/// Writes a video of one size at a constant rate: H.264 (MPEG-4 where libx264 is missing), 4:2:0,
/// in a fragmented MP4 or a Matroska file that plays up to its last second even when the program
/// is killed.
///
/// An odd last column or row is left out, as 4:2:0 needs. The same pictures give the same bytes.
/// One thread at a time; freed with the object, which closes the file if nobody did.
package final class VideoFileWriter {
  /// Which encoder to use.
  package enum Encoder: Sendable {
    /// H.264 where there is an encoder for it, else MPEG-4.
    case automatic
    /// MPEG-4 part 2, in every FFmpeg.
    case mpeg4
  }

  /// The file.
  package let path: String
  /// Size of the stored picture in pixels.
  package let width: Int, height: Int
  /// The encoder's name, `libx264` for example.
  package let encoderName: String
  /// Pictures written so far.
  package private(set) var frameCount = 0
  /// Whether the file was closed with everything in it.
  package private(set) var isComplete = false

  private let encoder: PictureEncoder
  private let output: MediaOutput
  private let sourceWidth: Int, sourceHeight: Int
  private var failure: SessionError?
  private var isClosed = false

  /// Creates the file; one that is there is overwritten.
  ///
  /// - Parameters:
  ///   - path: ends in `.mp4`, `.m4v`, `.mov` or `.mkv`, which names the container.
  ///   - width: of the pictures to come, pixels, 16 or more.
  ///   - height: of the pictures to come, pixels, 16 or more.
  ///   - rate: pictures a second.
  ///   - choice: which encoder to use.
  /// - Throws: `SessionError.fileIOFailed`: unknown ending, the file cannot be created.
  package init(
    path: String, width: Int, height: Int, rate: Double, encoder choice: Encoder = .automatic
  ) throws(SessionError) {
    _ = MediaLog.silenced
    self.path = path
    (sourceWidth, sourceHeight) = (width, height)
    (self.width, self.height) = (width & ~1, height & ~1)
    guard width >= 16, height >= 16, rate > 0 else {
      throw MediaFailure.error(
        path, "the pictures are \(width)x\(height); a video needs 16x16 and a rate above 0")
    }
    var settings = PictureEncoder.Settings(
      codec: .named("mpeg4"), width: Int32(self.width), height: Int32(self.height),
      format: AV_PIX_FMT_YUV420P, encoding: .limitedBT601)
    // 1001 in the bound lets 29.97 become 30000/1001.
    settings.frameRate = av_d2q(rate, 1_001_000)
    // A key picture, and with it a fragment, every second: what a crash costs at most.
    settings.keyInterval = max(1, Int32(saturating: rate))
    let output = try MediaOutput(path: path)
    settings.needsGlobalHeader = output.needsGlobalHeader
    encoderName = Self.choose(choice, &settings)
    encoder = try PictureEncoder(settings, path: path)
    self.output = output
    try output.open(encoder.context)
  }

  deinit { try? close() }

  /// Appends a picture of the size given at the start.
  ///
  /// - Throws: `SessionError.fileIOFailed`: another size, disk full. After a failure the writer
  ///   stays failed.
  package func write(_ pixels: PixelBuffer) throws(SessionError) { try write(PlaneSet(pixels)) }

  /// Appends a picture of packed pixels of the size given at the start.
  ///
  /// - Throws: as for a picture.
  package func write(_ pixels: PackedPixels) throws(SessionError) {
    guard let planes = pixels.planes else { throw MediaFailure.error(path, "no pixels") }
    try write(planes)
  }

  /// Writes what is left and closes the file; later calls do nothing.
  ///
  /// - Throws: `SessionError.fileIOFailed` when the end cannot be written, or the failure of an
  ///   earlier write.
  package func close() throws(SessionError) {
    if isClosed { return }
    isClosed = true
    defer { output.close() }
    if let failure { throw failure }
    try encoder.finish(onPacket: store)
    try output.writeEnd()
    isComplete = true
  }

  private func write(_ planes: PlaneSet) throws(SessionError) {
    if let failure { throw failure }
    guard !isClosed else { throw MediaFailure.error(path, "the video is closed already") }
    guard planes.width == sourceWidth, planes.height == sourceHeight else {
      throw MediaFailure.error(
        path,
        "picture \(frameCount) is \(planes.width)x\(planes.height), but the video is "
          + "\(sourceWidth)x\(sourceHeight)")
    }
    var cropped = planes
    cropped.width = Int32(width)
    cropped.height = Int32(height)
    do throws(SessionError) {
      try encoder.encode(cropped, number: Int64(frameCount), onPacket: store)
    } catch {
      failure = error
      throw error
    }
    frameCount += 1
  }

  private func store(_ packet: UnsafeMutablePointer<AVPacket>) throws(SessionError) {
    // One picture's length; without it the last one would have none.
    packet.pointee.duration = 1
    try output.write(packet, timeBase: encoder.context.pointee.time_base)
  }

  private static func choose(
    _ choice: Encoder, _ settings: inout PictureEncoder.Settings
  ) -> String {
    if choice == .automatic, avcodec_find_encoder_by_name("libx264") != nil {
      settings.codec = .named("libx264")
      // Measured on 150 pictures of 640 x 480 each of a rendered and a filmed room: 2 to 3 CPU ms a
      // picture, 4 to 5 Mbit/s, SSIM 0.98 and 0.965. `veryfast` halves the size for 2.3 times the
      // time; 23 costs a third more of the difference.
      settings.options = [("preset", "ultrafast"), ("crf", "20")]
      return "libx264"
    }
    settings.quantizer = 3
    return "mpeg4"
  }
}
