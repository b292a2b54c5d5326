import Foundation
import SpatialMath

/// A rigid motion in vision axes (+X right, +Y down, +Z forward), as a matrix for fast use.
///
/// `cameraFromMap` takes a point of the map to the camera: R · X + t.
struct RigidMotion: Sendable, Equatable {
  var rotation = Matrix3x3.identity
  var translation = Vector3.zero

  /// The same motion as a pose.
  var pose: Pose { Pose(rotation: Quaternion(rotation), translation: translation) }
  /// The inverse motion.
  var inverse: RigidMotion {
    RigidMotion(rotation: rotation.transpose, translation: -rotation.transposeAct(translation))
  }
  /// Where the camera is when the motion is `cameraFromMap`: −Rᵀ · t.
  var center: Vector3 { -rotation.transposeAct(translation) }

  /// A point moved.
  @inline(__always) func act(_ p: Vector3) -> Vector3 { rotation * p + translation }

  /// Composition: `b` moves first.
  static func * (a: RigidMotion, b: RigidMotion) -> RigidMotion {
    RigidMotion(rotation: a.rotation * b.rotation, translation: a.act(b.translation))
  }

  /// Turns and moves from the left by a small rotation vector and translation.
  mutating func perturb(rotation turn: Vector3, translation shift: Vector3) {
    let small = Quaternion(rotationVector: turn).matrix
    rotation = small * rotation
    translation = small * translation + shift
  }

  /// Removes what rounding has done to the rotation.
  mutating func orthonormalize() { rotation = Quaternion(rotation).matrix }

  /// The angle of the rotation in radians.
  var angle: Double {
    let trace = rotation[0, 0] + rotation[1, 1] + rotation[2, 2]
    return acos(max(-1, min(1, (trace - 1) / 2)))
  }
}

extension Matrix3x3 {
  /// The transpose times a vector.
  @inline(__always) func transposeAct(_ v: Vector3) -> Vector3 {
    Vector3(column0.dot(v), column1.dot(v), column2.dot(v))
  }

  /// The cross product of a vector with each column: `Matrix3x3(skew: v) * self`.
  @inline(__always) func crossed(by v: Vector3) -> Matrix3x3 {
    Matrix3x3(columns: v.cross(column0), v.cross(column1), v.cross(column2))
  }
}
