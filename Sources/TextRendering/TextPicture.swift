/// Written text as pixels: red, green, blue, opacity, a byte each, the top row first, not
/// multiplied by the opacity.
package struct TextPicture: Sendable, Equatable {
  /// The size in pixels.
  package var width: Int, height: Int
  /// `width · height · 4` bytes.
  package var pixels: [UInt8]

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    pixels = [UInt8](repeating: 0, count: width * height * 4)
  }

  /// Lays a pixel over what is there.
  mutating func lay(_ color: SIMD4<UInt8>, x: Int, y: Int) {
    guard x >= 0, y >= 0, x < width, y < height, color.w > 0 else { return }
    let at = (y * width + x) * 4
    let (above, below) = (Int(color.w), Int(pixels[at + 3]))
    let total = above * 255 + below * (255 - above)
    for part in 0..<3 {
      let sum = Int(color[part]) * above * 255 + Int(pixels[at + part]) * below * (255 - above)
      pixels[at + part] = UInt8(sum / max(1, total))
    }
    pixels[at + 3] = UInt8(total / 255)
  }
}

/// Why a text cannot be drawn.
package enum TextError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A font is not installed.
  case fontMissing(name: String, package: String)
  /// A font's file is damaged, or FreeType cannot read it.
  case fontUnreadable(path: String)
  /// No font has a picture of a character.
  case characterMissing(String)
  /// There is the end of a line in it.
  case severalLines
  /// Too long for a picture.
  case tooLong(count: Int)

  /// What, where, and what to try.
  package var description: String {
    switch self {
    case .fontMissing(let name, let package):
      "the font \(name) is not installed; install \(package) (Tools/setup does)"
    case .fontUnreadable(let path): "\(path): not a font that can be read; install it again"
    case .characterMissing(let character):
      "no font has the character '\(character)'; choose another one"
    case .severalLines: "a text is one line; write each line as an entity of its own"
    case .tooLong(let count):
      "a text of \(count) characters; \(TextPainter.mostCharacters) at most, split it"
    }
  }
}
