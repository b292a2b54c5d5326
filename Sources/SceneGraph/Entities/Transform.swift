import SpatialMath

/// Scale, then rotation, then translation of an entity, relative to its parent.
public struct Transform: Sendable, Equatable {
  /// Factors along the entity's own axes.
  public var scale: Vector3
  /// The rotation.
  public var rotation: Quaternion
  /// The translation in the parent's units (metres at scale 1).
  public var translation: Vector3

  /// Creates a transform; the default changes nothing.
  public init(
    scale: Vector3 = Vector3(1, 1, 1), rotation: Quaternion = .identity,
    translation: Vector3 = .zero
  ) {
    self.scale = scale
    self.rotation = rotation
    self.translation = translation
  }

  /// The rotation Ry(yaw) · Rx(pitch) · Rz(roll), angles in radians.
  public init(pitch: Double, yaw: Double, roll: Double) {
    self.init(rotation: EulerAngles(pitch: pitch, yaw: yaw, roll: roll).rotation)
  }

  /// A rigid motion.
  public init(_ pose: Pose) {
    self.init(rotation: pose.rotation, translation: pose.translation)
  }

  /// Takes an affine matrix apart: column lengths are the scale, and shear is lost.
  ///
  /// A mirroring matrix gives a negative x scale.
  public init(matrix m: Matrix4x4) {
    let linear = m.linear
    let sign = linear.determinant < 0 ? -1.0 : 1.0
    let scale = Vector3(
      linear.column0.length * sign, linear.column1.length, linear.column2.length)
    let rotation = Quaternion(
      Matrix3x3(
        columns: Self.direction(linear.column0 * sign, or: Vector3(1, 0, 0)),
        Self.direction(linear.column1, or: Vector3(0, 1, 0)),
        Self.direction(linear.column2, or: Vector3(0, 0, 1))))
    self.init(scale: scale, rotation: rotation, translation: m.translation)
  }

  /// Nothing changes.
  public static let identity = Transform()

  /// The matrix that takes a point of the entity to its parent.
  public var matrix: Matrix4x4 {
    let r = rotation.matrix
    return Matrix4x4(
      linear: Matrix3x3(columns: r.column0 * scale.x, r.column1 * scale.y, r.column2 * scale.z),
      translation: translation)
  }

  private static func direction(_ v: Vector3, or fallback: Vector3) -> Vector3 {
    v.length > 1e-12 ? v.normalized : fallback
  }
}
