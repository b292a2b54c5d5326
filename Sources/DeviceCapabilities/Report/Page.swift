/// Lays a report out for people: at most 80 columns, the answer first.
struct Page {
  /// What an answer looks like on a terminal.
  enum Style {
    case plain, colored
  }

  private let style: Style
  private(set) var lines: [String] = []
  private static let width = 80

  init(_ style: Style) { self.style = style }

  /// The page so far.
  var text: String { lines.joined(separator: "\n") + "\n" }

  mutating func line(_ text: String = "") { lines += Self.wrap(text, first: "", rest: "  ") }

  /// A small heading after an empty line.
  mutating func heading(_ text: String) {
    line()
    line(text)
  }

  /// A label and a text, the text wrapped under itself.
  ///
  /// With an answer the label has its colour.
  mutating func entry(
    _ label: String, _ text: String, labelWidth: Int = 9, answer: CapabilityAnswer? = nil
  ) {
    let head = "  " + Self.padded(label, labelWidth)
    let indent = String(repeating: " ", count: labelWidth + 2)
    var rows = Self.wrap(text, first: head, rest: indent)
    if let answer { rows[0] = "  " + paint(label, answer) + rows[0].dropFirst(2 + label.count) }
    lines += rows
  }

  /// The answer to the question, large.
  mutating func answer(_ title: String, _ answer: CapabilityAnswer, _ verdicts: [CapabilityVerdict])
  {
    line()
    let words = answer == .unknown ? "CANNOT TELL" : answer.rawValue.uppercased()
    lines.append("\(title): \(paint(words, answer))")
    for verdict in verdicts {
      for reason in verdict.reasons { lines += Self.wrap(reason, first: "  ", rest: "  ") }
      for remedy in verdict.remedies { lines += Self.wrap(remedy, first: "  → ", rest: "    ") }
    }
  }

  /// One row of the list of verdicts; what the verdicts above have already said is not said again.
  mutating func verdict(_ verdict: CapabilityVerdict, after shown: [CapabilityVerdict]) {
    var verdict = verdict
    let reasons = shown.flatMap(\.reasons)
    if verdict.answer != .yes, verdict.reasons.allSatisfy(reasons.contains) {
      verdict.reasons = Array(verdict.reasons.prefix(1))
    }
    verdict.remedies.removeAll { remedy in shown.contains { $0.remedies.contains(remedy) } }
    let word = verdict.answer == .unknown ? "?" : verdict.answer.rawValue
    let head = "  " + Self.padded(word, 9) + Self.padded(verdict.capability.title, 24)
    let indent = String(repeating: " ", count: 35)
    var rows = Self.wrap(verdict.reasons.joined(separator: "; "), first: head, rest: indent)
    rows[0] = "  " + paint(word, verdict.answer) + rows[0].dropFirst(2 + word.count)
    lines += rows
    for remedy in verdict.remedies {
      lines += Self.wrap(remedy, first: indent + "→ ", rest: indent + "  ")
    }
  }

  private func paint(_ text: String, _ answer: CapabilityAnswer) -> String {
    guard style == .colored else { return text }
    // ECMA-48 colours: green, red, yellow.
    let color =
      switch answer {
      case .yes: 32
      case .no: 31
      case .limited, .unknown: 33
      }
    return "\u{1B}[\(color)m\(text)\u{1B}[0m"
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }

  /// A word in parts that fit a line: paths are cut after a slash, other words anywhere.
  private static func parts(of word: Substring, room: Int) -> [Substring] {
    guard word.count > room else { return [word] }
    let head = word.prefix(room)
    let end = head.dropFirst().lastIndex(of: "/").map { word.index(after: $0) } ?? head.endIndex
    return [word[..<end]] + parts(of: word[end...], room: room)
  }

  private static func wrap(_ text: String, first: String, rest: String) -> [String] {
    var lines: [String] = []
    var line = first
    var isEmpty = true
    for word in text.split(separator: " ").flatMap({ parts(of: $0, room: width - rest.count) }) {
      if !isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = rest
        isEmpty = true
      }
      line += (isEmpty ? "" : " ") + word
      isEmpty = false
    }
    while line.last == " " { line.removeLast() }
    return lines + [line]
  }
}
