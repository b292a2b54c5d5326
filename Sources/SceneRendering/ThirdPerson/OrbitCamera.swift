import Foundation
import SceneGraph
import SpatialMath

/// A view from outside that turns round a point of the world.
package struct OrbitCamera: Sendable, Equatable {
  /// The point in the middle of the picture, in world space.
  package var target: Vector3
  /// From the point to the eye, metres.
  package var distance: Double
  /// The eye's direction from the point: 0 is +Z of the world, a quarter turn +X; radians.
  package var yaw: Double
  /// The eye's height over the point's level, radians.
  package var pitch: Double

  /// The picture's height as an angle, radians.
  package static let fieldOfView = 0.85
  /// Straight from above the sides would be undefined.
  private static let pitchRange = -1.55...1.55
  private static let distanceRange = 0.05...500.0
  /// A drag over the whole height turns by this much.
  private static let turnOfHeight = Double.pi
  /// A notch of the wheel.
  private static let zoomOfNotch = 1.15

  /// Creates a view.
  package init(target: Vector3, distance: Double, yaw: Double, pitch: Double) {
    self.target = target
    self.distance = min(max(distance, Self.distanceRange.lowerBound), Self.distanceRange.upperBound)
    self.yaw = yaw
    self.pitch = min(max(pitch, Self.pitchRange.lowerBound), Self.pitchRange.upperBound)
  }

  /// A view of a box, from behind and above a camera, a little from its right.
  package init(of box: BoundingBox, behind camera: Pose) {
    let back = camera.rotation.act(Vector3(0, 0, 1))
    let isLevel = Vector2(back.x, back.z).length > 1e-3
    self.init(
      target: box.center,
      // A tenth more than what just fits.
      distance: max(0.3, box.boundingRadius) * 1.1 / sin(Self.fieldOfView / 2),
      yaw: (isLevel ? atan2(back.x, back.z) : 0) + 0.6, pitch: 0.5)
  }

  /// A view straight down on a box, with a camera's heading upwards.
  package init(above box: BoundingBox, heading camera: Pose) {
    self.init(of: box, behind: camera)
    yaw -= 0.6
    pitch = Self.pitchRange.upperBound
  }

  /// World from the view's camera (+X right, +Y up, −Z forward).
  package var worldFromCamera: Pose {
    let rotation =
      Quaternion(angle: yaw, axis: Vector3(0, 1, 0))
      * Quaternion(angle: -pitch, axis: Vector3(1, 0, 0))
    return Pose(
      rotation: rotation, translation: target + rotation.act(Vector3(0, 0, distance)))
  }

  /// Turns as if the world hung on the pointer; `way` in pixels of a target so many pixels high.
  package mutating func turn(by way: Vector2, height: Double) {
    let angle = Self.turnOfHeight / max(1, height)
    self = OrbitCamera(
      target: target, distance: distance, yaw: yaw - way.x * angle, pitch: pitch + way.y * angle)
  }

  /// Moves the point so that it follows the pointer.
  package mutating func move(by way: Vector2, height: Double) {
    let metres = 2 * distance * tan(Self.fieldOfView / 2) / max(1, height)
    target += worldFromCamera.rotation.act(Vector3(-way.x, way.y, 0) * metres)
  }

  /// Goes nearer by notches of a wheel, or away by negative ones.
  package mutating func zoom(by notches: Double) {
    self = OrbitCamera(
      target: target, distance: distance * pow(Self.zoomOfNotch, -notches), yaw: yaw, pitch: pitch)
  }

  /// The ray of the world through a point of the picture, (0, 0) top left to (1, 1).
  package func ray(through point: Vector2, aspect: Double) -> Ray {
    let half = tan(Self.fieldOfView / 2)
    let pose = worldFromCamera
    let direction = Vector3(
      (2 * point.x - 1) * half * aspect, (1 - 2 * point.y) * half, -1)
    return Ray(origin: pose.translation, direction: pose.rotation.act(direction))
  }
}
