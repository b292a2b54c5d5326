import SpatialMath

/// How faces are tracked.
package struct FaceTrackingOptions: Sendable, Equatable {
  /// Where coefficients come from.
  package enum Coefficients: String, Sendable, CaseIterable {
    /// All that this module can read: the network's scores and our own estimators.
    case full
    /// The network's scores untouched, found as MediaPipe finds them, for comparison; `tongueOut`
    /// is 0, and several faces are not smoothed.
    case network
  }

  /// Where coefficients come from.
  package var coefficients: Coefficients
  /// The landmarks' smoothing; speeds are in face sizes a second.
  package var smoothing: OneEuroParameters
  /// The most faces to follow, 1…3.
  package var maximumNumberOfTrackedFaces: Int
  /// Whether the light is estimated.
  package var isLightEstimationEnabled: Bool
  /// The first face at rest, from the user's profile; nil has it learnt.
  package var restFace: RestFace?
  /// How far the first face's coefficients reach, from the user's profile.
  package var ranges = CoefficientRanges([:])
  /// How the first face's eyes are misread, from the user's profile.
  package var gazeOffsets = GazeOffsets.none

  /// Creates options.
  package init(
    coefficients: Coefficients = .full, smoothing: OneEuroParameters = .init(),
    maximumNumberOfTrackedFaces: Int = 1, isLightEstimationEnabled: Bool = true,
    restFace: RestFace? = nil
  ) {
    self.coefficients = coefficients
    self.smoothing = smoothing
    self.maximumNumberOfTrackedFaces = maximumNumberOfTrackedFaces
    self.isLightEstimationEnabled = isLightEstimationEnabled
    self.restFace = restFace
  }
}
