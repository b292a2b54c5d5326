import SessionCore
import WorldTracking

extension SessionBuilder {
  func makeWorldTracker(_ configuration: SessionConfiguration) -> any WorldTracker {
    var options = WorldTrackingOptions()
    switch file.world.scale {
    case .arbitrary: options.scale = .arbitrary
    case .cameraHeight(let metres): options.scale = .cameraHeight(metres)
    case .initialDepth(let metres): options.scale = .initialDepth(metres)
    }
    options.initialGravity = file.world.attitude.map { .init(pitch: $0.pitch, roll: $0.roll) }
    if case .world(let world) = configuration {
      options.worldAlignment = world.worldAlignment
      options.planeDetection = world.planeDetection
    }
    options.mapping = pacing == .asFastAsPossible ? .lockStep : .background
    options.seed = file.seed
    options.isLightEstimationEnabled = configuration.isLightEstimationEnabled
    return KeyframeWorldTracker(options: options)
  }
}
