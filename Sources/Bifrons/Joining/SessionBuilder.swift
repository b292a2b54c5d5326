import CameraCapture
import ConfigurationFiles
import FaceTracking
import Foundation
import SessionCore
import SessionRuntime
import SystemSupport

/// Makes the parts of a session from a session file: the only place where the kinds of sources and
/// trackers are known by name.
package struct SessionBuilder: Sendable {
  /// The session file.
  ///
  /// Its configuration has the reference images.
  package let file: SessionFile
  /// Real time, or lock-step.
  package let pacing: Pacing
  /// The face models; nil when no face is tracked.
  package let models: ModelStore?
  /// The user whose profile the first face is read with.
  package let user: KnownUser?
  /// The V4L2 devices by role, each by a name that stays, and what is to be said about the choice.
  package let devices: CameraChoice
  /// The lenses that the device table knows.
  let lenses: DeviceLenses

  /// Prepares a session; asks which V4L2 devices are there and opens nothing else.
  ///
  /// - Parameters:
  ///   - file: the session file.
  ///   - pacing: how recorded and simulated material keeps time.
  ///   - environment: where the models are looked for.
  /// - Throws: `LaunchError.configuration` for a source without its path and for a picture that
  ///   cannot be looked for, `.models` when a face is
  ///   to be tracked and there are no models, `.session` for a V4L2 camera that is not there.
  package init(
    _ file: SessionFile, pacing: Pacing,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(LaunchError) {
    self.file = try file.withReferenceImages()
    self.pacing = pacing
    for (role, camera) in file.cameras.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      if let message = camera.missingPath(role) {
        throw .configuration(ConfigurationError(at: camera.place, message))
      }
    }
    let needsModels =
      file.configuration.roles.contains(.front) || file.cameras[.front]?.source == .simulated
    do {
      models = needsModels ? try ModelStore(environment: environment) : nil
    } catch {
      throw .models(error.description)
    }
    user = try KnownUser(file, environment: environment)
    (devices, lenses) = try Self.chooseDevices(file)
  }
}

extension SessionBuilder {
  /// The parts, ready for a session.
  ///
  /// Sources and trackers are made when the session asks for them, on its threads; what goes wrong
  /// with the models then is also told to `faults`.
  func makeParts(faults: LaunchFaults) -> SessionParts {
    var parts = SessionParts(
      makeSource: { role throws(SessionError) in try makeSource(role, faults) },
      makeFaceTracker: { configuration throws(SessionError) in
        try makeFaceTracker(configuration, faults)
      },
      makeWorldTracker: { configuration throws(SessionError) in
        try makeWorldTracker(configuration)
      })
    parts.rearFromFront = file.rearFromFront
    parts.pacing = pacing
    parts.seed = file.seed
    parts.toleratesMissingCamera = file.fallback == .singleCamera
    if let depth = file.cameras[.depth] {
      parts.depth = DepthParts(
        metresPerUnit: depth.depthUnit, isLive: depth.source == .v4l2,
        isOptional: file.fallback == .singleCamera
      ) { () throws(SessionError) in try makeSource(.depth) }
    }
    return parts
  }

  private func makeSource(
    _ role: CameraRole, _ faults: LaunchFaults
  ) throws(SessionError) -> any FrameSource {
    do throws(SessionError) {
      return try makeSource(role)
    } catch {
      // The head of the simulated person lies beside the face models.
      let isHead = file.cameras[role]?.source == .simulated && error.code == .sensorUnavailable
      if isHead { faults.note(models: error.message) }
      throw error
    }
  }

  private func makeFaceTracker(
    _ configuration: SessionConfiguration, _ faults: LaunchFaults
  ) throws(SessionError) -> any FaceTracker {
    guard let models else {
      throw SessionError(.unsupportedConfiguration, "face tracking needs the face models")
    }
    do throws(FaceTrackingError) {
      return try FaceLandmarkTracker(models: models, options: faceOptions(configuration))
    } catch {
      faults.note(models: error.description)
      throw error.sessionError
    }
  }

  private func faceOptions(_ configuration: SessionConfiguration) -> FaceTrackingOptions {
    var options = FaceTrackingOptions(
      coefficients: file.face.usesNetworkCoefficients ? .network : .full,
      smoothing: file.face.smoothing,
      maximumNumberOfTrackedFaces: configuration.maximumNumberOfTrackedFaces,
      isLightEstimationEnabled: configuration.isLightEstimationEnabled)
    if let user {
      options.restFace = user.restFace
      options.ranges = CoefficientRanges(user.profile.ranges)
      options.gazeOffsets = GazeOffsets(
        left: user.profile.leftGazeOffset, right: user.profile.rightGazeOffset)
    }
    return options
  }
}

extension SessionConfiguration {
  var maximumNumberOfTrackedFaces: Int {
    switch self {
    case .face(let face): face.maximumNumberOfTrackedFaces
    case .world(let world): world.maximumNumberOfTrackedFaces
    }
  }

  var isLightEstimationEnabled: Bool {
    switch self {
    case .face(let face): face.isLightEstimationEnabled
    case .world(let world): world.isLightEstimationEnabled
    }
  }
}
