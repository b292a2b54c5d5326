/// A rigid motion: rotation, then translation in metres.
///
/// Named by the frame of its result: `worldFromCamera.act(p)` takes a point from camera to world.
@frozen public struct Pose: Sendable, Equatable {
  /// The rotation.
  public var rotation: Quaternion
  /// The translation in metres.
  public var translation: Vector3

  /// Creates a pose.
  @inlinable public init(rotation: Quaternion = .identity, translation: Vector3 = .zero) {
    self.rotation = rotation
    self.translation = translation
  }

  /// Creates a pose from the rigid part of a matrix.
  public init(_ m: Matrix4x4) {
    self.init(rotation: Quaternion(m.linear), translation: m.translation)
  }

  /// The pose that changes nothing.
  public static let identity = Pose()

  /// The inverse motion.
  @inlinable public var inverse: Pose {
    let r = rotation.inverse
    return Pose(rotation: r, translation: -r.act(translation))
  }

  /// Composition: `worldFromCamera * cameraFromFace` is `worldFromFace`.
  @inlinable public static func * (a: Pose, b: Pose) -> Pose {
    var r = a.rotation * b.rotation
    r.normalize()
    return Pose(rotation: r, translation: a.rotation.act(b.translation) + a.translation)
  }

  /// A point moved by the pose.
  @inlinable public func act(_ p: Vector3) -> Vector3 { rotation.act(p) + translation }

  /// The 4 × 4 matrix of the pose.
  @inlinable public var matrix: Matrix4x4 {
    Matrix4x4(linear: rotation.matrix, translation: translation)
  }

  /// Interpolates rotation (spherically) and translation (linearly).
  public func interpolated(to other: Pose, fraction: Double) -> Pose {
    Pose(
      rotation: rotation.interpolated(to: other.rotation, fraction: fraction),
      translation: translation + (other.translation - translation) * fraction)
  }

  /// The half turn about X between the session's camera axes (+Y up, −Z forward) and those of
  /// computer vision (+Y down, +Z forward).
  ///
  /// It is its own inverse.
  ///
  /// Trackers that work in vision axes convert here and nowhere else:
  /// `worldFromCamera = worldFromVisionCamera * .sessionCameraFromVisionCamera`.
  public static let sessionCameraFromVisionCamera = Pose(
    rotation: Quaternion(imaginary: Vector3(1, 0, 0), real: 0))
}
