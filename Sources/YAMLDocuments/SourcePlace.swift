/// Where a value was written: what an error points at.
package enum SourcePlace: Sendable, Equatable, CustomStringConvertible {
  /// A place of a file; line and column count from 1.
  case file(String, line: Int, column: Int)
  /// A command-line option, such as `--set cameras.rear.rate`.
  case option(String)
  /// The program's own table of defaults.
  case defaults

  /// `robot-head.yaml:12:5`, or the option.
  package var description: String {
    switch self {
    case .file(let name, let line, let column): "\(name):\(line):\(column)"
    case .option(let name): name
    case .defaults: "defaults"
    }
  }
}
