import FaceMesh
import ImageProcessing
import SessionCore
import SpatialMath
import SystemSupport

/// Finds faces and follows them with landmark and blend-shape networks.
///
/// The detector runs only while fewer faces than the maximum are followed; each followed face costs
/// one landmark and one blend-shape inference a picture. Bound to one tracker thread.
package final class FaceLandmarkTracker: FaceTracker {
  /// The most faces to follow, 1…3.
  package var maximumNumberOfTrackedFaces: Int

  /// The user's own face at rest, from a profile.
  ///
  /// The first face is read relative to it. Other faces, and all without it, have theirs learnt
  /// while they are followed.
  package var restFace: RestFace? {
    didSet { assignRestFaces() }
  }

  let detector: FaceDetector
  let landmarkModel: LandmarkModel
  let blendShapeModel: BlendShapeModel
  /// The inferences made so far.
  private(set) var inferences = InferenceCounts()
  private let options: FaceTrackingOptions
  private let coefficientReader = CoefficientReader()
  private let fitter = MetricFaceFitter()
  var tracks = FaceTrackList()
  /// How the rest faces of new tracks are learnt.
  var restManner = RestFaceLearner.Manner.watching
  private var faceLight = FaceLightEstimator()
  private var light = AmbientLightEstimator()
  private var heldLight: LightEstimate?
  private var heldFaceLight: DirectionalLightEstimate?
  private var picturesSinceLight = 0
  private var picturesSinceDetection = 0
  private var stages = StageClock()

  /// While a face is followed, others are looked for in every so many pictures: a quarter of a
  /// second at 30 pictures a second.
  private static let detectionInterval = 8
  /// The light is read in every so many pictures: it is evened out over 0.3 s in any case.
  private static let lightInterval = 4
  /// MediaPipe's least presence of a face.
  private static let presenceThreshold = 0.5
  /// The least presence of a face that was there in the picture before, but for comparisons with
  /// MediaPipe.
  private static let lastingPresenceThreshold = 0.3
  /// After so many seconds another person may have come.
  private static let longAbsence = 5.0

  /// Loads the runtime and the three networks.
  ///
  /// Takes about 0.1 s, most of it for checking hashes.
  ///
  /// - Throws: `FaceTrackingError` when a file is missing, is not the pinned one, or cannot be used.
  package init(
    models: ModelStore, options: FaceTrackingOptions = .init()
  ) throws(FaceTrackingError) {
    let runtime = try InferenceRuntime(models: models)
    detector = try FaceDetector(runtime: runtime, models: models)
    landmarkModel = try LandmarkModel(runtime: runtime, models: models)
    blendShapeModel = try BlendShapeModel(runtime: runtime, models: models)
    self.options = options
    restFace = options.restFace
    maximumNumberOfTrackedFaces = options.maximumNumberOfTrackedFaces
  }

  /// Forgets all faces.
  package func reset() {
    tracks.removeAll()
    light = AmbientLightEstimator()
    faceLight = FaceLightEstimator()
    heldLight = nil
    heldFaceLight = nil
    picturesSinceLight = 0
    picturesSinceDetection = 0
  }

  /// Processes the next picture.
  package func track(_ frame: CameraFrame) throws(SessionError) -> FaceTrackingResult {
    guard frame.pixels.format != .depth16 else {
      throw SessionError(.sensorFailed, "face tracking needs colour pictures, not a depth stream")
    }
    do throws(FaceTrackingError) {
      return try process(frame)
    } catch {
      throw error.sessionError
    }
  }

  private func process(_ frame: CameraFrame) throws(FaceTrackingError) -> FaceTrackingResult {
    stages.start()
    let picture = frame.pixels.rgb()
    stages.end("conversion")
    let hasLooked = try lookForFaces(in: picture, at: frame.timestamp)
    stages.end("detection")
    let known = tracks.active
    for track in known { try follow(track, in: picture, of: frame) }
    if isFull, !hasLooked, tracks.active.count < known.count {
      // A face that slipped out of its region is mostly still in the picture.
      picturesSinceDetection = Self.detectionInterval
      _ = try lookForFaces(in: picture, at: frame.timestamp)
      stages.end("detection")
      for track in tracks.active where !known.contains(where: { $0 === track && $0.isTracked }) {
        try follow(track, in: picture, of: frame)
      }
    }
    if isFull { tracks.loseDuplicates() }
    var result = FaceTrackingResult(timestamp: frame.timestamp, faces: [])
    result.faces = (tracks.active + tracks.lost).compactMap(\.face)
      .sorted { $0.trackIdentifier < $1.trackIdentifier }
    stages.end("geometry")
    if options.isLightEstimationEnabled {
      readLight(picture, of: frame, &result)
      stages.end("light")
    }
    result.stageSeconds = stages.seconds
    return result
  }

  /// Reads the light in every few pictures and holds it between them.
  ///
  /// A face that appears is read at once; without a face there is no light on one.
  private func readLight(
    _ picture: PixelBuffer, of frame: CameraFrame, _ result: inout FaceTrackingResult
  ) {
    let face = result.faces.first(where: \.isTracked)
    let isDue = picturesSinceLight % Self.lightInterval == 0
    if isDue || heldLight == nil {
      heldLight = light.estimate(picture, at: frame.timestamp)
    }
    if isDue || (heldFaceLight == nil) == (face != nil) {
      heldFaceLight = face.flatMap {
        faceLight.estimate($0, in: picture, intrinsics: frame.intrinsics, at: frame.timestamp)
      }
    }
    picturesSinceLight += 1
    result.lightEstimate = heldLight
    result.directionalLightEstimate = heldFaceLight
  }

  private var isFull: Bool { options.coefficients == .full }

  /// Looks for more faces when it is time to; tells whether it was.
  private func lookForFaces(
    in picture: PixelBuffer, at time: Timestamp
  ) throws(FaceTrackingError) -> Bool {
    let limit = max(1, maximumNumberOfTrackedFaces)
    tracks.trim(to: limit)
    picturesSinceDetection += 1
    guard tracks.active.count < limit else { return false }
    let isDue =
      !isFull || tracks.active.isEmpty || picturesSinceDetection >= Self.detectionInterval
    guard isDue else { return false }
    picturesSinceDetection = 0
    inferences.detections += 1
    let regions = try detector.detect(in: picture, limit: limit).map(\.region)
    if isFull {
      tracks.add(regions, limit: limit, at: time, smoothing: options.smoothing)
    } else {
      tracks.replace(with: regions, limit: limit, at: time, smoothing: options.smoothing)
    }
    return true
  }

  /// Reads one face, or loses it.
  private func follow(
    _ track: FaceTrack, in picture: PixelBuffer, of frame: CameraFrame
  ) throws(FaceTrackingError) {
    try landmarkModel.read(track.region, of: picture, into: &track.reading)
    inferences.landmarks += 1
    stages.end("landmarks")
    let threshold =
      isFull && track.isTracked ? Self.lastingPresenceThreshold : Self.presenceThreshold
    guard track.reading.presence > threshold else { return tracks.lose(track) }
    track.region = track.reading.nextRegion
    if isFull || maximumNumberOfTrackedFaces == 1 {
      let size = track.reading.box.size
      track.smoother.smooth(
        &track.reading.points, at: frame.timestamp, faceSize: (size.x + size.y) / 2)
    }
    guard let metric = fitter.fit(track.reading.points, intrinsics: frame.intrinsics) else {
      return tracks.lose(track)
    }
    stages.end("geometry")
    prepareLearner(of: track, absent: frame.timestamp.seconds(since: track.lastSeen))
    let coefficients = try coefficients(of: track, metric, at: frame.timestamp)
    stages.end("blendShapes")
    track.lastSeen = frame.timestamp
    let conditions = FaceConditions(
      reading: track.reading, cameraFromFace: metric.cameraFromFace, picture: picture)
    track.conditions = conditions
    let gaze = track.eyes.estimate(metric)
    track.face = TrackedFace(
      trackIdentifier: tracks.identifier(of: track), isTracked: true,
      cameraFromFace: metric.cameraFromFace,
      blendShapes: coefficients,
      confidence: CoefficientConfidence.values(
        yaw: conditions.yaw, presence: track.reading.presence),
      geometry: FaceMeshDeformation.geometry(landmarks: metric.landmarks),
      leftEyeTransform: gaze.left, rightEyeTransform: gaze.right, lookAtPoint: gaze.lookAtPoint,
      landmarks: track.reading.points.map { SIMD2(Float($0.x), Float($0.y)) },
      reason: conditions.reason)
  }

  /// Gives a new face its learner, and a face that was long away a new one.
  private func prepareLearner(of track: FaceTrack, absent: Double) {
    if track.identifier == nil {
      track.restLearner = RestFaceLearner(restManner)
      _ = tracks.identifier(of: track)
      assignRestFaces()
    } else if absent > Self.longAbsence {
      track.restLearner = track.restLearner.renewed
    }
  }

  private func coefficients(
    of track: FaceTrack, _ metric: MetricFace, at time: Timestamp
  ) throws(FaceTrackingError) -> BlendShapes {
    inferences.blendShapes += 1
    let scores = try blendShapeModel.scores(for: track.reading.points)
    guard isFull else { return scores.coefficients }
    return try landmarkModel.withFeatures { features in
      coefficientReader.coefficients(
        scores: scores, face: metric, reading: track.reading, features: features, at: time,
        filters: &track.coefficientFilters, learner: &track.restLearner)
    }
  }
}
