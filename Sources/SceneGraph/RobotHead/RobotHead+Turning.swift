import Foundation
import SpatialMath

/// How the face's rotation becomes the head's.
extension RobotHead {
  /// World from frame B: +Y is up in the world, +Z is level and points from a place to the viewer.
  ///
  /// A viewer straight above stands where the lower edge of its picture is.
  public static func viewerFrame(place: Vector3, viewer: Pose) -> Quaternion {
    func level(_ v: Vector3) -> Vector3? {
      let flat = Vector3(v.x, 0, v.z)
      // 1 mm, or a thousandth of a unit direction: below it the heading is noise.
      return flat.length > 1e-3 ? flat.normalized : nil
    }
    let z =
      level(viewer.translation - place) ?? level(viewer.rotation.act(Vector3(0, -1, 0)))
      ?? Vector3(0, 0, 1)
    return Quaternion(angle: atan2(z.x, z.z), axis: Vector3(0, 1, 0))
  }

  /// The head's angles in B for a face's rotation in B: (pitch, π − yaw, −roll), the mirror image.
  ///
  /// - Parameters:
  ///   - viewerFrameFromFace: the face's rotation in B.
  ///   - viewerFacesUser: true when the viewer is the camera that watches the user. The user then
  ///     faces the viewer instead of looking the viewer's way, which is half a turn.
  /// - Returns: yaw is not wrapped: −π…3π.
  public static func mirroredAngles(
    viewerFrameFromFace: Quaternion, viewerFacesUser: Bool = false
  ) -> EulerAngles {
    let halfTurn = Quaternion(angle: .pi, axis: Vector3(0, 1, 0))
    let face = EulerAngles(
      viewerFacesUser ? halfTurn * viewerFrameFromFace : viewerFrameFromFace)
    return EulerAngles(pitch: face.pitch, yaw: .pi - face.yaw, roll: -face.roll)
  }

  /// The head's angles as the book's listing computes them: (pitch, π − yaw, roll) of the face's
  /// rotation in the parent.
  public static func parentAngles(parentFromFace: Quaternion) -> EulerAngles {
    let face = EulerAngles(parentFromFace)
    return EulerAngles(pitch: face.pitch, yaw: .pi - face.yaw, roll: face.roll)
  }
}
