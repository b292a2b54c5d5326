import SpatialMath

/// One picture of a depth camera: distances along its forward axis.
///
/// It has its own time, size and lens: a depth camera delivers at its own rate, so that most frames
/// of a session may have none. Immutable, thread-safe.
public struct CapturedDepthData: Sendable {
  /// The distances, `depth16`, in units of `metresPerUnit`; 0 where nothing was measured.
  public var pixels: PixelBuffer
  /// When it was taken, on the session's clock.
  public var timestamp: Timestamp
  /// Metres of one unit: 0.001 for most cameras.
  public var metresPerUnit: Double
  /// The depth camera's lens, for this picture's size.
  public var intrinsics: CameraIntrinsics

  /// Creates depth data.
  ///
  /// - Precondition: the pixels are `depth16`.
  public init(
    pixels: PixelBuffer, timestamp: Timestamp, metresPerUnit: Double, intrinsics: CameraIntrinsics
  ) {
    precondition(pixels.format == .depth16, "depth comes as depth16")
    self.pixels = pixels
    self.timestamp = timestamp
    self.metresPerUnit = metresPerUnit
    self.intrinsics = intrinsics
  }

  /// The distance along the forward axis at a pixel, metres; nil where nothing was measured, and
  /// outside of the picture.
  public func distance(x: Int, y: Int) -> Double? {
    guard x >= 0, y >= 0, x < pixels.width, y < pixels.height else { return nil }
    let row = pixels.planes[0].base + y * pixels.planes[0].stride
    let units = row.loadUnaligned(fromByteOffset: 2 * x, as: UInt16.self).littleEndian
    return units == 0 ? nil : Double(units) * metresPerUnit
  }

  /// The point that is seen at a pixel, in the depth camera's session axes (+X right, +Y up, −Z
  /// forward), metres; nil where nothing was measured.
  public func point(x: Int, y: Int) -> Vector3? {
    guard let distance = distance(x: x, y: y) else { return nil }
    let n = intrinsics.unproject(Vector2(Double(x) + 0.5, Double(y) + 0.5))
    return Vector3(n.x * distance, -n.y * distance, -distance)
  }
}
