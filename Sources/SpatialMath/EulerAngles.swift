import Foundation

/// Yaw, pitch and roll of R = Ry(yaw) · Rx(pitch) · Rz(roll), in radians.
@frozen public struct EulerAngles: Sendable, Equatable {
  /// Rotation about X, −π/2…π/2.
  public var pitch: Double
  /// Rotation about Y, −π…π.
  public var yaw: Double
  /// Rotation about Z, −π…π.
  public var roll: Double

  /// Creates angles in radians.
  @inlinable public init(pitch: Double = 0, yaw: Double = 0, roll: Double = 0) {
    self.pitch = pitch
    self.yaw = yaw
    self.roll = roll
  }

  /// The angles of a rotation: yaw = atan2(m02, m22), pitch = asin(−m12), roll = atan2(m10, m11).
  public init(_ rotation: Quaternion) {
    let m = rotation.matrix
    yaw = atan2(m[0, 2], m[2, 2])
    pitch = asin(max(-1, min(1, -m[1, 2])))
    roll = atan2(m[1, 0], m[1, 1])
  }

  /// The rotation of the angles.
  public var rotation: Quaternion {
    Quaternion(angle: yaw, axis: Vector3(0, 1, 0))
      * Quaternion(angle: pitch, axis: Vector3(1, 0, 0))
      * Quaternion(angle: roll, axis: Vector3(0, 0, 1))
  }
}
