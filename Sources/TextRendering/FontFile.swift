import CFreeType
import Foundation

/// A font that FreeType has opened.
///
/// One thread at a time.
final class FontFile {
  /// A glyph's picture and where it lies relative to the pen on the base line, pixels.
  struct Glyph {
    var picture: TextPicture
    var left: Int, top: Int
    var advance: Double
  }

  private var library: FT_Library?
  private var face: FT_Face?
  /// Fonts of pictures have one size; the factor to the size that was asked for.
  private var factor = 1.0
  let path: String

  /// How far lines reach above and below the base line, pixels: nothing of letters is beyond.
  private(set) var ascent = 0, descent = 0

  /// Opens a font whose lines are so many pixels high.
  ///
  /// That is the height of every line, whatever letters are in it, so that letters of lines of one
  /// height have one size.
  init(path: String, pixels: Int) throws(TextError) {
    self.path = path
    guard FT_Init_FreeType(&library) == 0, FT_New_Face(library, path, 0, &face) == 0,
      let face
    else { throw .fontUnreadable(path: path) }
    if face.pointee.num_fixed_sizes > 0, let sizes = face.pointee.available_sizes {
      guard FT_Select_Size(face, 0) == 0 else { throw .fontUnreadable(path: path) }
      factor = Double(pixels) / Double(max(1, sizes[0].height))
      (ascent, descent) = (pixels, 0)
      return
    }
    // The font's own ascender and descender, in units of which `units_per_EM` make its size.
    let (above, below) = (Double(face.pointee.ascender), -Double(face.pointee.descender))
    guard above > 0, below >= 0 else { throw .fontUnreadable(path: path) }
    let size = Double(pixels) * Double(face.pointee.units_per_EM) / (above + below)
    guard FT_Set_Pixel_Sizes(face, 0, FT_UInt(max(1, size.rounded()))) == 0 else {
      throw .fontUnreadable(path: path)
    }
    ascent = Int((Double(pixels) * above / (above + below)).rounded())
    descent = pixels - ascent
  }

  deinit {
    FT_Done_Face(face)
    FT_Done_FreeType(library)
  }

  /// True when the font has a picture of a character.
  func has(_ scalar: Unicode.Scalar) -> Bool {
    FT_Get_Char_Index(face, FT_ULong(scalar.value)) != 0
  }

  /// The picture of a character in a colour; fonts of pictures have their own colours.
  func glyph(_ scalar: Unicode.Scalar, color: SIMD4<UInt8>) throws(TextError) -> Glyph {
    // FT_LOAD_RENDER and FT_LOAD_COLOR: their macros are casts that Swift does not see.
    let flags: Int32 = 1 << 2 | 1 << 20
    guard let face, FT_Load_Char(face, FT_ULong(scalar.value), flags) == 0,
      let slot = face.pointee.glyph?.pointee
    else { throw .characterMissing(String(scalar)) }
    let bitmap = slot.bitmap
    let advance = Double(slot.advance.x) / 64
    var glyph = Glyph(
      picture: TextPicture(width: Int(bitmap.width), height: Int(bitmap.rows)),
      left: Int(slot.bitmap_left), top: Int(slot.bitmap_top), advance: advance)
    guard let buffer = bitmap.buffer, bitmap.pitch > 0 else { return glyph }
    let isColoured = bitmap.pixel_mode == UInt8(FT_PIXEL_MODE_BGRA.rawValue)
    for y in 0..<glyph.picture.height {
      let row = buffer + y * Int(bitmap.pitch)
      for x in 0..<glyph.picture.width {
        let c =
          isColoured
          ? Self.unmultiplied(row + 4 * x)
          : SIMD4(color.x, color.y, color.z, UInt8(Int(row[x]) * Int(color.w) / 255))
        glyph.picture.lay(c, x: x, y: y)
      }
    }
    return factor == 1 ? glyph : glyph.scaled(by: factor)
  }

  /// Blue, green, red, opacity, the colours multiplied by the opacity.
  private static func unmultiplied(_ p: UnsafePointer<UInt8>) -> SIMD4<UInt8> {
    let a = Int(p[3])
    guard a > 0 else { return .zero }
    func part(_ v: UInt8) -> UInt8 { UInt8(min(255, Int(v) * 255 / a)) }
    return SIMD4(part(p[2]), part(p[1]), part(p[0]), p[3])
  }
}

extension FontFile.Glyph {
  /// The glyph at another size: the mean of the pixels under each new one.
  fileprivate func scaled(by factor: Double) -> FontFile.Glyph {
    let width = max(1, Int((Double(picture.width) * factor).rounded()))
    let height = max(1, Int((Double(picture.height) * factor).rounded()))
    var result = FontFile.Glyph(
      picture: TextPicture(width: width, height: height), left: Int(Double(left) * factor),
      top: Int((Double(top) * factor).rounded()), advance: advance * factor)
    for y in 0..<height {
      let rows = span(y, of: height, over: picture.height)
      for x in 0..<width {
        result.picture.lay(mean(span(x, of: width, over: picture.width), rows), x: x, y: y)
      }
    }
    return result
  }

  private func span(_ index: Int, of count: Int, over source: Int) -> Range<Int> {
    let from = index * source / count
    return from..<max(from + 1, (index + 1) * source / count)
  }

  private func mean(_ columns: Range<Int>, _ rows: Range<Int>) -> SIMD4<UInt8> {
    var sums = SIMD4<Int>.zero
    for y in rows {
      for x in columns {
        let at = (y * picture.width + x) * 4
        let a = Int(picture.pixels[at + 3])
        sums &+= SIMD4(
          Int(picture.pixels[at]) * a, Int(picture.pixels[at + 1]) * a,
          Int(picture.pixels[at + 2]) * a, a)
      }
    }
    guard sums.w > 0 else { return .zero }
    let count = columns.count * rows.count
    return SIMD4(
      UInt8(sums.x / sums.w), UInt8(sums.y / sums.w), UInt8(sums.z / sums.w),
      UInt8(sums.w / count))
  }
}
