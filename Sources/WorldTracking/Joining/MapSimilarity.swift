import Foundation
import SpatialMath

/// How one map lies on another one: a turn, a size and a shift (Sim(3)).
///
/// Two maps of one camera differ in all three, and so do two parts of one map between which its
/// scale has crept.
struct MapSimilarity: Sendable, Equatable {
  /// Units of the new map in a unit of the old one.
  var scale = 1.0
  /// New map from old map, without size.
  var rotation = Matrix3x3.identity
  /// In the new map.
  var translation = Vector3.zero

  /// A point of the old map in the new one.
  func act(_ p: Vector3) -> Vector3 { rotation * p * scale + translation }

  /// A camera in the old map as one in the new one: what it sees does not change.
  func act(camera: RigidMotion) -> RigidMotion {
    let turn = camera.rotation * rotation.transpose
    var moved = RigidMotion(
      rotation: turn, translation: camera.translation * scale - turn * translation)
    moved.orthonormalize()
    return moved
  }

  /// A part of the same change, 0 for none and 1 for all, about a place of the old map.
  func part(_ share: Double, about origin: Vector3) -> MapSimilarity {
    let turn = Quaternion(rotationVector: Quaternion(rotation).rotationVector * share).matrix
    let size = pow(scale, share)
    let moved = origin + (act(origin) - origin) * share
    return MapSimilarity(
      scale: size, rotation: turn, translation: moved - turn * origin * size)
  }
}
