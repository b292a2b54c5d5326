import Foundation
import SessionCore
import SpatialMath

/// What a person does at one moment.
struct PersonPose: Sendable {
  /// The 52 coefficients.
  var coefficients: BlendShapes
  /// Session camera from face, metres.
  var cameraFromFace: Pose

  /// The turn of an eyeball at weight 1 of a look coefficient, radians.
  static let horizontalReach = 30 * Double.pi / 180, verticalReach = 25 * Double.pi / 180

  /// Face from an eye's space: +Z to the pupil, no roll.
  func eyeRotation(isLeft: Bool) -> Quaternion {
    let c = coefficients
    let outwards =
      isLeft
      ? c[.eyeLookOutLeft] - c[.eyeLookInLeft] : c[.eyeLookInRight] - c[.eyeLookOutRight]
    let down =
      isLeft
      ? c[.eyeLookDownLeft] - c[.eyeLookUpLeft] : c[.eyeLookDownRight] - c[.eyeLookUpRight]
    return EulerAngles(
      pitch: Double(down) * Self.verticalReach, yaw: Double(outwards) * Self.horizontalReach
    ).rotation
  }

  /// The look coefficients that turn the eyes towards a point of face space, as far as they go.
  mutating func look(at point: Vector3, leftEye: Vector3, rightEye: Vector3) {
    for (eye, isLeft) in [(leftEye, true), (rightEye, false)] {
      let d = point - eye
      let yaw = Float(atan2(d.x, d.z) / Self.horizontalReach)
      let pitch = Float(atan2(d.y, hypot(d.x, d.z)) / Self.verticalReach)
      func part(_ x: Float) -> Float { min(1, max(0, x)) }
      if isLeft {
        coefficients[.eyeLookOutLeft] = part(yaw)
        coefficients[.eyeLookInLeft] = part(-yaw)
        coefficients[.eyeLookUpLeft] = part(pitch)
        coefficients[.eyeLookDownLeft] = part(-pitch)
      } else {
        coefficients[.eyeLookInRight] = part(yaw)
        coefficients[.eyeLookOutRight] = part(-yaw)
        coefficients[.eyeLookUpRight] = part(pitch)
        coefficients[.eyeLookDownRight] = part(-pitch)
      }
    }
  }
}
