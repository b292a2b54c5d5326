/// The pictures and films that a session file asks for.
package struct RecordingSettings: Sendable, Equatable {
  /// The folder; nil for the working folder.
  package var folder: String?
  /// The ending of pictures, `png` or `jpg`.
  package var pictureEnding: String
  /// The ending of films, `mkv` or `mp4`.
  package var filmEnding: String
  /// Pictures a second of films.
  package var rate: Double
  /// A text or a picture file for a corner.
  package var watermark: String?

  /// The settings of a file that says nothing.
  package init(
    folder: String? = nil, pictureEnding: String = "png", filmEnding: String = "mkv",
    rate: Double = 30, watermark: String? = nil
  ) {
    self.folder = folder
    self.pictureEnding = pictureEnding
    self.filmEnding = filmEnding
    self.rate = rate
    self.watermark = watermark
  }
}
