import Foundation
import SpatialMath

/// How far each eye of a user seems to look past what it looks at, radians to the face's left and up.
///
/// A fovea does not lie opposite the pupil, by some 5° and differently for everybody, and eyes of
/// another shape than the average's are misread by a constant.
package struct GazeOffsets: Sendable, Equatable {
  /// The eyes' offsets.
  package var left: Vector2, right: Vector2

  /// Nobody's.
  package static let none = GazeOffsets(left: .zero, right: .zero)

  /// Creates offsets.
  package init(left: Vector2, right: Vector2) {
    self.left = left
    self.right = right
  }

  /// A direction's angles to the face's left and up.
  static func angles(of direction: Vector3) -> Vector2 {
    Vector2(atan2(direction.x, direction.z), asin(max(-1, min(1, direction.y))))
  }

  /// The direction of angles to the face's left and up.
  static func direction(of angles: Vector2) -> Vector3 {
    Vector3(
      sin(angles.x) * cos(angles.y), sin(angles.y), cos(angles.x) * cos(angles.y))
  }
}

/// Learns a user's gaze offsets and the way the head is held, from pictures in which the user looks
/// into the camera.
package struct StraightLookLearner: Sendable {
  private var left: [Vector2] = [], right: [Vector2] = []
  private var poses: [EulerAngles] = []

  /// How much of the error of a straight look holds for other looks, as measured on drawn people.
  private static let lasting = 0.5
  /// Beyond this a look is none into the camera: blinks, glances, radians.
  private static let farthest = 25 * Double.pi / 180

  /// Creates a learner that has seen nothing.
  package init() {}

  /// The pictures that were looked at.
  package var pictures: Int { poses.count }

  /// Looks at a face whose eyes were read without offsets.
  package mutating func look(cameraFromFace: Pose, leftEye: Pose, rightEye: Pose) {
    let camera = cameraFromFace.inverse.translation
    func error(_ eye: Pose) -> Vector2 {
      GazeOffsets.angles(of: eye.rotation.act(Vector3(0, 0, 1)))
        - GazeOffsets.angles(of: (camera - eye.translation).normalized)
    }
    let errors = (left: error(leftEye), right: error(rightEye))
    guard errors.left.length < Self.farthest, errors.right.length < Self.farthest else { return }
    left.append(errors.left)
    right.append(errors.right)
    poses.append(EulerAngles(cameraFromFace.rotation))
  }

  /// The lasting part of the medians of what was seen; none without pictures.
  package var offsets: GazeOffsets {
    GazeOffsets(left: Self.lasting * Self.median(left), right: Self.lasting * Self.median(right))
  }

  /// How the head was held to the camera, by medians.
  package var pose: EulerAngles {
    EulerAngles(
      pitch: Self.median(poses.map(\.pitch)), yaw: Self.median(poses.map(\.yaw)),
      roll: Self.median(poses.map(\.roll)))
  }

  private static func median(_ values: [Vector2]) -> Vector2 {
    Vector2(median(values.map(\.x)), median(values.map(\.y)))
  }

  private static func median(_ values: [Double]) -> Double {
    values.isEmpty ? 0 : values.sorted()[values.count / 2]
  }
}
