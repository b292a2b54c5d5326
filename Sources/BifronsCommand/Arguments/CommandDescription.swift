/// An option of a command.
package struct OptionDescription: Sendable {
  /// The name with its hyphens: `--events`.
  package var name: String
  /// What stands for its value in help; nil for a switch.
  package var value: String?
  /// True when it may be given more than once.
  package var isRepeatable: Bool
  /// One line for people.
  package var summary: String

  /// An option with a value.
  package init(
    _ name: String, _ value: String, repeatable isRepeatable: Bool = false, _ summary: String
  ) {
    self.name = name
    self.value = value
    self.isRepeatable = isRepeatable
    self.summary = summary
  }

  /// A switch.
  package init(switch name: String, _ summary: String) {
    self.name = name
    isRepeatable = false
    self.summary = summary
  }
}

/// A command of the program: its words, options, help and examples.
package struct CommandDescription: Sendable {
  /// The word after `bifrons`.
  package var name: String
  /// The names of the words that follow, such as `CONFIG`; one in brackets may be left out.
  package var operands: [String]
  /// One line for the list of commands.
  package var summary: String
  /// What else help says.
  package var discussion: String
  /// The options; `--help` and `--version` are always there.
  package var options: [OptionDescription]
  /// Whole command lines.
  package var examples: [String]

  package init(
    _ name: String, operands: [String] = [], summary: String, discussion: String = "",
    options: [OptionDescription] = [], examples: [String]
  ) {
    self.name = name
    self.operands = operands
    self.summary = summary
    self.discussion = discussion
    self.options = options
    self.examples = examples
  }

  /// `usage: bifrons run CONFIG [options]`.
  package var usage: String {
    let words = ["bifrons", name] + operands + (options.isEmpty ? [] : ["[options]"])
    return "usage: " + words.joined(separator: " ")
  }

  /// What `--help` prints.
  package var help: String {
    var text = "\(summary)\n\n\(usage)\n"
    if !discussion.isEmpty { text += "\n\(discussion)\n" }
    text += "\noptions:\n"
    let rows =
      options + [
        OptionDescription(switch: "--help", "Say this and end."),
        OptionDescription(switch: "--version", "Say the version and end."),
      ]
    text += Self.columns(
      rows.map { ($0.name + ($0.value.map { " " + $0 } ?? ""), $0.summary) })
    text += "\nexamples:\n" + examples.map { "  \($0)\n" }.joined()
    return text
  }

  /// Two columns, the second one aligned.
  package static func columns(_ rows: [(String, String)]) -> String {
    let width = (rows.map(\.0.count).max() ?? 0) + 2
    return rows.map { left, right in
      "  " + left + String(repeating: " ", count: width - left.count) + right + "\n"
    }.joined()
  }
}
