import TextRendering
import Testing

@Suite struct TextPainterTests {
  private let painter: TextPainter

  init() throws { painter = try TextPainter(pixels: 64) }

  private func opaque(_ picture: TextPicture) -> [(x: Int, y: Int, color: [UInt8])] {
    (0..<picture.width * picture.height).compactMap { i in
      picture.pixels[4 * i + 3] > 200
        ? (i % picture.width, i / picture.width, Array(picture.pixels[4 * i..<4 * i + 3])) : nil
    }
  }

  @Test func lettersHaveTheColourAskedFor() throws {
    let picture = try #require(try painter.picture(of: "Hi", color: SIMD4(1, 0, 0, 1)))
    let ink = opaque(picture)
    #expect(ink.count > 200 && ink.allSatisfy { $0.color == [255, 0, 0] })
    // The dot of the i stands above its stem: rows without ink between them.
    let right = ink.filter { $0.x > picture.width * 7 / 10 }.map(\.y)
    let rows = Set(right)
    let gap = (rows.min() ?? 0)...(rows.max() ?? 0)
    #expect(gap.contains { !rows.contains($0) })
  }

  @Test func emojiHaveTheirOwnColours() throws {
    let picture = try #require(try painter.picture(of: "🔥"))
    #expect(abs(picture.height - 64) < 14)
    let warm = opaque(picture).filter { $0.color[0] > 180 && $0.color[2] < 120 }
    #expect(warm.count > 500)
  }

  @Test func linesOfOneHeightHaveLettersOfOneSize() throws {
    /// The height of the first letter's ink: all texts begin with an H.
    func letter(_ text: String) throws -> (height: Int, top: Int, picture: TextPicture) {
      let picture = try #require(try painter.picture(of: text))
      let rows = opaque(picture).filter { $0.x < 12 }.map(\.y)
      let (top, bottom) = (try #require(rows.min()), try #require(rows.max()))
      return (bottom - top + 1, top, picture)
    }
    let plain = try letter("Home")
    for text in ["Hppy", "HÅ", "H🔥", "H.", "H|gq"] {
      let other = try letter(text)
      #expect(other.picture.height == plain.picture.height, "\(text)")
      #expect(other.height == plain.height && other.top == plain.top, "\(text)")
    }
    // A line and a pixel of margin above and below; capitals are five eighths of it.
    #expect(plain.picture.height == 66)
    #expect(abs(plain.height - 40) <= 1)
  }

  @Test func nothingOfALetterIsCutOff() throws {
    let deep = try #require(try painter.picture(of: "gjpqy"))
    let high = try #require(try painter.picture(of: "ÅÉÔ"))
    for picture in [deep, high] {
      let rows = opaque(picture).map(\.y)
      #expect((rows.min() ?? 0) > 0 && (rows.max() ?? 0) < picture.height - 1)
    }
    #expect((opaque(deep).map(\.y).max() ?? 0) > 48)
  }

  @Test func selectorsHaveNoPictureOfTheirOwn() throws {
    let plain = try #require(try painter.picture(of: "⚽"))
    let chosen = try #require(try painter.picture(of: "⚽\u{FE0F}"))
    #expect(plain == chosen)
  }

  @Test func aSelectorTurnsALetterIntoAnEmoji() throws {
    let letter = try #require(try painter.picture(of: "❤", color: SIMD4(0, 0, 1, 1)))
    #expect(opaque(letter).allSatisfy { $0.color == [0, 0, 255] })
    let emoji = try #require(try painter.picture(of: "❤\u{FE0F}", color: SIMD4(0, 0, 1, 1)))
    #expect(opaque(emoji).filter { $0.color[0] > 150 && $0.color[2] < 100 }.count > 500)
  }

  @Test func blanksAreNothingAndLongTextsAreRefused() throws {
    #expect(try painter.picture(of: " ") == nil)
    #expect(throws: TextError.tooLong(count: 201)) {
      try painter.picture(of: String(repeating: "a", count: 201))
    }
    #expect(throws: TextError.tooLong(count: 301)) {
      try painter.picture(of: "a" + String(repeating: "\u{301}", count: 300))
    }
    #expect(throws: TextError.severalLines) { try painter.picture(of: "a\nb") }
    #expect(throws: TextError.characterMissing("\u{E000}")) {
      try painter.picture(of: "\u{E000}")
    }
  }
}
