import SessionCore

/// What a tracker found in a picture.
enum TrackingResult: Sendable {
  case face(FaceTrackingResult)
  case world(WorldTrackingResult)

  /// CPU seconds of the tracker's stages, named `face.…` and `world.…`.
  var stageSeconds: [(name: String, seconds: Double)] {
    switch self {
    case .face(let r): r.stageSeconds.map { ("face." + $0.key, $0.value) }
    case .world(let r): r.stageSeconds.map { ("world." + $0.key, $0.value) }
    }
  }
}

/// A picture with what its tracker found in it.
struct TrackedPicture: Sendable {
  var image: CameraFrame
  var result: TrackingResult
}
