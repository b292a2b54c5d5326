/// Why a file cannot be written.
package struct OutputError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The file as it was named; `-` is standard output.
  package var path: String
  /// What is wrong, and what to try.
  package var reason: String
  /// True when the reader of a pipe has gone: an end, not a fault.
  package var isReaderGone: Bool

  /// Creates an error.
  package init(path: String, reason: String, isReaderGone: Bool = false) {
    self.path = path
    self.reason = reason
    self.isReaderGone = isReaderGone
  }

  /// `film.mp4: the folder does not exist; …`.
  package var description: String {
    "\(path == "-" ? "standard output" : path): \(reason)"
  }
}
