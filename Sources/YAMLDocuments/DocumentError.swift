/// What is wrong with a YAML file of this project, one problem after the other.
package struct DocumentError: Error, Equatable, Sendable, CustomStringConvertible {
  /// One thing that is wrong.
  package struct Problem: Equatable, Sendable, CustomStringConvertible {
    /// Where; nil when it concerns the file as a whole.
    package var place: SourcePlace?
    /// What, and what to try.
    package var message: String

    /// Creates a problem.
    package init(at place: SourcePlace?, _ message: String) {
      self.place = place
      self.message = message
    }

    /// `robot-head.yaml:12:5: unknown key …`.
    package var description: String {
      place.map { "\($0): \(message)" } ?? message
    }
  }

  /// The problems, in the order of the file; never empty.
  package var problems: [Problem]

  /// An error of several problems.
  package init(_ problems: [Problem]) { self.problems = problems }

  /// An error of one problem.
  package init(at place: SourcePlace?, _ message: String) {
    problems = [Problem(at: place, message)]
  }

  /// One line a problem.
  package var description: String {
    problems.map(\.description).joined(separator: "\n")
  }
}
