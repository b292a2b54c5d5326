import YAMLDocuments

/// The problems found so far in one row.
final class RowProblems {
  private(set) var all: [DocumentError.Problem] = []
  func report(_ place: SourcePlace, _ message: String) {
    all.append(.init(at: place, message))
  }
}

/// Reads one mapping of a row key by key; what is wrong is collected, not thrown.
///
/// The keys that have been asked for are the known ones: `finish` reports all others with the
/// nearest of them.
final class RowReader {
  /// Where the mapping begins.
  let place: SourcePlace
  /// The mapping's path as people write it: `cameras[0].lens`.
  let path: String
  private let entries: [YAMLEntry]
  private let problems: RowProblems
  private var known: [String] = []

  /// Begins a mapping; anything else is a problem and reads as an empty one.
  init(_ node: YAMLNode, path: String, problems: RowProblems) {
    place = node.place
    self.path = path
    self.problems = problems
    entries = node.entries ?? []
    if node.entries == nil, !node.isNull {
      problems.report(
        node.place, "\(path.isEmpty ? "a row" : path) takes a mapping, found \(node.found)")
    }
  }

  /// Reports the keys that nobody has asked for.
  func finish() {
    for entry in entries where !known.contains(entry.key) {
      let section = path.isEmpty ? "" : " in \(path)"
      let nearest = Spelling.nearest(to: entry.key, among: known)
      let hint =
        nearest.map { "; did you mean '\($0)'?" }
        ?? "; known keys: \(known.joined(separator: ", "))"
      problems.report(
        entry.place, "unknown key '\(YAMLNode.shortened(entry.key))'\(section)\(hint)")
    }
  }

  /// Reports something about a key's value, or about the mapping when the key is not there.
  func report(_ key: String, _ message: String) {
    problems.report(node(key)?.place ?? place, "\(shown(key)) \(message)")
  }

  /// True when the key was written with a value.
  func has(_ key: String) -> Bool { node(key) != nil }

  /// The keys of the mapping, for mappings whose keys are data.
  func keys() -> [YAMLEntry] {
    known += entries.map(\.key)
    return entries
  }

  private func shown(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

  private func node(_ key: String) -> YAMLNode? {
    if !known.contains(key) { known.append(key) }
    guard let entry = entries.first(where: { $0.key == key }), !entry.value.isNull else {
      return nil
    }
    return entry.value
  }

  /// Reads a value; a missing one is a problem when it is needed.
  private func value<T>(
    _ key: String, needed: Bool, takes: String, _ read: (YAMLNode) -> T?
  ) -> T? {
    guard let node = node(key) else {
      if needed { problems.report(place, "\(shown(key)) is missing; it takes \(takes)") }
      return nil
    }
    if let value = read(node) { return value }
    report(key, "takes \(takes), found \(node.found)")
    return nil
  }

  func text(_ key: String, needed: Bool = false) -> String? {
    value(key, needed: needed, takes: "a text") { $0.text }
  }

  func texts(_ key: String, needed: Bool = false) -> [String] {
    value(key, needed: needed, takes: "a list of texts") {
      guard let texts = $0.texts, !needed || !texts.isEmpty else { return nil }
      return texts
    } ?? []
  }

  func boolean(_ key: String, needed: Bool = false) -> Bool? {
    value(key, needed: needed, takes: "true or false") { $0.boolean }
  }

  func integer(_ key: String, in range: ClosedRange<Int>, needed: Bool = false) -> Int? {
    value(
      key, needed: needed, takes: "a whole number from \(range.lowerBound) to \(range.upperBound)"
    ) { $0.integer.flatMap { range.contains($0) ? $0 : nil } }
  }

  func number(_ key: String, in range: ClosedRange<Double>, needed: Bool = false) -> Double? {
    value(key, needed: needed, takes: "a number from \(range.lowerBound) to \(range.upperBound)") {
      $0.number.flatMap { range.contains($0) ? $0 : nil }
    }
  }

  func word<Word: RawRepresentable & CaseIterable>(
    _ key: String, needed: Bool = false
  ) -> Word? where Word.RawValue == String {
    let words = Word.allCases.map(\.rawValue)
    let takes = "one of \(words.joined(separator: ", "))"
    guard let text = value(key, needed: needed, takes: takes, { $0.text }) else { return nil }
    if let word = Word(rawValue: text) { return word }
    let nearest = Spelling.suggestion(for: text, among: words)
    report(key, "takes \(takes), found '\(text)'\(nearest)")
    return nil
  }

  func words<Word: RawRepresentable & CaseIterable>(_ key: String) -> [Word]
  where Word.RawValue == String {
    let words = Word.allCases.map(\.rawValue)
    return texts(key).compactMap { text in
      if let word = Word(rawValue: text) { return word }
      let nearest = Spelling.suggestion(for: text, among: words)
      report(
        key, "takes words of \(words.joined(separator: ", ")); found '\(text)'\(nearest)")
      return nil
    }
  }

  /// The mapping under a key; nil when it is not there.
  func section<T>(_ key: String, _ read: (RowReader) -> T) -> T? {
    guard let node = node(key) else { return nil }
    return inner(node, shown(key), read)
  }

  /// The mappings of a list.
  func sections<T>(_ key: String, _ read: (RowReader) -> T?) -> [T] {
    guard let node = node(key) else { return [] }
    guard let items = node.items else {
      report(key, "takes a list of mappings, found \(node.found)")
      return []
    }
    return items.enumerated().compactMap { inner($1, "\(shown(key))[\($0)]", read) }
  }

  private func inner<T>(_ node: YAMLNode, _ path: String, _ read: (RowReader) -> T) -> T {
    let reader = RowReader(node, path: path, problems: problems)
    let value = read(reader)
    reader.finish()
    return value
  }
}
