import SpatialMath

/// One reading of an accelerometer, and of a gyroscope where there is one, fixed to a camera.
public struct InertialSample: Sendable, Equatable {
  /// When it was read, on the clock of the camera's pictures.
  public var timestamp: Timestamp
  /// What the accelerometer feels, m/s², in session camera axes (+X right, +Y up, −Z forward): at rest
  /// 9.81 against gravity.
  public var acceleration: Vector3
  /// The angular velocity, rad/s, right-handed, in the same axes; nil without a gyroscope.
  public var angularVelocity: Vector3?

  /// Creates a sample.
  public init(timestamp: Timestamp, acceleration: Vector3, angularVelocity: Vector3? = nil) {
    self.timestamp = timestamp
    self.acceleration = acceleration
    self.angularVelocity = angularVelocity
  }
}
