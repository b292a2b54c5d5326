import FaceMesh
import ImageProcessing
import SessionCore
import SpatialMath
import SystemSupport

/// Finds faces and follows them with landmark and blend-shape networks.
///
/// Faces are looked for only while fewer than the maximum are followed; each followed face costs
/// one landmark and one blend-shape inference a picture. A face that is lost is looked for where it
/// was at once. Bound to one tracker thread.
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
  package var inferences: InferenceCounts { search.inferences + ownInferences }
  private var ownInferences = InferenceCounts()
  private let search: FaceSearch
  let options: FaceTrackingOptions
  private let coefficientReader = CoefficientReader()
  private let fitter = MetricFaceFitter()
  private var gazeNetwork = GazeNetwork()
  private var occlusionReader = OcclusionReader()
  var tracks = FaceTrackList()
  /// How the rest faces of new tracks are learnt.
  var restManner = RestFaceLearner.Manner.watching
  private var faceLight = FaceLightEstimator()
  private var light = AmbientLightEstimator()
  private var heldLight: LightEstimate?
  private var heldFaceLight: DirectionalLightEstimate?
  private var picturesSinceLight = 0
  private var stages = StageClock()

  /// The narrower region of a known face that is not seen in the usual one: heads bent far down are
  /// seen in it with presences of .6 to 1, in the usual one of 0 to .7.
  private static let narrowScale = 0.85
  /// The regions round a face that the detector still sees and landmarks do not, as shares of the usual
  /// one: heads bent still farther down are seen in one of them.
  private static let tightScales = [0.6, 0.7]
  /// A reading whose presence falls below this share of the one before is not used.
  private static let worseReading = 0.8
  /// A lost face is looked for at its old place for so many seconds.
  private static let returnTime = 2.0
  /// The light is read in every so many pictures: it is evened out over 0.3 s in any case.
  private static let lightInterval = 4
  /// MediaPipe's least presence of a face.
  private static let presenceThreshold = 0.5
  /// A track ends when its presence falls to this, but for comparisons with MediaPipe.
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
    search = FaceSearch(detector: detector, landmarkModel: landmarkModel)
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
    search.reset()
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
    try lookForFaces(in: picture, at: frame.timestamp)
    stages.end("detection")
    let known = tracks.active
    for track in known { try follow(track, in: picture, of: frame) }
    if isFull, tracks.active.count < known.count {
      try lookForLost(known, in: picture, at: frame.timestamp)
      stages.end("detection")
      for track in tracks.active where !known.contains(where: { $0 === track && $0.isTracked }) {
        try follow(track, in: picture, of: frame)
      }
    }
    if isFull { tracks.loseDuplicates() }
    var result = FaceTrackingResult(timestamp: frame.timestamp, faces: [])
    result.faces = (tracks.active + tracks.lost).compactMap(\.face)
      .sorted { $0.trackIdentifier < $1.trackIdentifier }
    if result.faces.isEmpty { result.absenceReason = FaceAbsence.reason(in: picture) }
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

  var isFull: Bool { options.coefficients == .full }

  /// Looks for more faces when fewer than the maximum are followed.
  private func lookForFaces(
    in picture: PixelBuffer, at time: Timestamp
  ) throws(FaceTrackingError) {
    let limit = max(1, maximumNumberOfTrackedFaces)
    tracks.trim(to: limit)
    guard tracks.active.count < limit else { return }
    guard isFull else {
      ownInferences.detections += 1
      let regions = try detector.detect(in: picture, limit: limit).map(\.region)
      return tracks.replace(with: regions, limit: limit, at: time, smoothing: options.smoothing)
    }
    let effort: FaceSearch.Effort =
      search.isFirst(picture) ? .thorough : tracks.active.isEmpty ? .free : .sparing
    let lost = tracks.lost.reversed().filter {
      time.seconds(since: $0.lastSeen) <= Self.returnTime
    }
    let regions = try search.look(
      in: picture, effort, known: tracks.active.map(\.region), lost: lost.map(\.region),
      limit: limit)
    tracks.add(regions, limit: limit, at: time, smoothing: options.smoothing)
  }

  /// Looks where faces were lost in this picture: one that slipped out of its region is mostly still
  /// near it.
  private func lookForLost(
    _ known: [FaceTrack], in picture: PixelBuffer, at time: Timestamp
  ) throws(FaceTrackingError) {
    let limit = max(1, maximumNumberOfTrackedFaces)
    for track in known where !track.isTracked && track.face != nil {
      let regions = try search.lookForLost(track.region, in: picture)
      tracks.add(regions, limit: limit, at: time, smoothing: options.smoothing)
      guard tracks.active.contains(where: { $0 === track }) else { continue }
      track.isSeenByDetector = true
    }
  }

  /// Reads one face, or loses it.
  private func follow(
    _ track: FaceTrack, in picture: PixelBuffer, of frame: CameraFrame
  ) throws(FaceTrackingError) {
    let isThere = try isThere(track, in: picture)
    track.isSeenByDetector = false
    guard isThere else { return tracks.lose(track) }
    track.move(to: track.reading.nextRegion, at: frame.timestamp)
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
    let seen = try look(at: track, metric, at: frame.timestamp)
    let coefficients = personal(seen.coefficients, of: track)
    stages.end("blendShapes")
    track.lastSeen = frame.timestamp
    var conditions = FaceConditions(
      reading: track.reading, cameraFromFace: metric.cameraFromFace, picture: picture)
    conditions.covered = track.occlusionSteadier.steady(seen.covered, at: frame.timestamp)
    track.conditions = conditions
    assignGazeOffsets(to: track)
    let gaze = track.eyes.estimate(metric, seen: seen.look)
    track.face = TrackedFace(
      trackIdentifier: tracks.identifier(of: track), isTracked: true,
      cameraFromFace: steadied(metric.cameraFromFace, of: track, at: frame.timestamp),
      blendShapes: coefficients,
      confidence: CoefficientConfidence.values(
        yaw: conditions.yaw, presence: track.reading.presence, covered: conditions.covered),
      geometry: FaceMeshDeformation.geometry(landmarks: metric.landmarks),
      leftEyeTransform: gaze.left, rightEyeTransform: gaze.right, lookAtPoint: gaze.lookAtPoint,
      landmarks: track.reading.points.map { SIMD2(Float($0.x), Float($0.y)) },
      reason: conditions.reason,
      poseUncertainty: PoseUncertainty(conditions, position: metric.cameraFromFace.translation))
  }

  private func steadied(_ pose: Pose, of track: FaceTrack, at time: Timestamp) -> Pose {
    guard isFull else { return pose }
    return track.poseSteadier.steady(pose, faceWidth: track.reading.box.size.x, at: time)
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

  /// Reads a track's landmarks; a known face that is not seen is read again in a region of another
  /// size before it counts as lost.
  private func isThere(
    _ track: FaceTrack, in picture: PixelBuffer
  ) throws(FaceTrackingError) -> Bool {
    let isLasting = isFull && (track.isTracked || track.isSeenByDetector)
    let threshold = isLasting ? Self.lastingPresenceThreshold : Self.presenceThreshold
    for scale in scales(for: track) {
      var region = track.region
      region.size *= scale
      try landmarkModel.read(
        region, of: picture, border: border(round: region, in: picture), into: &track.reading)
      ownInferences.landmarks += 1
      stages.end("landmarks")
      guard track.reading.presence > threshold else { continue }
      track.regionScale = track.isSeenByDetector ? 1 : scale
      if isFull, !track.isTracked { try settle(track, in: region, of: picture) }
      return true
    }
    return false
  }

  /// Reads a face that has just appeared again where its first landmarks say that it is: the detector's
  /// box is rough, and poses read in it are half a degree worse.
  ///
  /// What the network sees besides landmarks stays that of the first region. Beside other faces a face
  /// settles in the next pictures.
  private func settle(
    _ track: FaceTrack, in region: OrientedRectangle, of picture: PixelBuffer
  ) throws(FaceTrackingError) {
    if tracks.active.contains(where: { $0 !== track && $0.isTracked }) { return }
    let first = track.reading
    var second = first
    try landmarkModel.read(
      first.nextRegion, of: picture, border: border(round: first.nextRegion, in: picture),
      into: &second)
    try landmarkModel.read(
      region, of: picture, border: border(round: region, in: picture), into: &track.reading)
    ownInferences.landmarks += 2
    if second.presence >= first.presence * Self.worseReading {
      track.reading.points = second.points
    }
  }

  /// The region sizes in which a track is read until it is seen: the one that worked last first.
  private func scales(for track: FaceTrack) -> [Double] {
    guard isFull, track.face != nil else { return [1] }
    if track.isSeenByDetector { return Self.tightScales }
    return track.regionScale < 1 ? [Self.narrowScale, 1] : [1, Self.narrowScale]
  }

  /// What the networks see of a face beside its landmarks.
  private struct Sight {
    var coefficients: BlendShapes
    var look: SeenEyes?
    var covered = CoveredParts()
  }

  private func look(
    at track: FaceTrack, _ metric: MetricFace, at time: Timestamp
  ) throws(FaceTrackingError) -> Sight {
    ownInferences.blendShapes += 1
    let scores = try blendShapeModel.scores(for: track.reading.points)
    guard isFull else { return Sight(coefficients: scores.coefficients) }
    return try landmarkModel.withFeatures { features in
      Sight(
        coefficients: coefficientReader.coefficients(
          scores: scores, face: metric, reading: track.reading, features: features, at: time,
          filters: &track.coefficientFilters, learner: &track.restLearner),
        look: gazeNetwork.read(metric, reading: track.reading, features: features),
        covered: occlusionReader.read(features.coarse, of: track.reading))
    }
  }
}
