import CFFmpeg
import SessionCore

/// Reads the pictures of a video file one after the other, decoded in software on the calling
/// thread.
///
/// One thread at a time. Memory is freed with the reader; pictures may outlive it.
package final class VideoFileReader {
  /// One picture.
  package struct Frame: Sendable {
    /// The pixels, a lease on the decoder's memory.
    package let pixels: PixelBuffer
    /// Seconds from the file's first picture; always more than the picture before.
    package let seconds: Double
  }

  /// The file.
  package let path: String
  /// Picture size in pixels, as stored.
  package let width: Int, height: Int
  /// Pictures a second, on average, as the file says; 30 where it does not.
  package let rate: Double
  /// How far the file asks players to turn the picture, degrees counter-clockwise; not applied.
  package let rotationDegrees: Double
  /// The decoder's name, `h264` for example.
  package let codecName: String
  /// Damaged parts passed over, and damaged pictures handed out, so far.
  package private(set) var corruptCount = 0

  private let input: MediaInput
  private let picture = DecodedPicture()
  private var decodedCount = 0
  private var firstStamp: Int64?
  private var lastSeconds = -Double.infinity
  /// Seconds by which the file's times are put off, after one that was damaged.
  private var shift = 0.0

  /// A picture this much later than the one before, seconds, has a damaged time.
  private static let longestGap = 86_400.0
  /// Decoders hand out pictures in their order: one this much earlier begins to count anew.
  private static let longestStepBack = 1.0

  /// Opens a video file.
  ///
  /// - Throws: `SessionError.fileIOFailed`: no such file, not a video, no decoder for it.
  package init(path: String) throws(SessionError) {
    self.path = path
    input = try MediaInput(path: path)
    width = Int(input.decoder.pointee.width)
    height = Int(input.decoder.pointee.height)
    rate = input.rate ?? 30
    rotationDegrees = input.rotationDegrees
    codecName = String(cString: avcodec_get_name(input.decoder.pointee.codec_id))
    guard width > 0, height > 0 else {
      throw MediaFailure.error(
        path, "its video stream has no picture size; the file is damaged or still being written")
    }
  }

  /// The next picture, nil after the last.
  ///
  /// Damaged parts are counted and passed over.
  ///
  /// - Throws: `SessionError.fileIOFailed` when nothing at all can be decoded, the picture size
  ///   changes, or the file cannot be read on.
  package func next() throws(SessionError) -> Frame? {
    while true {
      switch input.receive() {
      case .frame(let frame):
        defer { av_frame_unref(frame) }
        return try deliver(frame)
      case .corrupt: corruptCount += 1
      case .ended:
        if decodedCount == 0 {
          throw MediaFailure.error(
            path, "no picture in it could be decoded; the file is damaged, record it again")
        }
        return nil
      case .failed(let code):
        throw MediaFailure.error(
          path, "reading stopped after picture \(decodedCount)", code: code,
          advice: "the file is damaged there: copy it anew, or cut it with ffmpeg")
      }
    }
  }

  private func deliver(_ frame: UnsafeMutablePointer<AVFrame>) throws(SessionError) -> Frame {
    let (w, h) = (Int(frame.pointee.width), Int(frame.pointee.height))
    guard w == width, h == height else {
      throw MediaFailure.error(
        path,
        "picture \(decodedCount) is \(w)x\(h), but the video began with \(width)x\(height); "
          + "convert it to one size with ffmpeg")
    }
    guard let pixels = picture.pixels(of: frame) else {
      throw MediaFailure.error(
        path, "its pixel format cannot be converted; convert it to yuv420p with ffmpeg")
    }
    decodedCount += 1
    // The decoder has painted over what it could not read.
    let isDamaged =
      frame.pointee.decode_error_flags != 0 || frame.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0
    if isDamaged { corruptCount += 1 }
    return Frame(pixels: pixels, seconds: seconds(of: frame))
  }

  /// The frame's own time where it has one that can be true; always after the frame before, by at
  /// least a tenth of a frame's length.
  private func seconds(of frame: UnsafeMutablePointer<AVFrame>) -> Double {
    let stamp = frame.pointee.best_effort_timestamp
    let guess = lastSeconds.isFinite ? lastSeconds + 1 / rate : 0
    var seconds = guess
    if stamp != bifrons_av_no_timestamp {
      let first = firstStamp ?? stamp
      firstStamp = first
      seconds = (Double(stamp) - Double(first)) * input.secondsPerTick - shift
      let step = seconds - lastSeconds
      if lastSeconds.isFinite, !(-Self.longestStepBack...Self.longestGap).contains(step) {
        shift += seconds - guess
        seconds = guess
      }
    }
    lastSeconds = max(seconds, lastSeconds + 0.1 / rate)
    return lastSeconds
  }
}
