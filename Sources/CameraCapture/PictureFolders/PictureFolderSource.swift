import MediaFiles
import SessionCore
import SpatialMath
import Synchronization
import SystemSupport

/// The pictures of a folder as a camera's: in name order at a fixed rate, or as a file with
/// timestamps says.
///
/// The first picture has the session's zero as its time. In real time a picture is skipped when
/// the one after it is due already.
package final class PictureFolderSource: FrameSource {
  /// The camera's role.
  package let role: CameraRole
  private let folder: String
  private let rate: Double
  private let timestampsFile: String?
  private let intrinsics: IntrinsicsSpecification
  private let clock = PlaybackClock()
  private let playback = Mutex(Playback())
  private let counters = Mutex(FrameSourceStatistics())
  private let delivered: Mutex<CameraFormat>

  private struct Playback {
    var list: PictureList?
    var position = 0
    /// The first picture, read by `start` for its size.
    var first: PixelBuffer?
  }

  /// Names a folder; nothing is read before `start`.
  ///
  /// - Parameters:
  ///   - role: the camera's role.
  ///   - folder: files that are not pictures are ignored.
  ///   - rate: pictures a second; for pictures that `timestampsFile` does not time.
  ///   - timestampsFile: lines of `seconds name`, `seconds`, or EuRoC's nanoseconds and name.
  ///   - intrinsics: the lens.
  package init(
    role: CameraRole, folder: String, rate: Double = 30, timestampsFile: String? = nil,
    intrinsics: IntrinsicsSpecification = .unknown
  ) {
    precondition(rate > 0, "a rate is above 0")
    self.role = role
    self.folder = folder
    self.rate = rate
    self.timestampsFile = timestampsFile
    self.intrinsics = intrinsics
    delivered = Mutex(
      CameraFormat(
        sourceName: "images", width: 0, height: 0, nominalRate: rate,
        intrinsics: intrinsics.resolved(width: 0, height: 0)))
  }

  /// The first picture's size and the mean rate.
  package var format: CameraFormat { delivered.withLock { $0 } }

  /// Pictures delivered and skipped.
  package var statistics: FrameSourceStatistics { counters.withLock { $0 } }

  /// Lists the folder and reads its first picture.
  ///
  /// - Throws: `SessionError`: no folder, no pictures, timestamps that do not fit.
  package func start(origin: Timestamp, pacing: Pacing) throws(SessionError) {
    if clock.isStopped { return }
    let list =
      if let timestampsFile {
        try PictureList(folder: folder, timestampsFile: timestampsFile, rate: rate)
      } else {
        try PictureList(folder: folder, rate: rate)
      }
    let first = try read(list.entries[0].path)
    let format = CameraFormat(
      sourceName: "images", width: first.width, height: first.height, nominalRate: list.rate,
      intrinsics: intrinsics.resolved(width: first.width, height: first.height))
    playback.withLock { $0 = Playback(list: list, first: first) }
    delivered.withLock { $0 = format }
    clock.start(origin: origin, isRealTime: pacing == .realTime)
  }

  /// Reads the next picture and waits for its time.
  ///
  /// - Throws: `SessionError.fileIOFailed` for a picture that cannot be read or has another size.
  package func next() throws(SessionError) -> FrameSourceEvent {
    guard !clock.isStopped, let (entry, sequence, picture) = advance() else { return .ended }
    let pixels = if let picture { picture } else { try read(entry.path) }
    let format = format
    guard pixels.width == format.width, pixels.height == format.height else {
      throw SessionError(
        .fileIOFailed,
        "\(entry.path): is \(pixels.width)x\(pixels.height), but the pictures before it are "
          + "\(format.width)x\(format.height); a camera has one size")
    }
    let timestamp = clock.time(ofSeconds: entry.seconds)
    guard clock.wait(until: timestamp) else { return .ended }
    counters.withLock { $0.captured += 1 }
    return .frame(
      CameraFrame(
        role: role, sequence: sequence, timestamp: timestamp, pixels: pixels,
        intrinsics: format.intrinsics))
  }

  /// Depth is grey of 16 bits.
  private func read(_ path: String) throws(SessionError) -> PixelBuffer {
    role == .depth ? try PictureFile.readDepth(path) : try PictureFile.read(path)
  }

  /// Makes `next` end.
  package func stop() { clock.stop() }

  /// Takes the next entry, or in real time the newest one that is due.
  private func advance() -> (PictureList.Entry, sequence: Int, read: PixelBuffer?)? {
    playback.withLock { p in
      guard let entries = p.list?.entries, p.position < entries.count else { return nil }
      var chosen = p.position
      while clock.isRealTime, chosen + 1 < entries.count,
        clock.isDue(clock.time(ofSeconds: entries[chosen + 1].seconds))
      {
        chosen += 1
      }
      let skipped = chosen - p.position
      counters.withLock { $0.droppedByUs += skipped }
      defer { p.first = nil }
      p.position = chosen + 1
      return (entries[chosen], chosen, chosen == 0 ? p.first : nil)
    }
  }
}
