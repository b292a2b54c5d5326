import Synchronization

/// A picture for surfaces, shared by models and uploaded once by a renderer.
///
/// Immutable, thread-safe. Two are equal when they are one and the same.
public final class TextureResource: Sendable, Equatable {
  /// The same for as long as it lives, and never given again.
  public let identifier: UInt64
  /// The size in pixels.
  public let width: Int, height: Int
  /// Red, green, blue and opacity, a byte each, the top row first; sRGB unless the use says else.
  public let pixels: [UInt8]
  /// True when a pixel is not opaque.
  public let hasTransparency: Bool

  private static let nextIdentifier = Atomic<UInt64>(1)

  /// Creates a picture; nil when the bytes are not `width · height · 4`, or there are none.
  public init?(width: Int, height: Int, pixels: [UInt8]) {
    guard width > 0, height > 0, pixels.count == width * height * 4 else { return nil }
    let (identifier, _) = Self.nextIdentifier.add(1, ordering: .relaxed)
    self.identifier = identifier
    self.width = width
    self.height = height
    self.pixels = pixels
    hasTransparency = stride(from: 3, to: pixels.count, by: 4).contains { pixels[$0] != 255 }
  }

  /// True for one and the same picture.
  public static func == (a: TextureResource, b: TextureResource) -> Bool { a === b }
}
