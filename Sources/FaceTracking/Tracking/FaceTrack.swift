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
  /// The size of the region in which the face was last seen, as a share of the usual one.
  var regionScale = 1.0
  /// Whether landmarks were lost in this picture where the detector still sees a face.
  var isSeenByDetector = false
  /// How far, in region sizes, the face was from where its movement let expect it in the last picture.
  package private(set) var surprise = 0.0
  private var velocity = Vector2.zero
  /// The landmarks of the last picture, unsmoothed until `smoother` has run.
  package var reading = LandmarkReading()
  /// The landmarks' filters.
  package var smoother: LandmarkSmoother
  /// Holds the pose still while it only trembles.
  var poseSteadier = PoseSteadier()
  /// Evens out which parts something is before.
  var occlusionSteadier = OcclusionSteadier()
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

  /// Moves on to where the face is in a picture.
  func move(to region: OrientedRectangle, at time: Timestamp) {
    let seconds = time.seconds(since: lastSeen)
    if isTracked, seconds > 0 {
      let moved = region.center - self.region.center
      surprise = (moved - velocity * seconds).length / max(region.size.x, 1)
      velocity += Self.velocityShare * (moved / seconds - velocity)
    } else {
      surprise = 0
      velocity = .zero
    }
    self.region = region
  }

  /// How fast the expected velocity follows the seen one, a picture.
  private static let velocityShare = 0.5

  /// Marks the face as lost; its last values stay.
  func lose() {
    smoother.reset()
    poseSteadier.reset()
    coefficientFilters = CoefficientFilters()
    occlusionSteadier = OcclusionSteadier()
    face?.isTracked = false
    face?.reason = conditions?.lossReason
  }
}
