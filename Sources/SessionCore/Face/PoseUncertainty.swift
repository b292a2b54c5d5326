/// How far a pose may be off: standard deviations.
///
/// Two thirds of all poses are nearer to the truth, 95 % nearer than twice as much.
public struct PoseUncertainty: Sendable, Equatable {
  /// The attitude's error as one turn, radians.
  public var rotation: Double
  /// The position's error, metres; most of it lies along the line of sight, since the size of a face cannot
  /// be seen from one camera.
  public var position: Double

  /// Creates an uncertainty.
  public init(rotation: Double, position: Double) {
    self.rotation = rotation
    self.position = position
  }
}
