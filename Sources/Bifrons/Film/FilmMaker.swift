import ConfigurationFiles
import FaceMesh
import MediaFiles
import SceneGraph
import SceneRendering
import SessionCore
import SpatialMath
import SystemSupport

/// Draws a session's frames off screen into a film and a picture.
///
/// Bound to one thread: the scene and the OpenGL context belong to it.
final class FilmMaker {
  private let video: String?
  private let picture: String?
  private let watermark: Watermark?
  private let renderer: OffscreenRenderer
  private let scene: Scene
  private var writer: VideoFileWriter?
  private var first: Timestamp?
  private var rate = 0.0
  /// Seconds without a picture that the film leaves out.
  private(set) var secondsLeftOut = 0.0
  /// The last frame with its scene, drawn at the end for the picture when there is no film.
  private var last: (frame: SessionFrame, snapshot: SceneSnapshot)?
  private var lastPicture: PixelBuffer?
  /// The film stands still for so many seconds at most while no picture comes.
  ///
  /// A camera that is away for an hour, or a film whose times jump, is not worth an hour's encoding.
  private static let longestStill = 10.0
  /// CPU seconds of drawing and of encoding.
  private(set) var stageSeconds: [String: Double] = [:]

  init(_ file: SessionFile, _ options: LaunchOptions) throws(LaunchError) {
    video = options.video
    picture = options.picture
    watermark = try (options.watermark ?? file.recording.watermark).map {
      word throws(LaunchError) in try Watermark(word)
    }
    scene = try file.makeScene()
    do throws(RenderingError) {
      renderer = try OffscreenRenderer(options: file.renderOptions)
    } catch {
      throw .graphics(error.description)
    }
  }

  /// Draws the next frame; `rate` is what the leading camera promises, pictures a second.
  func add(_ frame: SessionFrame, rate: Double) throws(LaunchError) {
    scene.update(with: frame)
    let snapshot = scene.makeSnapshot()
    last = (frame, snapshot)
    self.rate = rate
    if let video { try film(frame, snapshot, to: video) }
  }

  /// The files that are written once `finish` has returned: none where no picture came.
  var written: [String] {
    [writer == nil ? nil : video, last == nil ? nil : picture].compactMap(\.self)
  }

  /// Draws the picture and closes the film.
  func finish() throws(LaunchError) {
    if let writer, let video {
      do throws(SessionError) { try writer.close() } catch { throw Self.failure(video, error) }
    }
    guard let picture, let last else { return }
    let pixels: PixelBuffer
    if let lastPicture {
      pixels = lastPicture
    } else {
      pixels = try draw(last.frame, last.snapshot)
    }
    do throws(SessionError) {
      try PictureFile.write(pixels, to: picture)
    } catch {
      throw Self.failure(picture, error)
    }
  }

  /// Writes a frame as often as its time asks for: once when no picture was missed, and for ten
  /// seconds at most.
  private func film(
    _ frame: SessionFrame, _ snapshot: SceneSnapshot, to path: String
  ) throws(LaunchError) {
    let pixels = try draw(frame, snapshot)
    let start = ProcessUsage.threadCPUSeconds()
    defer { stageSeconds["film.encode", default: 0] += ProcessUsage.threadCPUSeconds() - start }
    let before = lastPicture
    lastPicture = pixels
    let zero = first ?? frame.timestamp
    first = zero
    do throws(SessionError) {
      let writer = try writer(path, for: pixels)
      let missing = frame.timestamp.seconds(since: zero) - secondsLeftOut - written(writer)
      secondsLeftOut += max(0, missing - max(Self.longestStill, 1 / rate))
      let time = frame.timestamp.seconds(since: zero) - secondsLeftOut
      let place = Int(saturating: time * rate)
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

  private func draw(
    _ frame: SessionFrame, _ snapshot: SceneSnapshot
  ) throws(LaunchError) -> PixelBuffer {
    let start = ProcessUsage.threadCPUSeconds()
    defer { stageSeconds["film.draw", default: 0] += ProcessUsage.threadCPUSeconds() - start }
    do throws(RenderingError) {
      let drawn = try renderer.render(frame: frame, snapshot: snapshot)
      return watermark?.stamped(on: drawn) ?? drawn
    } catch {
      throw .graphics(error.description)
    }
  }

  private static func failure(_ path: String, _ error: SessionError) -> LaunchError {
    .output(OutputError(path: path, error))
  }
}
