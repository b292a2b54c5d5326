import ConfigurationFiles
import FaceTracking
import Foundation
import SessionCore
import SpatialMath
import SystemSupport

/// Learns a user's face from a camera or a clip: first at rest, looking into the camera, then in motion.
package final class FaceCalibrator: Sendable {
  /// What the user is to do.
  package enum Phase: Sendable, Equatable {
    /// Look straight into the camera, the face at rest.
    case rest
    /// Move all of the face as far as it goes.
    case range
  }

  /// How long each phase takes, seconds of the pictures' time; a clip's last phase goes on to its end.
  package struct Durations: Sendable, Equatable {
    /// At rest.
    package var rest = 3.0
    /// In motion.
    package var range = 20.0

    /// The usual ones.
    package init() {}
  }

  private let source: any FrameSource
  private let isLive: Bool
  private let durations: Durations
  private let models: ModelStore

  /// Names the pictures.
  ///
  /// - Throws: `FaceCalibrationError.models` when the face models are not there.
  package init(
    supply: PictureSupply, durations: Durations = Durations(),
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(FaceCalibrationError) {
    source = supply.source(.front)
    isLive = supply.isLive
    self.durations = durations
    do {
      models = try ModelStore(environment: environment)
    } catch {
      throw .models(error.description)
    }
  }

  /// Ends the collection; what is there is learnt from.
  ///
  /// Thread-safe.
  package func stop() { source.stop() }

  /// What is to be said about the camera.
  package var notices: [String] { source.notices }

  /// Fewer pictures at rest than this are no rest.
  private static let leastRest = 20
  /// A head that is held farther from the camera than this does not look straight, radians.
  private static let farthestTurn = 20 * Double.pi / 180

  /// Learns a profile.
  ///
  /// - Parameter progress: called on the caller's thread with the phase, the part of it that is over, and
  ///   whether the face is seen.
  /// - Returns: what was learnt.
  /// - Throws: `FaceCalibrationError`, or `SessionError` of the source.
  package func run(progress: (Phase, Double, Bool) -> Void) throws -> UserProfile {
    let tracker: FaceLandmarkTracker
    do {
      tracker = try FaceLandmarkTracker(
        models: models, options: FaceTrackingOptions(isLightEstimationEnabled: false))
    } catch {
      throw FaceCalibrationError.models(error.description)
    }
    tracker.learnRest()
    try source.start(
      origin: Timestamp(nanoseconds: 0), pacing: isLive ? .realTime : .asFastAsPossible)
    defer { source.stop() }
    var looks = StraightLookLearner()
    var mesh = MeanFace()
    let rest = try learnRest(tracker, &looks, &mesh, progress)
    tracker.restFace = rest
    let ranges = try learnRanges(tracker, progress)
    let offsets = looks.offsets
    return UserProfile(
      restFace: rest.encoded, restGeometry: mesh.geometry, ranges: ranges, straightPose: looks.pose,
      leftGazeOffset: offsets.left, rightGazeOffset: offsets.right)
  }

  private func learnRest(
    _ tracker: FaceLandmarkTracker, _ looks: inout StraightLookLearner, _ mesh: inout MeanFace,
    _ progress: (Phase, Double, Bool) -> Void
  ) throws -> RestFace {
    var reason: String?
    try watch(tracker, seconds: durations.rest) { face, missing, share in
      progress(.rest, share, face != nil)
      reason = missing ?? reason
      guard let face else { return }
      if face.isAtRestForMesh { mesh.add(face.geometry) }
      looks.look(
        cameraFromFace: face.cameraFromFace, leftEye: face.leftEyeTransform,
        rightEye: face.rightEyeTransform)
    }
    guard looks.pictures >= Self.leastRest, let rest = tracker.learnedRest else {
      throw FaceCalibrationError.noRest(pictures: looks.pictures, reason: reason)
    }
    let pose = looks.pose
    guard abs(pose.yaw) < Self.farthestTurn, abs(pose.pitch) < Self.farthestTurn else {
      throw FaceCalibrationError.turned(degrees: max(abs(pose.yaw), abs(pose.pitch)) * 180 / .pi)
    }
    return rest
  }

  private func learnRanges(
    _ tracker: FaceLandmarkTracker, _ progress: (Phase, Double, Bool) -> Void
  ) throws -> [BlendShapeLocation: ClosedRange<Float>] {
    var ranges = CoefficientRangeLearner()
    try watch(tracker, seconds: isLive ? durations.range : .infinity) { face, _, share in
      progress(.range, share, face != nil)
      if let face { ranges.look(at: face.blendShapes) }
    }
    return ranges.ranges
  }

  /// Tracks the first face for some seconds of the pictures' time.
  private func watch(
    _ tracker: FaceLandmarkTracker, seconds: Double,
    _ look: (_ face: TrackedFace?, _ reason: String?, _ share: Double) -> Void
  ) throws {
    var start: Timestamp?
    while let frame = try source.nextPicture() {
      let begin = start ?? frame.timestamp
      start = begin
      let share = frame.timestamp.seconds(since: begin) / seconds
      let result = try tracker.track(frame)
      let face = result.faces.first(where: \.isTracked)
      look(face, result.absenceReason ?? result.faces.first?.reason, min(1, share))
      if share >= 1 { return }
    }
  }
}

/// The mean of a face's meshes.
private struct MeanFace {
  private var sums = [SIMD3<Float>](repeating: .zero, count: FaceGeometry.vertexCount)
  private var count: Float = 0

  mutating func add(_ geometry: FaceGeometry) {
    for index in sums.indices { sums[index] += geometry.vertices[index] }
    count += 1
  }

  /// Nil without meshes.
  var geometry: FaceGeometry? {
    count > 0 ? FaceGeometry(vertices: sums.map { $0 / count }) : nil
  }
}

extension TrackedFace {
  /// Lids lower than this are those of a blink.
  private static let blink: Float = 0.4

  /// Whether the mesh is that of a face at rest, as far as the lids tell.
  fileprivate var isAtRestForMesh: Bool {
    max(blendShapes[.eyeBlinkLeft], blendShapes[.eyeBlinkRight]) < Self.blink
  }
}

/// Why a face cannot be calibrated.
package enum FaceCalibrationError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The face models cannot be used.
  case models(String)
  /// There were too few pictures of a face at rest.
  case noRest(pictures: Int, reason: String?)
  /// The head was turned away.
  case turned(degrees: Double)

  /// What is wrong, and what to try.
  package var description: String {
    switch self {
    case .models(let text): text
    case .noRest(let pictures, let reason):
      "the face was at rest before the camera in \(pictures) pictures only"
        + (reason.map { " (\($0))" } ?? "") + "; look straight into the camera until told to move"
    case .turned(let degrees):
      "the head was turned by \(Int(degrees)) degrees; look straight into the camera, or put it "
        + "before you"
    }
  }
}
