import MediaFiles
import SessionCore
import TextRendering

/// A small picture that is laid into the lower right corner of films and pictures.
package struct Watermark: Sendable {
  private let width: Int, height: Int
  /// Red, green, blue, opacity.
  private let pixels: [UInt8]

  /// Its height as a part of the picture's.
  private let heightFraction: Double
  /// A line is higher than its letters.
  private static let (pictureHeight, lineHeight) = (0.06, 0.08)
  /// Its distance from the edges.
  private static let marginFraction = 0.02
  /// How much hides what is behind: it should be read, not in the way.
  private static let opacity = 0.7

  /// Makes the mark of a picture file (`.png`, `.webp`), or of a text.
  package init(_ word: String) throws(LaunchError) {
    let isFile = [".png", ".webp"].contains(where: word.lowercased().hasSuffix)
    heightFraction = isFile ? Self.pictureHeight : Self.lineHeight
    if isFile {
      do throws(SessionError) {
        let picture = try PictureFile.readTexture(word)
        (width, height, pixels) = (picture.width, picture.height, picture.bytes)
      } catch {
        throw .session(error)
      }
      return
    }
    do throws(TextError) {
      guard let picture = try TextPainter(pixels: 64).picture(of: word) else {
        throw TextError.characterMissing(" ")
      }
      (width, height, pixels) = (picture.width, picture.height, picture.pixels)
    } catch {
      throw .session(SessionError(.fileIOFailed, "--watermark: \(error.description)"))
    }
  }

  /// A copy of an `rgb8` picture with the mark on it.
  package func stamped(on picture: PixelBuffer) -> PixelBuffer {
    guard picture.format == .rgb8, let plane = picture.planes.first else { return picture }
    let h = max(8, Int(Double(picture.height) * heightFraction))
    let w = min(picture.width, max(1, h * width / max(1, height)))
    let margin = Int(Double(picture.height) * Self.marginFraction)
    let left = max(0, picture.width - w - margin)
    let top = max(0, picture.height - h - margin)
    return PixelBuffer.make(width: picture.width, height: picture.height, format: .rgb8) { planes in
      let target = planes[0]
      let row = picture.width * 3
      for y in 0..<picture.height {
        UnsafeMutableRawBufferPointer(rebasing: target[y * row..<(y + 1) * row]).copyMemory(
          from: UnsafeRawBufferPointer(start: plane.base + y * plane.stride, count: row))
      }
      for y in 0..<min(h, picture.height - top) {
        for x in 0..<min(w, picture.width - left) {
          let color = mean(x, y, w, h)
          let at = (top + y) * row + (left + x) * 3
          for part in 0..<3 {
            let below = Double(target[at + part])
            target[at + part] = UInt8(below + (color[part] - below) * color.w)
          }
        }
      }
    }
  }

  /// The mark's colour over a pixel of its place, 0…255, and its opacity, 0…1.
  private func mean(_ x: Int, _ y: Int, _ w: Int, _ h: Int) -> SIMD4<Double> {
    let columns = x * width / w..<max(x * width / w + 1, (x + 1) * width / w)
    let rows = y * height / h..<max(y * height / h + 1, (y + 1) * height / h)
    var sum = SIMD4<Double>.zero
    for row in rows {
      for column in columns {
        let at = (row * width + column) * 4
        let a = Double(pixels[at + 3]) / 255
        sum += SIMD4(
          Double(pixels[at]) * a, Double(pixels[at + 1]) * a, Double(pixels[at + 2]) * a, a)
      }
    }
    guard sum.w > 0 else { return .zero }
    let opacity = sum.w / Double(rows.count * columns.count) * Self.opacity
    return SIMD4(sum.x / sum.w, sum.y / sum.w, sum.z / sum.w, opacity)
  }
}
