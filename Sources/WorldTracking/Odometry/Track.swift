import SpatialMath

/// A point of the map that is followed from picture to picture.
struct Track: Sendable {
  /// The point's slot and identifier.
  var slot: Int
  var identifier: UInt64
  /// Where it is in the newest picture, pixels.
  var pixel: Vector2
  /// The same as an image point.
  var place: Vector2
  /// Whether it agrees with the pose.
  var isInlier = true
  /// Whether it was searched for and found in this picture.
  var isFresh = false
}

extension WorldMap {
  /// Whether a track's point is still there.
  func holds(_ track: Track) -> Bool { points[track.slot].identifier == track.identifier }

  /// The keyframe of birth's centre, from which a point's depth is counted.
  func anchorCenter(_ point: MapPoint) -> Vector3 {
    keyframes[point.anchor].cameraFromMap.center
  }
}
