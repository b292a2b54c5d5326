/// One way in which a camera can deliver pictures.
public struct SupportedVideoFormat: Sendable, Hashable, CustomStringConvertible {
  /// The picture's size.
  public var size: PictureSize
  /// Pictures a second.
  public var rate: Double
  /// The camera's own name of the bytes: V4L2's four letters, such as `MJPG`.
  public var pixelFormat: String

  /// Creates a format.
  public init(size: PictureSize, rate: Double, pixelFormat: String) {
    self.size = size
    self.rate = rate
    self.pixelFormat = pixelFormat
  }

  /// `640x480@30 MJPG`.
  public var description: String { "\(size)@\(Self.text(rate)) \(pixelFormat)" }

  /// A rate without a needless `.0`.
  package static func text(_ rate: Double) -> String {
    Int(exactly: rate).map(String.init) ?? String(rate)
  }
}
