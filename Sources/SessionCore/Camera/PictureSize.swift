/// A picture's size in pixels.
public struct PictureSize: Sendable, Hashable, CustomStringConvertible {
  /// Columns and rows.
  public var width: Int, height: Int

  /// Creates a size.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// `640x480`.
  public var description: String { "\(width)x\(height)" }
}
