import SessionCore

/// Faces at rest: given by a profile, or learnt.
extension FaceLandmarkTracker {
  /// Learns anew what faces look like at rest, from every picture on: the user was asked to rest.
  package func learnRest() {
    restManner = .asked
    restFace = nil
    for track in tracks.active + tracks.lost { track.restLearner = RestFaceLearner(.asked) }
  }

  /// What the first face looks like at rest, as far as it is known; its `share` tells how far that is.
  package var learnedRest: RestFace? { firstTrack?.restLearner.rest }

  /// The coefficients of a track in its user's ranges, where they are known.
  func personal(_ coefficients: BlendShapes, of track: FaceTrack) -> BlendShapes {
    guard isUser(track) else { return coefficients }
    return options.ranges.stretched(coefficients)
  }

  /// Gives the first face's eyes the user's offsets.
  func assignGazeOffsets(to track: FaceTrack) {
    track.eyes.offsets = isUser(track) ? options.gazeOffsets : .none
  }

  /// Whether a track is the one whose profile was given.
  private func isUser(_ track: FaceTrack) -> Bool {
    options.coefficients == .full && firstTrack === track
  }

  /// Gives the first face the profile's face at rest.
  func assignRestFaces() {
    guard let restFace, let first = firstTrack else { return }
    first.restLearner = RestFaceLearner(.settled, rest: restFace)
  }

  private var firstTrack: FaceTrack? {
    (tracks.active + tracks.lost).filter { $0.identifier != nil }
      .min { $0.identifier ?? .max < $1.identifier ?? .max }
  }
}
