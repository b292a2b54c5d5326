import ConfigurationFiles
import YAMLDocuments

/// A command line that was not understood.
package struct UsageError: Error, Equatable {
  /// What is wrong, and what to try.
  package var message: String
  package init(_ message: String) { self.message = message }
}

/// What a command was given.
package struct ParsedArguments: Sendable {
  /// The words that are no options, as many as the command names.
  package private(set) var operands: [String] = []
  private var values: [String: [String]] = [:]
  /// True when help was asked for; then nothing else is checked.
  package private(set) var wantsHelp = false
  /// True when the version was asked for.
  package private(set) var wantsVersion = false

  /// Reads `--option value`, `--option=value`, switches and words; after `--` all are words.
  ///
  /// - Throws: `UsageError` for unknown, repeated or incomplete options and a wrong number of words.
  package init(_ arguments: [String], for command: CommandDescription) throws(UsageError) {
    if let first = arguments.first(where: { ["--help", "-h", "--version"].contains($0) }) {
      wantsHelp = first != "--version"
      wantsVersion = !wantsHelp
      return
    }
    var rest = arguments[...]
    var onlyWords = false
    while let argument = rest.popFirst() {
      if !onlyWords, argument == "--" {
        onlyWords = true
      } else if !onlyWords, argument.hasPrefix("-"), argument != "-" {
        try read(option: argument, &rest, for: command)
      } else {
        operands.append(argument)
      }
    }
    try checkOperands(of: command)
  }

  private mutating func read(
    option argument: String, _ rest: inout ArraySlice<String>, for command: CommandDescription
  ) throws(UsageError) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let option = command.options.first(where: { $0.name == name }) else {
      let names = command.options.map(\.name) + ["--help", "--version"]
      throw UsageError(
        "unknown option '\(name)'\(Spelling.suggestion(for: name, among: names))")
    }
    if values[name] != nil, !option.isRepeatable {
      throw UsageError("\(name) is given twice")
    }
    guard let placeholder = option.value else {
      guard parts.count == 1 else { throw UsageError("\(name) takes no value") }
      values[name] = [""]
      return
    }
    if parts.count == 2 {
      values[name, default: []].append(String(parts[1]))
    } else if let next = rest.first, next == "-" || !next.hasPrefix("--") {
      values[name, default: []].append(next)
      rest.removeFirst()
    } else {
      throw UsageError("\(name) needs a value: \(name) \(placeholder)")
    }
  }

  private func checkOperands(of command: CommandDescription) throws(UsageError) {
    if operands.count < command.operands.count {
      let next = command.operands[operands.count]
      if !next.hasPrefix("[") { throw UsageError("\(next) is missing") }
    }
    if operands.count > command.operands.count {
      throw UsageError("'\(operands[command.operands.count])' is one word too many")
    }
  }

  /// True when a switch was given.
  package func has(_ name: String) -> Bool { values[name] != nil }

  /// The value of an option.
  package func value(_ name: String) -> String? { values[name]?.last }

  /// The values of an option that may be repeated.
  package func all(_ name: String) -> [String] { values[name] ?? [] }

  /// The value of an option as a number above zero.
  package func positiveNumber(_ name: String) throws(UsageError) -> Double? {
    guard let text = value(name) else { return nil }
    guard let number = Double(text), number.isFinite, number > 0 else {
      throw UsageError("\(name) takes a number above 0, found '\(text)'")
    }
    return number
  }

  /// The value of an option as a whole number above zero.
  package func positiveInteger(_ name: String) throws(UsageError) -> Int? {
    guard let text = value(name) else { return nil }
    guard let number = Int(text), number > 0 else {
      throw UsageError("\(name) takes a whole number above 0, found '\(text)'")
    }
    return number
  }

  /// Fails when two options that exclude each other are both given.
  package func exclude(_ first: String, _ second: String) throws(UsageError) {
    if has(first), has(second) { throw UsageError("\(first) and \(second) exclude each other") }
  }
}
