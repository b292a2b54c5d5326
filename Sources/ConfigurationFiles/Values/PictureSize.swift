/// A picture's size in pixels.
package struct PictureSize: Sendable, Equatable, CustomStringConvertible {
  /// Columns and rows.
  package var width: Int, height: Int

  /// Creates a size.
  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// `640x480`.
  package var description: String { "\(width)x\(height)" }
}
