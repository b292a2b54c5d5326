/// The constants of world tracking, with where they come from.
///
/// "Measured" means: on three hand-held room sequences with ground truth, by the error of the live
/// poses. Lengths in pixels are for pictures of about 640 × 480.
package struct TrackingParameters: Sendable {
  // Optical flow and patches.

  /// Wanted tracks; a point costs 20 µs of flow.
  package var points = 220
  /// The flow's window in pixels; 21 costs 40 % more and gains nothing measured.
  package var flowWindow = 15
  /// Half-size steps: 3 reach about 60 px beyond the prediction.
  package var flowLevels = 3
  /// The least correlation of a track with its keyframe patch; true matches lie above 0.9.
  package var trackCorrelation = 0.75
  /// The least correlation of a point found again: stricter, for nothing led to it.
  package var searchCorrelation = 0.85
  /// The farthest a patch may pull a track, pixels.
  package var patchReach = 3.0
  /// Points of the map searched for in a picture.
  package var searches = 100
  /// With so many tracks no more points are searched for: they would cost flow and add nothing
  /// measured.
  package var enoughTracks = 280
  /// The farthest that a point is found from its projection, pixels.
  package var searchRadius = 6.0
  /// The same while the pose may be off by more than pixels, for so many pictures after the camera was
  /// found again.
  package var wideSearchRadius = 13.0, wideSearchPictures = 45
  /// The least smaller eigenvalue of a corner's structure tensor, grey² a pixel: rejects edges.
  package var cornerStrength = 6.0
  /// Tracks wanted even when the corners crowd in a few cells.
  package var crowdedPoints = 140

  // The pose.

  /// An inlier's limit in robust sigmas.
  package var gate = 3.0
  /// The floor of the robust sigma in pixels; patches align to 0.1–0.3 px.
  package var minimumSigma = 0.5
  /// How firmly the translation is held at the prediction, as a share of the median depth.
  package var motionSigma = 0.005
  /// The relative sigma of a new point's guessed depth.
  package var newDepthSigma = 0.5
  /// Below this relative depth sigma a point is well known.
  package var knownDepthSigma = 0.2
  /// A point known this well takes its own depth for its guess: guesses are wrong alike, all too far
  /// perhaps, and together pull at the map's scale.
  package var ownDepthSigma = 0.15
  /// With fewer well-known points the others join the pose, their depth marginalised.
  package var enoughKnownPoints = 50
  /// With fewer inliers the camera is lost; systems of this class use 15–50.
  package var minimumInliers = 20

  // Keyframes.

  /// The least and the most pictures between keyframes.
  package var minimumGap = 3, maximumGap = 25
  /// A keyframe is due when this share of the last one's tracks is left.
  package var remainingShare = 0.75
  /// A keyframe is due when the median point has moved this far apart from rotation, pixels.
  package var keyframeParallax = 14.0
  /// A keyframe is due after this turn, radians (9°).
  package var keyframeRotation = 0.157
  /// The first keyframes come at half the distance: a young map's scale settles sooner.
  package var youngKeyframes = 8
  /// The keyframes that an adjustment moves, and those it holds fixed.
  package var window = 8, fixedKeyframes = 10
  /// The steps of an adjustment.
  package var adjustmentSteps = 5
  /// Where the cost of an adjustment's residual becomes linear, pixels.
  package var huber = 1.0
  /// After adjustment a worse observation is removed, pixels.
  package var observationLimit = 2.5
  /// A keyframe is redundant when this share of its points has three other views.
  package var redundantShare = 0.85
  /// The most keyframes kept; one holds 0.4 MB.
  package var maximumKeyframes = 120
  /// The most points kept.
  package var maximumPoints = 6000

  // The start.

  /// Corners wanted, and wanted where they crowd.
  package var initialPoints = 400, initialCrowdedPoints = 200
  /// Fewer tracks start again with a new reference picture.
  package var minimumInitialTracks = 80
  /// The least median angle between a point's two rays, radians (0.45°); up to ten views take part.
  package var initialParallax = 0.00785
  /// The most median residual over the views, pixels.
  package var initialResidual = 0.8
  /// How much more any distinct motion must cost, as a factor and in sigmas of the tracks' differences.
  ///
  /// Near and far exchanged explain little parallax nearly as well as the truth (an error of 20 cm,
  /// measured). None of 102 starts in three rooms, at 30, 15 and 10 Hz, is wrong at 1.2 and 3; one of
  /// 81 is at 1.1 and 2.
  package var initialAmbiguity = 1.25, initialCertainty = 3.0

  /// Creates the measured constants.
  package init() {}
}
