import Foundation
import SpatialMath

/// A rigid motion in vision axes (+X right, +Y down, +Z forward), as a matrix for fast use.
///
/// `cameraFromMap` takes a point of the map to the camera: R · X + t.
package struct RigidMotion: Sendable, Equatable {
  package var rotation = Matrix3x3.identity
  package var translation = Vector3.zero

  /// Creates a motion; none moves nothing.
  package init(rotation: Matrix3x3 = .identity, translation: Vector3 = .zero) {
    self.rotation = rotation
    self.translation = translation
  }

  /// The same motion as a pose.
  package var pose: Pose { Pose(rotation: Quaternion(rotation), translation: translation) }
  /// The inverse motion.
  package var inverse: RigidMotion {
    RigidMotion(rotation: rotation.transpose, translation: -rotation.transposeAct(translation))
  }
  /// Where the camera is when the motion is `cameraFromMap`: −Rᵀ · t.
  package var center: Vector3 { -rotation.transposeAct(translation) }

  /// A point moved.
  @inline(__always) package func act(_ p: Vector3) -> Vector3 { rotation * p + translation }

  /// Composition: `b` moves first.
  package static func * (a: RigidMotion, b: RigidMotion) -> RigidMotion {
    RigidMotion(rotation: a.rotation * b.rotation, translation: a.act(b.translation))
  }

  /// Turns and moves from the left by a small rotation vector and translation.
  package mutating func perturb(rotation turn: Vector3, translation shift: Vector3) {
    let small = Quaternion(rotationVector: turn).matrix
    rotation = small * rotation
    translation = small * translation + shift
  }

  /// Removes what rounding has done to the rotation.
  package mutating func orthonormalize() { rotation = Quaternion(rotation).matrix }

  /// The angle of the rotation in radians.
  package var angle: Double {
    let trace = rotation[0, 0] + rotation[1, 1] + rotation[2, 2]
    return acos(max(-1, min(1, (trace - 1) / 2)))
  }
}

extension Matrix3x3 {
  /// The transpose times a vector.
  @inline(__always) package func transposeAct(_ v: Vector3) -> Vector3 {
    Vector3(column0.dot(v), column1.dot(v), column2.dot(v))
  }

  /// The cross product of a vector with each column: `Matrix3x3(skew: v) * self`.
  @inline(__always) package func crossed(by v: Vector3) -> Matrix3x3 {
    Matrix3x3(columns: v.cross(column0), v.cross(column1), v.cross(column2))
  }
}
