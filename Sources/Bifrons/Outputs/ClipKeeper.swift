import Foundation
import MediaFiles
import SessionCore
import SystemSupport

/// Films what a window shows, on a thread of its own, into the working folder.
///
/// The film keeps its pace: a picture that comes late is preceded by repeats of the one before, and
/// when the encoder is behind, the newest picture wins. Adding a picture never waits. The file plays
/// up to its last second even when the program is killed. Thread-safe.
package final class ClipKeeper: Sendable {
  private struct Desk: Sendable {
    var next: (pixels: PixelBuffer, seconds: Double)?
    var isEnding = false
    var failure: String?
    var pictures = 0
  }

  /// The file.
  package let path: String
  private let desk = Monitor(Desk())
  private let thread: DedicatedThread

  /// Pictures a second.
  private static let rate = 30.0
  /// A film that stands still for longer (a paused session) goes on at once.
  private static let longestStill = 10.0

  /// Begins `bifrons-1.mkv`, or the next number that is free; nil when no thread can be had.
  package init?() {
    var number = 1
    while FileManager.default.fileExists(atPath: "bifrons-\(number).mkv") { number += 1 }
    path = "bifrons-\(number).mkv"
    do throws(DedicatedThreadError) {
      thread = try DedicatedThread(ifPossible: "bifrons.clip") { [desk, path] in
        Self.work(desk, path)
      }
    } catch {
      return nil
    }
  }

  /// Adds what is shown at a time of the session, seconds.
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

  private static func work(_ desk: Monitor<Desk>, _ path: String) {
    var writer: VideoFileWriter?
    var last = 0.0
    var length = 0.0
    do throws(SessionError) {
      while let (pixels, seconds) = next(desk) {
        let film: VideoFileWriter
        if let writer {
          film = writer
          let step = seconds - last
          length += step > 0 && step < longestStill ? step : 1 / rate
        } else {
          film = try VideoFileWriter(
            path: path, width: pixels.width, height: pixels.height, rate: rate)
          writer = film
        }
        last = seconds
        let place = Int(saturating: length * rate)
        for _ in film.frameCount...max(place, film.frameCount) { try film.write(pixels) }
        desk.withLock { $0.pictures += 1 }
      }
      try writer?.close()
    } catch {
      desk.withLock { $0.failure = error.message }
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
