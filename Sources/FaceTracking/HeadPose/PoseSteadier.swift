import Foundation
import SpatialMath

/// Holds a pose still while it only trembles.
///
/// What is left of a sensor's noise after the landmarks' filter turns a resting head by some hundredths of
/// a degree. Differences as small as that are followed slowly; from the size of a movement on, the pose is
/// taken as it is, so that nothing comes later than without.
package struct PoseSteadier: Sendable {
  private var last: (pose: Pose, time: Timestamp)?

  private enum Limit {
    /// A turn that is surely a movement, for a face of `width`: seven times what noise makes of it, radians.
    static let turn = 0.15 * Double.pi / 180
    /// The same of a shift, as a share of the distance.
    static let shift = 0.0015
    /// Pixels across a face for which these hold; smaller ones tremble more.
    static let width = 200.0
    /// How far smaller and larger faces change them.
    static let scales = 0.5...4.0
    /// Seconds in which a tremble is followed by 63 %.
    static let timeConstant = 0.25
  }

  /// Creates a steadier without history.
  package init() {}

  /// The steadied pose of a face that is so many pixels wide.
  package mutating func steady(_ pose: Pose, faceWidth: Double, at time: Timestamp) -> Pose {
    guard let last else {
      last = (pose, time)
      return pose
    }
    let turn = (pose.rotation * last.pose.rotation.inverse).rotationVector
    let shift = pose.translation - last.pose.translation
    let scale = min(
      max(Limit.width / max(faceWidth, 1), Limit.scales.lowerBound), Limit.scales.upperBound)
    let size = max(
      turn.length / (Limit.turn * scale),
      shift.length / (Limit.shift * scale * max(pose.translation.length, 1e-3)))
    let slow = 1 - exp(-max(0, time.seconds(since: last.time)) / Limit.timeConstant)
    let share = slow + (1 - slow) * min(1, size * size)
    let result =
      share < 1
      ? Pose(
        rotation: Quaternion(rotationVector: turn * share) * last.pose.rotation,
        translation: last.pose.translation + shift * share) : pose
    self.last = (result, time)
    return result
  }

  /// Forgets everything.
  package mutating func reset() { last = nil }
}
