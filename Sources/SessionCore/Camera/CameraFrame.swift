import SpatialMath

/// What a camera is for.
public enum CameraRole: String, Sendable, CaseIterable, Hashable {
  /// The camera that watches the user's face.
  case front
  /// The camera that watches the world.
  case rear
  /// A depth stream.
  case depth
}

/// One picture of one camera: a lease on its pixels with what is known about it.
///
/// Thread-safe: immutable, and the pixels are given back when the last copy goes.
public struct CameraFrame: Sendable {
  /// The camera's role.
  public var role: CameraRole
  /// Counts this camera's pictures from 0; a gap means dropped pictures.
  public var sequence: Int
  /// When the middle of the picture was exposed, as near as the source can tell.
  public var timestamp: Timestamp
  /// The pixels in the sensor's landscape orientation, not mirrored.
  public var pixels: PixelBuffer
  /// The lens, for this picture's size.
  public var intrinsics: CameraIntrinsics
  /// Exposure time in seconds, where the source tells.
  public var exposureDuration: Double?
  /// What sensors fixed to the camera have measured, in the order of time, up to this picture as far
  /// as it has been read; empty without sensors.
  ///
  /// Reaches back half a second, so that a dropped picture loses none: earlier pictures have some of
  /// the same samples.
  public var inertialSamples: [InertialSample] = []

  /// Creates a frame.
  public init(
    role: CameraRole, sequence: Int, timestamp: Timestamp, pixels: PixelBuffer,
    intrinsics: CameraIntrinsics, exposureDuration: Double? = nil
  ) {
    self.role = role
    self.sequence = sequence
    self.timestamp = timestamp
    self.pixels = pixels
    self.intrinsics = intrinsics
    self.exposureDuration = exposureDuration
  }
}
