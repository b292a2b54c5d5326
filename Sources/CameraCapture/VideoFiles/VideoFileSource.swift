import MediaFiles
import SessionCore
import SpatialMath
import Synchronization
import SystemSupport

/// The pictures of a video file as a camera's.
///
/// The file's first picture has the session's zero as its time, the others theirs after it. In real
/// time a picture is skipped when the one after it is due already.
package final class VideoFileSource: FrameSource {
  /// The camera's role.
  package let role: CameraRole
  private let path: String
  private let intrinsics: IntrinsicsSpecification
  private let clock = PlaybackClock()
  private let playback = Mutex(Playback())
  private let counters = Mutex(FrameSourceStatistics())
  private let delivered: Mutex<CameraFormat>

  /// How many pictures one call may skip: a machine that decodes slower than real time must still
  /// see some.
  private static let mostSkippedAtOnce = 8

  /// What the source's own thread works on.
  private struct Playback {
    var reader: VideoFileReader?
    /// Decoded already, because it was not known before whether its time had come.
    var following: VideoFileReader.Frame?
    var sequence = 0
  }

  /// Names a file; nothing is opened before `start`.
  package init(role: CameraRole, path: String, intrinsics: IntrinsicsSpecification = .unknown) {
    self.role = role
    self.path = path
    self.intrinsics = intrinsics
    delivered = Mutex(
      CameraFormat(
        sourceName: "video", width: 0, height: 0, nominalRate: 0,
        intrinsics: intrinsics.resolved(width: 0, height: 0)))
  }

  /// The video's size and mean rate.
  package var format: CameraFormat { delivered.withLock { $0 } }

  /// Pictures delivered and skipped, and damaged parts of the file.
  package var statistics: FrameSourceStatistics { counters.withLock { $0 } }

  /// Opens the file.
  ///
  /// - Throws: `SessionError.fileIOFailed`.
  package func start(origin: Timestamp, pacing: Pacing) throws(SessionError) {
    if clock.isStopped { return }
    let format = try playback.withLock { (p) throws(SessionError) in
      let reader = try VideoFileReader(path: path)
      p.reader = reader
      return CameraFormat(
        sourceName: "video", width: reader.width, height: reader.height,
        nominalRate: reader.rate,
        intrinsics: intrinsics.resolved(width: reader.width, height: reader.height))
    }
    delivered.withLock { $0 = format }
    clock.start(origin: origin, isRealTime: pacing == .realTime)
  }

  /// Waits for the next picture's time.
  ///
  /// - Throws: `SessionError.fileIOFailed` when the file cannot be read on.
  package func next() throws(SessionError) -> FrameSourceEvent {
    if clock.isStopped { return .ended }
    guard let (picture, sequence) = try nextPicture() else { return .ended }
    let timestamp = clock.time(ofSeconds: picture.seconds)
    guard clock.wait(until: timestamp) else { return .ended }
    counters.withLock { $0.captured += 1 }
    return .frame(
      CameraFrame(
        role: role, sequence: sequence, timestamp: timestamp, pixels: picture.pixels,
        intrinsics: format.intrinsics))
  }

  /// Makes `next` end.
  package func stop() { clock.stop() }

  private func nextPicture() throws(SessionError) -> (VideoFileReader.Frame, sequence: Int)? {
    try playback.withLock { (p) throws(SessionError) in
      guard let reader = p.reader else { return nil }
      defer { counters.withLock { $0.corrupt = reader.corruptCount } }
      var chosen = p.following
      p.following = nil
      if chosen == nil { chosen = try reader.next() }
      guard var picture = chosen else { return nil }
      var skipped = 0
      while clock.isRealTime, skipped < Self.mostSkippedAtOnce,
        clock.isDue(clock.time(ofSeconds: picture.seconds + 1 / reader.rate)),
        let following = try reader.next()
      {
        guard clock.isDue(clock.time(ofSeconds: following.seconds)) else {
          p.following = following
          break
        }
        picture = following
        skipped += 1
      }
      counters.withLock { $0.droppedByUs += skipped }
      p.sequence += skipped + 1
      return (picture, p.sequence - 1)
    }
  }
}
