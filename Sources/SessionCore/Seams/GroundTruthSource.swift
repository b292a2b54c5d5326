import SpatialMath

/// What a simulated camera knows to be true for one of its pictures.
public struct GroundTruth: Sendable {
  /// The picture's capture time.
  public var timestamp: Timestamp
  /// The rear camera's place, in a world whose origin is its first picture, gravity-aligned.
  public var worldFromCamera: Pose?
  /// The flat surfaces of the world, with true extents and boundaries.
  public var planes: [PlaneAnchor]
  /// The faces before the front camera, with true pose, coefficients and gaze.
  public var faces: [TrackedFace]
  /// The light.
  public var lightEstimate: LightEstimate?

  /// Creates a record with nothing known.
  public init(timestamp: Timestamp) {
    self.timestamp = timestamp
    planes = []
    faces = []
  }
}

/// A source that knows the truth of its pictures.
public protocol GroundTruthSource: FrameSource {
  /// The truth of a picture by its sequence number.
  ///
  /// Thread-safe.
  func groundTruth(sequence: Int) -> GroundTruth
}
