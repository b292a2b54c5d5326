/// A name in which `*` stands for any text, compared without regard to case.
///
/// The kernel cuts card names after 31 bytes, so rows end long names with `*`.
package struct NamePattern: Sendable, Hashable, CustomStringConvertible {
  /// The pattern as written.
  package var text: String
  private let letters: [Character]

  /// Creates a pattern.
  package init(_ text: String) {
    self.text = text
    letters = Array(text.lowercased())
  }

  /// The pattern as written.
  package var description: String { text }

  /// The letters that are no `*`: the more there are, the more the pattern says.
  package var literalCount: Int { letters.count { $0 != "*" } }

  /// True when a whole name fits.
  /// - Complexity: O(name × pattern).
  package func matches(_ name: String) -> Bool {
    Self.meet(letters, Array(name.lowercased()), secondIsName: true)
  }

  /// True when some name fits both patterns.
  /// - Complexity: O(length × length).
  package func overlaps(_ other: NamePattern) -> Bool {
    Self.meet(letters, other.letters, secondIsName: false)
  }

  /// Walks both texts with a table of which beginnings can meet.
  private static func meet(_ a: [Character], _ b: [Character], secondIsName: Bool) -> Bool {
    func isStar(_ letter: Character, inSecond: Bool) -> Bool {
      letter == "*" && !(inSecond && secondIsName)
    }
    var row = [true] + b.indices.map { _ in false }
    for j in b.indices { row[j + 1] = row[j] && isStar(b[j], inSecond: true) }
    for letter in a {
      var next = [row[0] && isStar(letter, inSecond: false)]
      for j in b.indices {
        if isStar(letter, inSecond: false) || isStar(b[j], inSecond: true) {
          next.append(row[j + 1] || next[j] || row[j])
        } else {
          next.append(row[j] && letter == b[j])
        }
      }
      row = next
    }
    return row[b.count]
  }
}
