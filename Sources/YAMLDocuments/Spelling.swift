/// Finds the word that someone probably meant.
package enum Spelling {
  /// A longer word is not a slip of the keyboard; it bounds the work on hostile input.
  private static let longestWord = 64

  /// The nearest of some words, when it is near enough to be worth naming.
  ///
  /// Near enough: at most a third of the letters differ (and at least one may), or one word begins
  /// with the other. Equally near words are judged by their order.
  /// - Complexity: O(words × length²).
  package static func nearest(to word: String, among words: [String]) -> String? {
    guard word.count <= longestWord else { return nil }
    let wanted = normalized(word)
    let rated = words.map { (word: $0, distance: distance(wanted, normalized($0))) }
    guard let best = rated.min(by: { $0.distance < $1.distance }) else { return nil }
    let limit = max(1, max(wanted.count, best.word.count) / 3)
    if best.distance <= limit { return best.word }
    guard wanted.count >= 3 else { return nil }
    return words.first { normalized($0).hasPrefix(wanted) || wanted.hasPrefix(normalized($0)) }
  }

  /// `; did you mean 'X'?`, or nothing.
  package static func suggestion(for word: String, among words: [String]) -> String {
    nearest(to: word, among: words).map { "; did you mean '\($0)'?" } ?? ""
  }

  /// The number of single-letter edits and swaps of neighbours between two words (optimal string
  /// alignment).
  package static func distance(_ a: String, _ b: String) -> Int {
    let a = Array(a)
    let b = Array(b)
    var before = [Int](repeating: 0, count: b.count + 1)
    var previous = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var best = min(
          previous[j + 1] + 1, row[j] + 1, previous[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, before[j - 1] + 1) }
        row.append(best)
      }
      (before, previous) = (previous, row)
    }
    return previous[b.count]
  }

  /// Lower case, with underscores and spaces as hyphens: `planeDetection` counts as
  /// `plane-detection`.
  private static func normalized(_ word: String) -> String {
    var result = ""
    for letter in word {
      if letter.isUppercase, let last = result.last, last.isLetter, last.isLowercase {
        result.append("-")
      }
      result += letter == "_" || letter == " " ? "-" : letter.lowercased()
    }
    return result
  }
}
