import ConfigurationFiles
import MediaFiles
import SceneGraph
import SessionCore
import SpatialMath

/// Keeps the pictures and films that a scene's behaviours ask for where no window does.
///
/// Films take every picture that is drawn, at the session's own times. Bound to one thread.
final class SceneKeeper {
  private let settings: RecordingSettings
  private var film: PacedFilm?
  /// The files that are written, films once they are closed.
  private(set) var written: [String] = []

  init(_ settings: RecordingSettings) { self.settings = settings }

  /// Does what was asked for with a frame; `picture` is called where something is to be kept.
  func answer(
    _ requests: [SceneRequest], at time: Timestamp,
    _ picture: () throws(LaunchError) -> PixelBuffer
  ) throws(LaunchError) {
    for request in requests {
      switch request {
      case .snapshot: try keep(try picture())
      case .record: try toggle()
      }
    }
    guard let film else { return }
    let pixels = try picture()
    do throws(SessionError) {
      try film.add(pixels, at: time.seconds(since: .zero))
    } catch {
      throw .output(OutputError(path: film.path, error))
    }
  }

  /// Closes the film that runs.
  func finish() throws(LaunchError) {
    if film != nil { try toggle() }
  }

  private func keep(_ pixels: PixelBuffer) throws(LaunchError) {
    let path = FreeName.path(in: settings.folder, ending: settings.pictureEnding)
    do throws(SessionError) {
      try PictureFile.write(pixels, to: path)
      written.append(path)
    } catch {
      throw .output(OutputError(path: path, error))
    }
  }

  private func toggle() throws(LaunchError) {
    guard let ending = film else {
      film = PacedFilm(
        path: FreeName.path(in: settings.folder, ending: settings.filmEnding), rate: settings.rate)
      return
    }
    film = nil
    do throws(SessionError) {
      try ending.close()
      if ending.pictures > 0 { written.append(ending.path) }
    } catch {
      throw .output(OutputError(path: ending.path, error))
    }
  }
}

extension SessionFile {
  /// True when a behaviour keeps pictures or films.
  var keepsPictures: Bool { behaviours.contains { SceneRequest(rawValue: $0.action) != nil } }
}
