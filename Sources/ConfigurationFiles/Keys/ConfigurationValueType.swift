/// What a key takes.
package indirect enum ConfigurationValueType: Sendable, Equatable {
  /// `true` or `false`.
  case boolean
  /// A whole number of a range.
  case integer(ClosedRange<Int>)
  /// A number of a range.
  case number(ClosedRange<Double>)
  /// A number of a range, or one of some words.
  case numberOr(ClosedRange<Double>, [ConfigurationWord])
  /// One of some words.
  case word([ConfigurationWord])
  /// A list of some of these words, each at most once.
  case words([ConfigurationWord])
  /// Any text.
  case text
  /// A file or folder, relative to the folder of the file in which it is written, or to the working
  /// folder when it comes from `--set`.
  case path
  /// A list of texts, so many; they may be empty.
  case texts(ClosedRange<Int>)
  /// A list of paths, so many; they may be empty.
  case paths(ClosedRange<Int>)
  /// A picture size such as `640x480`, each side of a range.
  case pictureSize(ClosedRange<Int>)
  /// A list of numbers of a range, with a count of a range.
  case numbers(count: ClosedRange<Int>, ClosedRange<Double>)
  /// A mapping with the keys listed below it in the table.
  case section
  /// A mapping whose keys are these words; each holds the keys listed below the wildcard.
  case sections([ConfigurationWord])
  /// A list of mappings with the keys listed below `[]`.
  case entries
  /// Either of several; the first that fits the value's shape counts.
  case either([ConfigurationValueType])

  /// What it takes in words: `a number from 1 to 240`.
  package var inWords: String {
    switch self {
    case .boolean: "true or false"
    case .integer(let range): "a whole number \(Self.inWords(range))"
    case .number(let range): "a number \(Self.inWords(range))"
    case .numberOr(let range, let words):
      "\(words.map(\.text).joined(separator: ", ")) or a number \(Self.inWords(range))"
    case .word(let words): Self.inWords(words)
    case .words(let words): "a list of \(Self.inWords(words))"
    case .text: "a text"
    case .path: "a path"
    case .texts(let count): "a list of \(Self.count(count)) texts"
    case .paths(let count): "a list of \(Self.count(count)) paths"
    case .pictureSize(let range):
      "a size such as 640x480, each side from \(range.lowerBound) to \(range.upperBound)"
    case .numbers(let count, let range):
      "a list of \(Self.count(count)) numbers \(Self.inWords(range))"
    case .section, .sections: "a mapping"
    case .entries: "a list of mappings"
    case .either(let types): types.map(\.inWords).joined(separator: ", or ")
    }
  }

  private static func inWords(_ range: ClosedRange<Int>) -> String {
    if range.upperBound == .max { return "from \(range.lowerBound)" }
    if range.lowerBound == range.upperBound { return "equal to \(range.lowerBound)" }
    return "from \(range.lowerBound) to \(range.upperBound)"
  }

  private static func inWords(_ range: ClosedRange<Double>) -> String {
    "from \(text(range.lowerBound)) to \(text(range.upperBound))"
  }

  private static func inWords(_ words: [ConfigurationWord]) -> String {
    let available = words.filter { $0.refusal == nil }.map(\.text)
    guard available.count > 1, let last = available.last else { return available.joined() }
    return available.dropLast().joined(separator: ", ") + " or " + last
  }

  private static func count(_ range: ClosedRange<Int>) -> String {
    range.lowerBound == range.upperBound
      ? "\(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
  }

  /// A number without a needless `.0`.
  package static func text(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : String(value)
  }
}

/// A word that a key takes, or that it knows but refuses with a reason.
package struct ConfigurationWord: Sendable, Equatable, ExpressibleByStringLiteral {
  /// The word.
  package var text: String
  /// Why it cannot be used; nil when it can.
  package var refusal: String?

  /// A word that can be used.
  package init(stringLiteral text: String) { self.text = text }

  /// A word that is known but refused.
  package static func refused(_ text: String, _ reason: String) -> ConfigurationWord {
    var word = ConfigurationWord(stringLiteral: text)
    word.refusal = reason
    return word
  }

  /// A word whose part of the program is not there yet.
  package static func later(_ text: String) -> ConfigurationWord {
    refused(text, "not available in this version")
  }
}
