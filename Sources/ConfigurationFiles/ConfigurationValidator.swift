import YAMLDocuments

/// Holds a tree of values against the table of keys and collects what is wrong.
struct ConfigurationValidator {
  private(set) var problems: [ConfigurationError.Problem] = []

  /// How many unknown keys are looked up among the known ones: nobody reads more, and a file of
  /// nothing else would take a minute.
  private static let mostSuggestions = 100

  /// Checks a whole file.
  ///
  /// - Throws: all problems, in the order of the file.
  static func check(_ root: YAMLNode) throws(ConfigurationError) {
    var validator = ConfigurationValidator()
    validator.checkSection(root, path: "", shown: "")
    if !validator.problems.isEmpty { throw ConfigurationError(validator.problems) }
  }

  private mutating func report(_ place: SourcePlace, _ message: String) {
    problems.append(.init(at: place, message))
  }

  /// Checks a section; `path` is its path in the table, `shown` the one that people write.
  private mutating func checkSection(_ node: YAMLNode, path: String, shown: String) {
    guard let entries = node.isNull ? [] : node.entries else {
      report(
        node.place,
        "\(shown.isEmpty ? "a session file" : shown) takes a mapping, found \(node.found)")
      return
    }
    let known = ConfigurationKeys.children(of: path)
    for entry in entries {
      if let key = known.first(where: { $0.name == entry.key }) {
        check(entry, against: key, shown: Self.join(shown, entry.key))
      } else {
        let names = known.map(\.name)
        reportUnknown(entry, among: names, section: shown)
      }
    }
    for key in known where key.isRequired && !entries.contains(where: { $0.key == key.name }) {
      report(
        node.place, "\(Self.join(shown, key.name)) is missing; it takes \(key.type.inWords)")
    }
  }

  private mutating func check(
    _ entry: YAMLEntry, against key: ConfigurationKey, shown: String
  ) {
    let node = entry.value
    if key.isForLater {
      if !node.isNull, node.text != key.defaultText || key.defaultText == nil {
        report(entry.place, "\(shown) is not available in this version; remove it")
      }
      return
    }
    // An error of a missing value points at its key; there is nothing else to point at.
    let place = node.isNull ? entry.place : node.place
    if let message = complaint(node, key.type, key: key, shown: shown) {
      report(place, message)
      return
    }
    checkBelow(node, key.type, path: key.path, shown: shown)
  }

  /// Checks what a section or list holds.
  private mutating func checkBelow(
    _ node: YAMLNode, _ type: ConfigurationValueType, path: String, shown: String
  ) {
    switch type {
    case .section: checkSection(node, path: path, shown: shown)
    case .sections(let words): checkSections(node, words, path: path, shown: shown)
    case .entries:
      for (index, item) in (node.items ?? []).enumerated() {
        checkSection(item, path: path + "[]", shown: "\(shown)[\(index)]")
      }
    case .either(let types):
      if let fitting = types.first(where: { Self.fits(node, $0) }) {
        checkBelow(node, fitting, path: path, shown: shown)
      }
    default: break
    }
  }

  private mutating func checkSections(
    _ node: YAMLNode, _ words: [ConfigurationWord], path: String, shown: String
  ) {
    for entry in node.entries ?? [] {
      guard let word = words.first(where: { $0.text == entry.key }) else {
        reportUnknown(
          entry, among: words.filter { $0.refusal == nil }.map(\.text), section: shown)
        continue
      }
      let inner = Self.join(shown, entry.key)
      if let refusal = word.refusal {
        report(entry.place, "\(inner): \(refusal)")
      } else {
        checkSection(entry.value, path: path + ".ROLE", shown: inner)
      }
    }
  }

  private mutating func reportUnknown(
    _ entry: YAMLEntry, among names: [String], section: String
  ) {
    var message = "unknown key '\(YAMLNode.shortened(entry.key))'"
    if !section.isEmpty { message += " in \(section)" }
    if problems.count < Self.mostSuggestions,
      let nearest = Spelling.nearest(to: entry.key, among: names)
    {
      message += "; did you mean '\(nearest)'?"
    } else if let elsewhere = ConfigurationKeys.all.first(where: { $0.name == entry.key }) {
      message += "; it belongs in \(elsewhere.parent.isEmpty ? "the top level" : elsewhere.parent)"
    } else {
      message += "; known keys: \(names.joined(separator: ", "))"
    }
    report(entry.place, message)
  }

  private static func join(_ section: String, _ name: String) -> String {
    section.isEmpty ? name : "\(section).\(name)"
  }
}

extension ConfigurationValidator {
  /// Checks the keys of a lens in a file of its own.
  ///
  /// Such files come from calibration tools and hold more than a lens; keys that are not in the
  /// table are left alone.
  static func checkIntrinsicsFile(_ root: YAMLNode) throws(ConfigurationError) {
    guard let entries = root.entries else {
      throw ConfigurationError(at: root.place, "a lens file takes a mapping, found \(root.found)")
    }
    let validator = ConfigurationValidator()
    let problems = ConfigurationKeys.children(of: "cameras.ROLE.intrinsics").compactMap {
      key -> ConfigurationError.Problem? in
      guard let entry = entries.first(where: { $0.key == key.name }),
        let message = validator.complaint(entry.value, key.type, key: key, shown: key.name)
      else { return nil }
      return .init(at: entry.value.place, message)
    }
    if !problems.isEmpty { throw ConfigurationError(problems) }
  }
}
