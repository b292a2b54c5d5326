import YAMLDocuments

/// One `--set key.path=value`: a change to a session file before it is validated.
package struct ConfigurationOverride: Sendable, Equatable {
  /// A part of a key path.
  enum Part: Sendable, Equatable {
    case key(String)
    case index(Int)
  }

  let parts: [Part]
  /// The key path as written.
  package let path: String
  /// The value; every place in it is the option.
  package let value: YAMLNode

  /// Reads `key.path=value`, where the value is any YAML: `cameras.rear.intrinsics={fx: 585}`.
  ///
  /// An item of a list is named by its number from 0: `scene[0].scale=2`; the number after the last
  /// one adds an item.
  ///
  /// - Throws: `ConfigurationError` when there is no `=`, the path has a wrong form, or the value is
  ///   not YAML.
  package init(_ argument: String) throws(ConfigurationError) {
    guard let equals = argument.firstIndex(of: "=") else {
      throw ConfigurationError(
        at: .option("--set \(argument)"), "there is no '='; write --set key.path=value")
    }
    path = String(argument[..<equals])
    let option = "--set \(path)"
    guard let parts = Self.parse(path) else {
      throw ConfigurationError(
        at: .option(option),
        "not a key path; write words joined by dots, as in --set cameras.rear.rate=30")
    }
    self.parts = parts
    let text = String(argument[argument.index(after: equals)...])
    value = try YAMLComposer.compose(text, option: option)
  }

  /// The tree with the value in its place; sections that are not there yet are made.
  func applied(to root: YAMLNode) throws(ConfigurationError) -> YAMLNode {
    try set(in: root, parts[...])
  }

  private func set(
    in node: YAMLNode, _ rest: ArraySlice<Part>
  ) throws(ConfigurationError) -> YAMLNode {
    guard let first = rest.first else { return value }
    switch first {
    case .key(let name): return try setKey(name, in: node, rest.dropFirst())
    case .index(let index): return try setItem(index, in: node, rest.dropFirst())
    }
  }

  private func setKey(
    _ name: String, in node: YAMLNode, _ rest: ArraySlice<Part>
  ) throws(ConfigurationError) -> YAMLNode {
    let place = value.place
    // A section that is no mapping is replaced: `--set` is stronger than the file.
    var entries = node.entries ?? []
    if let index = entries.firstIndex(where: { $0.key == name }) {
      entries[index].value = try set(in: entries[index].value, rest)
      if rest.isEmpty { entries[index].place = place }
    } else {
      let empty = YAMLNode(place: place, value: .scalar("", isPlain: true))
      entries.append(YAMLEntry(key: name, place: place, value: try set(in: empty, rest)))
    }
    return YAMLNode(place: node.entries == nil ? place : node.place, value: .mapping(entries))
  }

  private func setItem(
    _ index: Int, in node: YAMLNode, _ rest: ArraySlice<Part>
  ) throws(ConfigurationError) -> YAMLNode {
    var items = node.items ?? []
    guard index <= items.count else {
      throw ConfigurationError(
        at: value.place, "there is no item \(index); the list has \(items.count), counted from 0")
    }
    if index == items.count {
      items.append(YAMLNode(place: value.place, value: .scalar("", isPlain: true)))
    }
    items[index] = try set(in: items[index], rest)
    return YAMLNode(place: node.items == nil ? value.place : node.place, value: .sequence(items))
  }

  /// `cameras.rear.rate`, `scene[0].scale`; nil for anything else.
  private static func parse(_ path: String) -> [Part]? {
    var parts: [Part] = []
    for piece in path.split(separator: ".", omittingEmptySubsequences: false) {
      var rest = piece
      var indices: [Part] = []
      while rest.hasSuffix("]") {
        guard let open = rest.lastIndex(of: "["),
          let index = Int(rest[rest.index(after: open)...].dropLast()), index >= 0
        else { return nil }
        indices.insert(.index(index), at: 0)
        rest = rest[..<open]
      }
      guard !rest.isEmpty, !rest.contains(where: { "[] ".contains($0) }) else { return nil }
      parts.append(.key(String(rest)))
      parts += indices
    }
    return parts.count <= YAMLComposer.deepestNesting ? parts : nil
  }
}
