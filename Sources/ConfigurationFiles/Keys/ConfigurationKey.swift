/// One row of the table of keys.
package struct ConfigurationKey: Sendable {
  /// The whole key, as in `session.plane-detection`.
  ///
  /// `ROLE` stands for any key of a `.sections` mapping, `[]` for any item of a list.
  package var path: String
  /// What it takes.
  package var type: ConfigurationValueType
  /// The unit of its numbers.
  package var unit: String?
  /// The value that counts when the key is absent, written as in YAML; nil when there is none.
  package var defaultText: String?
  /// True when its section cannot do without it.
  package var isRequired: Bool
  /// True when it is known but not to be used yet.
  package var isForLater: Bool
  /// One line for people.
  package var summary: String

  /// Creates a row.
  package init(
    _ path: String, _ type: ConfigurationValueType, unit: String? = nil,
    default defaultText: String? = nil, required: Bool = false, later: Bool = false,
    _ summary: String
  ) {
    self.path = path
    self.type = type
    self.unit = unit
    self.defaultText = defaultText
    isRequired = required
    isForLater = later
    self.summary = summary
  }

  /// The path of the section it stands in; empty at the top.
  package var parent: String {
    if path.hasSuffix("[]") { return String(path.dropLast(2)) }
    return path.lastIndex(of: ".").map { String(path[..<$0]) } ?? ""
  }

  /// The last part of the path.
  package var name: String {
    path.split(separator: ".").last.map(String.init) ?? path
  }
}
