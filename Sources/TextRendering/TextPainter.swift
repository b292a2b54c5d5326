import Foundation

/// Writes short texts, emoji included, into pictures.
///
/// Characters stand side by side as they come: no right-to-left writing, and no emoji that are
/// joined from several. One thread at a time.
package final class TextPainter {
  /// Code points of a text at most: accents pile up on one character.
  package static let mostCharacters = 200

  private let letters: FontFile
  private let emoji: FontFile?

  /// Opens the fonts.
  ///
  /// - Parameter pixels: the height of a line.
  /// - Throws: `TextError.fontMissing` without a font for letters; one for emoji is asked for when
  ///   it is needed.
  package init(pixels: Int = 128) throws(TextError) {
    letters = try FontFile(path: Self.path(Self.letterFont), pixels: pixels)
    emoji = try? FontFile(path: Self.path(Self.emojiFont), pixels: pixels)
  }

  private static let letterFont = (
    name: "DejaVuSans-Bold.ttf", folders: ["truetype/dejavu"], package: "fonts-dejavu-core"
  )
  private static let emojiFont = (
    name: "NotoColorEmoji.ttf", folders: ["truetype/noto", "noto"],
    package: "fonts-noto-color-emoji"
  )

  private static func path(
    _ font: (name: String, folders: [String], package: String)
  ) throws(TextError) -> String {
    for folder in font.folders {
      let path = "/usr/share/fonts/\(folder)/\(font.name)"
      if FileManager.default.isReadableFile(atPath: path) { return path }
    }
    throw .fontMissing(name: font.name, package: font.package)
  }

  /// Writes a line.
  ///
  /// - Parameters:
  ///   - text: one line; blanks alone give nil.
  ///   - color: of letters, red, green, blue, opacity, 0…1.
  /// - Returns: a picture as narrow as the text and as high as a line, the same for all texts.
  /// - Throws: `TextError` for a text that is too long, or a character that no font has.
  package func picture(
    of text: String, color: SIMD4<Float> = SIMD4(1, 1, 1, 1)
  ) throws(TextError) -> TextPicture? {
    let count = text.unicodeScalars.count
    guard count <= Self.mostCharacters else { throw .tooLong(count: count) }
    guard !text.contains(where: \.isNewline) else { throw .severalLines }
    guard text.contains(where: { !$0.isWhitespace }) else { return nil }
    let ink = SIMD4<UInt8>(
      clamping: SIMD4<Int32>(color.clamped(lowerBound: .zero, upperBound: .one) * 255))
    var glyphs: [(x: Double, glyph: FontFile.Glyph)] = []
    var pen = 0.0
    // Selectors of emoji or text style, and joiners, have no picture.
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated()
    where ![0xFE0E, 0xFE0F, 0x200D].contains(scalar.value) {
      let isEmoji = index + 1 < scalars.count && scalars[index + 1].value == 0xFE0F
      let font = try font(for: scalar, isEmoji: isEmoji)
      var glyph = try font.glyph(scalar, color: ink)
      // Emoji are as high as a line, whatever their own font takes for the base line.
      if font !== letters {
        glyph.top = letters.ascent - (letters.ascent + letters.descent - glyph.picture.height) / 2
      }
      glyphs.append((pen, glyph))
      pen += glyph.advance
    }
    return joined(glyphs)
  }

  private func font(
    for scalar: Unicode.Scalar, isEmoji: Bool
  ) throws(TextError) -> FontFile {
    if !isEmoji, !scalar.properties.isEmojiPresentation, letters.has(scalar) { return letters }
    if let emoji, emoji.has(scalar) { return emoji }
    if letters.has(scalar) { return letters }
    if emoji == nil { _ = try Self.path(Self.emojiFont) }
    throw .characterMissing(String(scalar))
  }

  private func joined(_ glyphs: [(x: Double, glyph: FontFile.Glyph)]) -> TextPicture? {
    func left(_ g: (x: Double, glyph: FontFile.Glyph)) -> Int { Int(g.x) + g.glyph.left }
    let drawn = glyphs.filter { $0.glyph.picture.width > 0 }
    guard let first = drawn.map(left).min(),
      let last = drawn.map({ left($0) + $0.glyph.picture.width }).max()
    else { return nil }
    // Ink beyond the line, as of letters with stacked accents, is cut off: lines stay equal.
    let (top, bottom) = (letters.ascent, -letters.descent)
    // A pixel round it, so that its edge is clear.
    var result = TextPicture(width: last - first + 2, height: top - bottom + 2)
    for g in drawn {
      let p = g.glyph.picture
      for y in 0..<p.height {
        for x in 0..<p.width {
          let at = (y * p.width + x) * 4
          let c = SIMD4(p.pixels[at], p.pixels[at + 1], p.pixels[at + 2], p.pixels[at + 3])
          result.lay(c, x: left(g) - first + 1 + x, y: top - g.glyph.top + 1 + y)
        }
      }
    }
    return result
  }
}
