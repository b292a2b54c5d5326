import CameraCapture
import SessionCore
import WorldTracking

extension SessionBuilder {
  /// The world tracker: maps grow in lock-step when time is not real, else on their own thread.
  func makeWorldTracker(
    _ configuration: SessionConfiguration
  ) throws(SessionError) -> any WorldTracker {
    var options = WorldTrackingOptions()
    options.seed = file.seed
    options.mapping = pacing == .realTime ? .background : .lockStep
    options.isLightEstimationEnabled = configuration.isLightEstimationEnabled
    if case .world(let world) = configuration {
      options.planeDetection = world.planeDetection
      options.worldAlignment = world.worldAlignment
    }
    options.scale = worldScale
    options.initialGravity = file.world.attitude.map {
      WorldTrackingOptions.Attitude(pitch: $0.pitch, roll: $0.roll)
    }
    return KeyframeWorldTracker(options: options)
  }

  /// What the session file says, else what a simulated camera says of itself.
  private var worldScale: WorldTrackingOptions.Scale {
    switch file.world.scale {
    case .cameraHeight(let metres): .cameraHeight(metres)
    case .initialDepth(let metres): .initialDepth(metres)
    case .arbitrary:
      file.cameras[.rear]?.source == .simulated
        ? .cameraHeight(SimulatedRearCamera.initialHeightOverTable) : .arbitrary
    }
  }
}
