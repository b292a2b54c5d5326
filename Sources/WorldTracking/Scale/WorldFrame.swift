import Foundation
import SessionCore
import SpatialMath

/// How world space lies on map space: a turn, a size and a shift, fixed once chosen.
package struct WorldFrame: Sendable {
  /// Metres a map unit.
  package let scale: Double
  /// World from map, without size.
  private var rotation: Quaternion
  private var translation: Vector3
  /// The unit vector against gravity in world space; +Y under gravity alignment.
  package private(set) var up: Vector3
  /// Where size and up come from.
  package let scaleSource: ScaleSource
  package let gravitySource: GravitySource
  /// The relative sigma of the size, and that of up in radians; nil where nothing tells.
  package var scaleSigma: Double?
  package var gravitySigma: Double?

  /// A heading flatter than this, as the sine of its elevation's complement, cannot be projected.
  private static let leastHeading = 0.1

  /// Chooses the frame by the first picture's camera from map, in vision axes, and by what is
  /// against gravity in map space.
  package init(
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

  /// Moves the world's origin so that the first camera is where it was in another world: under
  /// gravity alignment heading and place, else the whole pose.
  package mutating func resume(
    at pose: Pose, alignment: WorldTrackingConfiguration.WorldAlignment
  ) {
    let forward = pose.rotation.act(Vector3(0, 0, -1))
    let turn =
      alignment == .camera
      ? pose.rotation
      : Quaternion(angle: atan2(-forward.x, -forward.z), axis: Vector3(0, 1, 0))
    rotation = turn * rotation
    translation = turn.act(translation) + pose.translation
    up = turn.act(up)
  }

  /// The frame of a map that was saved.
  init(_ saved: WorldMapContent.Frame) {
    scale = saved.scale
    scaleSource = saved.scaleSource
    gravitySource = saved.gravitySource
    rotation = saved.worldFromMap.rotation
    translation = saved.worldFromMap.translation
    up = saved.up
  }

  /// What a saved map keeps of it.
  func saved(isUpCertain: Bool) -> WorldMapContent.Frame {
    WorldMapContent.Frame(
      worldFromMap: Pose(rotation: rotation, translation: translation), scale: scale, up: up,
      isUpCertain: isUpCertain, scaleSource: scaleSource, gravitySource: gravitySource)
  }

  /// A point of the map in the world.
  package func world(_ p: Vector3) -> Vector3 { rotation.act(p) * scale + translation }

  /// A direction of the map in the world.
  package func world(direction: Vector3) -> Vector3 { rotation.act(direction) }

  /// World from session camera for a camera from map in vision axes.
  package func worldFromCamera(_ cameraFromMap: RigidMotion) -> Pose {
    let mapFromCamera = cameraFromMap.inverse.pose * .sessionCameraFromVisionCamera
    var turn = rotation * mapFromCamera.rotation
    turn.normalize()
    return Pose(rotation: turn, translation: world(mapFromCamera.translation))
  }
}
