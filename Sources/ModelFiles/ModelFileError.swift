/// Why a model cannot be read.
package struct ModelFileError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The file.
  package var path: String
  /// What is wrong, where in the file, and what to try.
  package var reason: String

  package init(_ path: String, _ reason: String) {
    self.path = path
    self.reason = reason
  }

  package var description: String { "\(path): \(reason)" }
}

/// What a reader throws before the file's name is known to it.
struct ModelFault: Error, Equatable {
  var reason: String
  init(_ reason: String) { self.reason = reason }
}
