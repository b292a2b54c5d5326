import ConfigurationFiles
import FaceMesh
import MediaFiles
import SceneGraph
import SceneRendering
import SessionCore
import SpatialMath
import SystemSupport

/// Draws a session's frames off screen into a film and a picture, and into those that the scene's
/// behaviours ask for.
///
/// Bound to one thread: the scene and the OpenGL context belong to it.
package final class FilmMaker {
  private let video: String?
  private let picture: String?
  private let watermark: Watermark?
  private let renderer: OffscreenRenderer
  private let scene: Scene
  private let keeper: SceneKeeper
  private var writer: VideoFileWriter?
  private var first: Timestamp?
  private var rate = 0.0
  /// Seconds without a picture that the film leaves out.
  private(set) var secondsLeftOut = 0.0
  /// The newest frame with its scene.
  private var last: (frame: SessionFrame, snapshot: SceneSnapshot)?
  /// The newest frame, once it is drawn.
  private var lastPicture: PixelBuffer?
  /// The film stands still for so many seconds at most while no picture comes.
  ///
  /// A camera that is away for an hour, or a film whose times jump, is not worth an hour's encoding.
  private static let longestStill = 10.0
  /// CPU seconds of drawing and of encoding.
  private(set) var stageSeconds: [String: Double] = [:]

  /// Prepares the films and opens OpenGL.
  ///
  /// - Parameters:
  ///   - file: whose scene is drawn.
  ///   - options: which film and picture are wanted.
  ///   - user: whose correction of the gaze counts.
  /// - Throws: `LaunchError` for a scene that does not fit together, or without OpenGL.
  package init(
    _ file: SessionFile, _ options: LaunchOptions, _ user: UserProfile?
  ) throws(LaunchError) {
    video = options.video
    keeper = SceneKeeper(file.recording)
    picture = options.picture
    watermark = try (options.watermark ?? file.recording.watermark).map {
      word throws(LaunchError) in try Watermark(word)
    }
    scene = try file.makeScene(user: user)
    do throws(RenderingError) {
      renderer = try OffscreenRenderer(options: file.renderOptions)
    } catch {
      throw .graphics(error.description)
    }
  }

  /// Draws the next frame; `rate` is what the leading camera promises, pictures a second.
  package func add(_ frame: SessionFrame, rate: Double) throws(LaunchError) {
    scene.update(with: frame)
    let snapshot = scene.makeSnapshot()
    last = (frame, snapshot)
    let before = lastPicture
    lastPicture = nil
    self.rate = rate
    if let video { try film(frame.timestamp, after: before, to: video) }
    try keeper.answer(scene.takeRequests(), at: frame.timestamp) { () throws(LaunchError) in
      try shown()
    }
  }

  /// The files that are written once `finish` has returned: none where no picture came.
  package var written: [String] {
    [writer == nil ? nil : video, last == nil ? nil : picture].compactMap(\.self) + keeper.written
  }

  /// Draws the picture and closes the films.
  package func finish() throws(LaunchError) {
    if let writer, let video {
      do throws(SessionError) { try writer.close() } catch { throw Self.failure(video, error) }
    }
    try keeper.finish()
    guard let picture, last != nil else { return }
    let pixels = try shown()
    do throws(SessionError) {
      try PictureFile.write(pixels, to: picture)
    } catch {
      throw Self.failure(picture, error)
    }
  }

  /// Writes the newest frame as often as its time asks for: once when no picture was missed, and
  /// for ten seconds at most.
  private func film(
    _ time: Timestamp, after before: PixelBuffer?, to path: String
  ) throws(LaunchError) {
    let pixels = try shown()
    let start = ProcessUsage.threadCPUSeconds()
    defer { stageSeconds["film.encode", default: 0] += ProcessUsage.threadCPUSeconds() - start }
    let zero = first ?? time
    first = zero
    do throws(SessionError) {
      let writer = try writer(path, for: pixels)
      let missing = time.seconds(since: zero) - secondsLeftOut - written(writer)
      secondsLeftOut += max(0, missing - max(Self.longestStill, 1 / rate))
      let place = Int(saturating: (time.seconds(since: zero) - secondsLeftOut) * rate)
      // A picture that comes late is not shown before its time: the one before it is.
      for _ in writer.frameCount..<max(place, writer.frameCount) {
        try writer.write(before ?? pixels)
      }
      try writer.write(pixels)
    } catch {
      throw Self.failure(path, error)
    }
  }

  /// How long the film is so far, seconds.
  private func written(_ writer: VideoFileWriter) -> Double { Double(writer.frameCount) / rate }

  private func writer(
    _ path: String, for pixels: PixelBuffer
  ) throws(SessionError) -> VideoFileWriter {
    if let writer { return writer }
    let new = try VideoFileWriter(
      path: path, width: pixels.width, height: pixels.height, rate: rate)
    writer = new
    return new
  }

  /// The newest frame, drawn once.
  private func shown() throws(LaunchError) -> PixelBuffer {
    if let lastPicture { return lastPicture }
    guard let last else { throw .graphics(RenderingError.nothingToDraw.description) }
    let start = ProcessUsage.threadCPUSeconds()
    defer { stageSeconds["film.draw", default: 0] += ProcessUsage.threadCPUSeconds() - start }
    do throws(RenderingError) {
      let drawn = try renderer.render(frame: last.frame, snapshot: last.snapshot)
      let pixels = watermark?.stamped(on: drawn) ?? drawn
      lastPicture = pixels
      return pixels
    } catch {
      throw .graphics(error.description)
    }
  }

  private static func failure(_ path: String, _ error: SessionError) -> LaunchError {
    .output(OutputError(path: path, error))
  }
}
