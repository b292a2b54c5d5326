import ConfigurationFiles
import Foundation
import SessionCore
import SystemSupport

/// Films what a window shows, on a thread of its own.
///
/// The film keeps its pace (`FilmPace`); when the encoder is behind, the newest picture wins. Adding a
/// picture never waits. The file plays up to its last second even when the program is killed.
/// Thread-safe.
package final class ClipKeeper: Sendable {
  private struct Desk: Sendable {
    var next: (pixels: PixelBuffer, seconds: Double)?
    var isEnding = false
    var failure: String?
    var pictures = 0
    var size: PictureSize?
  }

  /// The file.
  package let path: String
  private let desk = Monitor(Desk())
  private let thread: DedicatedThread

  /// Begins `bifrons-1.mkv`, or the next number that is free; nil when no thread can be had.
  ///
  /// - Parameters:
  ///   - settings: folder, kind and pace.
  ///   - watermark: is laid into a corner.
  package init?(_ settings: RecordingSettings = RecordingSettings(), watermark: Watermark? = nil) {
    path = FreeName.path(in: settings.folder, ending: settings.filmEnding)
    do throws(DedicatedThreadError) {
      thread = try DedicatedThread(ifPossible: "bifrons.clip") { [desk, path] in
        Self.work(desk, path, settings.rate, watermark)
      }
    } catch {
      return nil
    }
  }

  /// Why the film cannot go on, in words; nil while all is well.
  package var failure: String? { desk.withLock { $0.failure } }

  /// The size of the film's pictures, which the first one gives; later ones must have it.
  package func size(orFirst width: Int, _ height: Int) -> PictureSize {
    desk.withLock { desk in
      let size = desk.size ?? PictureSize(width: max(16, width & ~1), height: max(16, height & ~1))
      desk.size = size
      return size
    }
  }

  /// Adds what is shown at a time, seconds on a steady clock.
  package func add(_ pixels: PixelBuffer, at seconds: Double) {
    desk.withLock { $0.next = (pixels, seconds) }
  }

  /// Closes the film; says in words where it is, or what went wrong.
  package func end() -> String {
    desk.withLock { $0.isEnding = true }
    thread.join()
    return desk.withLock { desk in
      if let failure = desk.failure { return failure }
      return desk.pictures == 0 ? "nothing was filmed" : "filmed as \(path)"
    }
  }

  private static func work(
    _ desk: Monitor<Desk>, _ path: String, _ rate: Double, _ watermark: Watermark?
  ) {
    let film = PacedFilm(path: path, rate: rate)
    do throws(SessionError) {
      while let (drawn, seconds) = next(desk) {
        try film.add(watermark?.stamped(on: drawn) ?? drawn, at: seconds)
        desk.withLock { $0.pictures += 1 }
      }
      try film.close()
    } catch {
      desk.withLock { $0.failure = error.message }
      // What was filmed up to here plays.
      try? film.close()
    }
  }

  /// Waits for a picture; nil at the end.
  private static func next(_ desk: Monitor<Desk>) -> (PixelBuffer, Double)? {
    desk.wait { desk -> (PixelBuffer, Double)?? in
      if let next = desk.next {
        desk.next = nil
        return .some((next.pixels, next.seconds))
      }
      return desk.isEnding || desk.failure != nil ? .some(nil) : nil
    }
  }
}
