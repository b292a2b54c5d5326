import SpatialMath

/// One sight of a point in a keyframe.
struct PointObservation: Sendable {
  /// The keyframe's slot.
  var keyframe: Int
  /// Where in its picture, pixels.
  var pixel: Vector2
  /// The same as an image point.
  var place: Vector2
}

/// A point of the map.
///
/// Every point has a guess of its depth from birth, and one number that says how well its depth is
/// known now; there is no other kind of point for those whose depth is still open.
struct MapPoint: Sendable {
  /// Counts up from 1 and is never used again; 0 marks a free slot.
  var identifier: UInt64
  /// In map space.
  var position: Vector3
  /// The slot of the keyframe of birth: it owns the reference patch and the depth's guess.
  var anchor: Int
  /// The guessed inverse depth at birth.
  var anchorInverseDepth: Double
  /// The relative sigma of the depth seen from the anchor.
  var depthSigma: Double
  /// In keyframes, the anchor's first.
  var observations: [PointObservation]
  /// How often it was searched for again, and found.
  var searches = 0, finds = 0
  /// One at each described size, from up to three views; empty until described.
  var descriptors: [BinaryDescriptor] = []

  /// The unit normal of the surface that it lies on, as its neighbours show; nil where they lie on
  /// no plane.
  var normal: Vector3?
  /// How many sights it had when its neighbours were last looked at; 0 for never.
  var normalSights = 0

  /// Whether the slot holds a point.
  var isAlive: Bool { identifier != 0 }

  /// The sight in a keyframe.
  func observation(in keyframe: Int) -> PointObservation? {
    observations.first { $0.keyframe == keyframe }
  }

  /// The inverse depth's prior, for a relative sigma of the guess.
  func depthPrior(anchor: RigidMotion, sigma: Double) -> BundleProblem.DepthPrior {
    let r = anchor.rotation
    let s = sigma * anchorInverseDepth
    return BundleProblem.DepthPrior(
      row: Vector3(r.column0.z, r.column1.z, r.column2.z), offset: anchor.translation.z,
      inverseDepth: anchorInverseDepth, information: 1 / (s * s))
  }
}
