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
    #expect(throws: TextError.characterMissing("\u{E000}")) {
      try painter.picture(of: "\u{E000}")
    }
  }
}
