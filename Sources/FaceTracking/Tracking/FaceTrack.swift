import ImageProcessing
import SessionCore
import SpatialMath

/// One face over time: where to look for it next, its filters, and its last values.
///
/// Bound to the tracker thread.
package final class FaceTrack {
  /// The face's number, given when it is first read; it never returns for another face.
  package var identifier: Int?
  /// Where to look in the next picture.
  package var region: OrientedRectangle
  /// The landmarks of the last picture, unsmoothed until `smoother` has run.
  package var reading = LandmarkReading()
  /// The landmarks' filters.
  package var smoother: LandmarkSmoother
  /// Eyes and gaze.
  package var eyes = EyeEstimator()
  /// Steadies coefficients.
  package var coefficientFilters = CoefficientFilters()
  /// Learns what the face looks like at rest; outlives a loss.
  package var restLearner = RestFaceLearner()
  /// When the face was last seen.
  package var lastSeen = Timestamp.zero
  /// What the face was like when it was last seen.
  package var conditions: FaceConditions?
  /// The last values; nil before the first picture in which the face was found.
  package var face: TrackedFace?

  /// Whether the face was in the last picture.
  package var isTracked: Bool { face?.isTracked ?? false }

  /// Creates a track for a face that was just detected.
  package init(region: OrientedRectangle, smoothing: OneEuroParameters) {
    self.region = region
    smoother = LandmarkSmoother(parameters: smoothing)
  }

  /// Marks the face as lost; its last values stay.
  func lose() {
    smoother.reset()
    coefficientFilters = CoefficientFilters()
    face?.isTracked = false
    face?.reason = conditions?.lossReason
  }
}
