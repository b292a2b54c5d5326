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
