/// A value of a YAML document and where it stands.
package struct YAMLNode: Sendable, Equatable {
  /// What a node holds.
  package indirect enum Value: Sendable, Equatable {
    /// A text; plain when it was written without quotes, so that it may be a number or a word.
    case scalar(String, isPlain: Bool)
    /// A list.
    case sequence([YAMLNode])
    /// Keys with their values, in the order written.
    case mapping([YAMLEntry])
  }

  /// Where it begins.
  package var place: SourcePlace
  /// What it holds.
  package var value: Value

  /// Creates a node.
  package init(place: SourcePlace, value: Value) {
    self.place = place
    self.value = value
  }

  /// The entries of a mapping; nil for anything else.
  package var entries: [YAMLEntry]? {
    if case .mapping(let entries) = value { entries } else { nil }
  }

  /// The items of a list; nil for anything else.
  package var items: [YAMLNode]? {
    if case .sequence(let items) = value { items } else { nil }
  }

  /// True for a key that was written without a value, `null` or `~`.
  package var isNull: Bool {
    guard case .scalar(let text, isPlain: true) = value else { return false }
    return ["", "~", "null", "Null", "NULL"].contains(text)
  }

  /// The value of a mapping's key.
  package subscript(key key: String) -> YAMLNode? {
    entries?.first { $0.key == key }?.value
  }

  /// What was found, in words, for messages.
  package var found: String {
    switch value {
    case .scalar where isNull: "nothing"
    case .scalar(let text, isPlain: true): "'\(Self.shortened(text))'"
    case .scalar(let text, isPlain: false): "the text '\(Self.shortened(text))'"
    case .sequence: "a list"
    case .mapping: "a mapping"
    }
  }

  /// At most 60 characters of a text, so that a message stays a line.
  package static func shortened(_ text: String) -> String {
    text.count > 60 ? text.prefix(60) + "…" : text
  }
}

/// A key of a mapping with its value.
package struct YAMLEntry: Sendable, Equatable {
  /// The key.
  package var key: String
  /// Where the key begins.
  package var place: SourcePlace
  /// The value.
  package var value: YAMLNode

  /// Creates an entry.
  package init(key: String, place: SourcePlace, value: YAMLNode) {
    self.key = key
    self.place = place
    self.value = value
  }
}
