/// Why an evaluation cannot be made.
package enum EvaluationError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A file cannot be read.
  case unreadable(path: String, reason: String)
  /// A line is not what it should be.
  case badLine(path: String, line: Int, reason: String)
  /// There is too little to compare.
  case nothingToCompare(String)
  /// A limit is not `name=number`.
  case badLimit(String)
  /// A limit names no metric; the nearest one, when there is one.
  case unknownMetric(name: String, nearest: String?, known: [String])

  /// What, where, and what to try.
  package var description: String {
    switch self {
    case .unreadable(let path, let reason): "\(path): cannot be read: \(reason)"
    case .badLine(let path, let line, let reason): "\(path):\(line): \(reason)"
    case .nothingToCompare(let text): text
    case .badLimit(let text): "'\(text)' is not a limit; write name=number, such as ate=0.02"
    case .unknownMetric(let name, let nearest, let known):
      nearest.map { "there is no metric '\(name)'; did you mean '\($0)'?" }
        ?? "there is no metric '\(name)'; known are \(known.joined(separator: ", "))"
    }
  }
}
