import Testing
import YAMLDocuments

@Suite struct SpellingTests {
  private let words = ["plane-detection", "world-alignment", "user-face-tracking", "seed"]

  @Test(arguments: [
    ("planes-detection", "plane-detection"), ("planeDetection", "plane-detection"),
    ("plane_detection", "plane-detection"), ("sede", "seed"), ("plane", "plane-detection"),
    ("user-face", "user-face-tracking"),
  ])
  func aSlipFindsItsWord(slip: String, word: String) {
    #expect(Spelling.nearest(to: slip, among: words) == word)
  }

  @Test(arguments: ["colour", "x", "", String(repeating: "seed", count: 1000)])
  func aStrangerFindsNothing(word: String) {
    #expect(Spelling.nearest(to: word, among: words) == nil)
  }

  @Test func swappedLettersAreOneEdit() {
    #expect(Spelling.distance("rate", "raet") == 1)
    #expect(Spelling.distance("", "abc") == 3)
    #expect(Spelling.distance("kitten", "sitting") == 3)
  }
}
