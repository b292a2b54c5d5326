import ImageProcessing
import SessionCore
import SpatialMath

/// One face over time: where to look for it next, its filters, and its last values.
///
/// Bound to the tracker thread.
final class FaceTrack {
  /// The face's number, given when it is first read; it never returns for another face.
  var identifier: Int?
  /// Where to look in the next picture.
  var region: OrientedRectangle
  /// The landmarks of the last picture, unsmoothed until `smoother` has run.
  var reading = LandmarkReading()
  /// The landmarks' filters.
  var smoother: LandmarkSmoother
  /// Eyes and gaze.
  var eyes = EyeEstimator()
  /// Steadies `tongueOut`.
  var tongueFilter = MedianOfFive()
  /// When the face was last seen.
  var lastSeen = Timestamp.zero
  /// What the face was like when it was last seen.
  var conditions: FaceConditions?
  /// The last values; nil before the first picture in which the face was found.
  var face: TrackedFace?

  /// Creates a track for a face that was just detected.
  init(region: OrientedRectangle, smoothing: OneEuroParameters) {
    self.region = region
    smoother = LandmarkSmoother(parameters: smoothing)
  }

  /// Marks the face as lost; its last values stay.
  func lose(reason: String?) {
    smoother.reset()
    tongueFilter = MedianOfFive()
    face?.isTracked = false
    face?.reason = reason
  }
}
