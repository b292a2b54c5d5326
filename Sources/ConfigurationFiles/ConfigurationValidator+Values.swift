import YAMLDocuments

extension ConfigurationValidator {
  /// What is wrong with a single value; nil when it is right.
  func complaint(
    _ node: YAMLNode, _ type: ConfigurationValueType, key: ConfigurationKey, shown: String
  ) -> String? {
    let wants = type.inWords + (key.unit.map { " (\($0))" } ?? "")
    func wrong() -> String { "\(shown) takes \(wants), found \(node.found)" }
    func outside() -> String {
      "\(shown) is out of range: it takes \(wants), found \(node.found)"
    }
    switch type {
    case .boolean: return node.boolean == nil ? wrong() + Self.booleanHint(node) : nil
    case .integer(let range):
      guard let value = node.integer else { return wrong() + Self.quotesHint(node) }
      return range.contains(value) ? nil : outside()
    case .number(let range):
      guard let value = node.number else { return wrong() + Self.quotesHint(node) }
      return range.contains(value) ? nil : outside()
    case .numberOr(let range, let words):
      if let value = node.number { return range.contains(value) ? nil : outside() }
      guard let text = node.text else { return wrong() }
      return Self.wordComplaint(
        text, words, shown: shown, wrong: wrong() + Self.quotesHint(node))
    case .word(let words):
      guard let text = node.text else { return wrong() }
      return Self.wordComplaint(text, words, shown: shown, wrong: wrong())
    case .words(let words): return wordsComplaint(node, words, shown: shown, wrong: wrong())
    case .text, .path:
      guard node.text?.isEmpty != false else { return nil }
      // `a: b.mp4` and `[1].mp4` are YAML, but not texts.
      return wrong() + (node.text == nil && !node.isNull ? "; write it in quotes" : "")
    case .texts(let count), .paths(let count):
      guard let texts = node.texts, count.contains(texts.count) else {
        return wrong() + (node.text.map { "; write [\"\($0)\"]" } ?? "")
      }
      return nil
    case .pictureSize(let range):
      guard let size = node.pictureSize else { return wrong() }
      return range.contains(size.width) && range.contains(size.height) ? nil : outside()
    case .numbers(let count, let range):
      guard let values = node.numbers, count.contains(values.count) else { return wrong() }
      return values.allSatisfy(range.contains) ? nil : outOfRange(values, range, wants, shown)
    case .section, .sections: return node.isNull || node.entries != nil ? nil : wrong()
    case .entries: return node.isNull || node.items != nil ? nil : wrong()
    case .either(let types):
      guard let fitting = types.first(where: { Self.fits(node, $0) }) else { return wrong() }
      return complaint(node, fitting, key: key, shown: shown)
    }
  }

  /// True when a value has the shape of a type: scalar, list or mapping.
  static func fits(_ node: YAMLNode, _ type: ConfigurationValueType) -> Bool {
    switch type {
    case .boolean, .integer, .number, .numberOr, .word, .text, .path, .pictureSize: node.text != nil
    case .words, .numbers, .entries, .texts, .paths: node.items != nil
    case .section, .sections: node.entries != nil
    case .either(let types): types.contains { fits(node, $0) }
    }
  }

  private func wordsComplaint(
    _ node: YAMLNode, _ words: [ConfigurationWord], shown: String, wrong: String
  ) -> String? {
    guard let texts = node.texts else {
      let hint = node.text.map { "; write [\($0)]" } ?? ""
      return wrong + hint
    }
    for text in texts {
      let message = "\(shown) takes \(ConfigurationValueType.words(words).inWords), found '\(text)'"
      if let bad = Self.wordComplaint(text, words, shown: shown, wrong: message) { return bad }
    }
    return Set(texts).count == texts.count ? nil : "\(shown) names a word twice"
  }

  private static func wordComplaint(
    _ text: String, _ words: [ConfigurationWord], shown: String, wrong: String
  ) -> String? {
    if let word = words.first(where: { $0.text == text }) {
      return word.refusal.map { "\(shown): '\(text)' cannot be used: \($0)" }
    }
    return wrong + Spelling.suggestion(for: text, among: words.map(\.text))
  }

  private func outOfRange(
    _ values: [Double], _ range: ClosedRange<Double>, _ wants: String, _ shown: String
  ) -> String {
    let bad = values.first { !range.contains($0) } ?? 0
    return "\(shown) is out of range: it takes \(wants), found \(ConfigurationValueType.text(bad))"
  }

  private static func booleanHint(_ node: YAMLNode) -> String {
    switch node.text?.lowercased() {
    case "yes", "on", "y": "; write true"
    case "no", "off", "n": "; write false"
    default: ""
    }
  }

  /// A quoted number is a text; people who quote it want to know that.
  private static func quotesHint(_ node: YAMLNode) -> String {
    guard case .scalar(let text, isPlain: false) = node.value, Double(text) != nil else {
      return ""
    }
    return "; remove the quotes"
  }
}
