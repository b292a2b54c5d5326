import MediaFiles
import SessionCore

/// A film of constant pace of pictures that come when they come (`FilmPace`).
///
/// The first picture creates the file. Bound to one thread.
final class PacedFilm {
  /// The file.
  let path: String
  /// How many pictures it was given.
  private(set) var pictures = 0
  private let rate: Double
  private var pace: FilmPace
  private var writer: VideoFileWriter?
  private var last: PixelBuffer?

  /// Prepares a film of so many pictures a second.
  init(path: String, rate: Double) {
    self.path = path
    self.rate = rate
    pace = FilmPace(rate: rate)
  }

  /// Adds a picture of a time, seconds on a steady clock; all must have the size of the first.
  func add(_ pixels: PixelBuffer, at seconds: Double) throws(SessionError) {
    let film: VideoFileWriter
    if let writer {
      film = writer
    } else {
      film = try VideoFileWriter(
        path: path, width: pixels.width, height: pixels.height, rate: rate)
      writer = film
    }
    let (repeats, isShown) = pace.place(at: seconds)
    for _ in 0..<repeats { try film.write(last ?? pixels) }
    if isShown { try film.write(pixels) }
    last = pixels
    pictures += 1
  }

  /// Closes the file; without a picture there is none.
  func close() throws(SessionError) { try writer?.close() }
}
