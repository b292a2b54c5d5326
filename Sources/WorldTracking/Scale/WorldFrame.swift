import SessionCore
import SpatialMath

/// How world space lies on map space: a turn, a size and a shift, fixed once chosen.
struct WorldFrame: Sendable {
  /// Metres a map unit.
  let scale: Double
  /// World from map, without size.
  private let rotation: Quaternion
  private let translation: Vector3
  /// The unit vector against gravity in world space; +Y under gravity alignment.
  let up: Vector3
  /// Where size and up come from.
  let scaleSource: ScaleSource
  let gravitySource: GravitySource

  /// A heading flatter than this, as the sine of its elevation's complement, cannot be projected.
  private static let leastHeading = 0.1

  /// Chooses the frame by the first picture's camera from map, in vision axes, and by what is
  /// against gravity in map space.
  init(
    firstCamera: RigidMotion, up mapUp: Vector3, gravitySource: GravitySource, scale: Double,
    scaleSource: ScaleSource, alignment: WorldTrackingConfiguration.WorldAlignment
  ) {
    self.scale = scale
    self.scaleSource = scaleSource
    self.gravitySource = gravitySource
    let mapFromCamera = firstCamera.inverse.pose * .sessionCameraFromVisionCamera
    switch alignment {
    case .camera:
      rotation = mapFromCamera.rotation.inverse
    case .gravity, .gravityAndHeading:
      rotation = Self.level(mapFromCamera.rotation, up: mapUp.normalized)
    }
    translation = -rotation.act(firstCamera.center) * scale
    up = rotation.act(mapUp).normalized
  }

  /// World from map: +Y up, −Z the camera's heading projected level; for a camera that looks
  /// straight down (or up), the direction in which its picture's top (or bottom) points.
  private static func level(_ mapFromCamera: Quaternion, up: Vector3) -> Quaternion {
    let forward = mapFromCamera.act(Vector3(0, 0, -1))
    var heading = forward - up * forward.dot(up)
    if heading.length < leastHeading {
      let top = mapFromCamera.act(Vector3(0, 1, 0)) * (forward.dot(up) < 0 ? 1 : -1)
      heading = top - up * top.dot(up)
    }
    let z = -heading.normalized
    let x = up.cross(z)
    return Quaternion(Matrix3x3(rows: x, up, z))
  }

  /// A point of the map in the world.
  func world(_ p: Vector3) -> Vector3 { rotation.act(p) * scale + translation }

  /// A direction of the map in the world.
  func world(direction: Vector3) -> Vector3 { rotation.act(direction) }

  /// World from session camera for a camera from map in vision axes.
  func worldFromCamera(_ cameraFromMap: RigidMotion) -> Pose {
    let mapFromCamera = cameraFromMap.inverse.pose * .sessionCameraFromVisionCamera
    var turn = rotation * mapFromCamera.rotation
    turn.normalize()
    return Pose(rotation: turn, translation: world(mapFromCamera.translation))
  }
}
