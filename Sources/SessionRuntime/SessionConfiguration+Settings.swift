import SessionCore

extension SessionConfiguration {
  /// How the world's axes lie; nil when the world is not tracked.
  var worldAlignment: WorldTrackingConfiguration.WorldAlignment? {
    switch self {
    case .world(let c): c.worldAlignment
    case .face(let c): c.isWorldTrackingEnabled ? .gravity : nil
    }
  }

  /// Why the configuration cannot run at all.
  var problem: SessionError? {
    if providesAudioData {
      return SessionError(
        .unsupportedConfiguration,
        "providesAudioData: this version delivers no sound; leave it false")
    }
    guard worldAlignment == .gravityAndHeading else { return nil }
    return SessionError(
      .unsupportedConfiguration,
      "worldAlignment gravityAndHeading needs a compass, which cameras on Linux do not have; "
        + "use gravity")
  }

  var maximumNumberOfTrackedFaces: Int {
    let asked =
      switch self {
      case .face(let c): c.maximumNumberOfTrackedFaces
      case .world(let c): c.maximumNumberOfTrackedFaces
      }
    return max(1, min(asked, FaceTrackingConfiguration.supportedNumberOfTrackedFaces))
  }

  var isLightEstimationEnabled: Bool {
    switch self {
    case .face(let c): c.isLightEstimationEnabled
    case .world(let c): c.isLightEstimationEnabled
    }
  }

  /// The saved map to begin with.
  var initialWorldMap: WorldMap? {
    if case .world(let c) = self { c.initialWorldMap } else { nil }
  }

  var planeDetection: WorldTrackingConfiguration.PlaneDetection {
    if case .world(let c) = self { c.planeDetection } else { [] }
  }

  var imageDetection: ImageDetection {
    var detection = ImageDetection()
    guard case .world(let c) = self else { return detection }
    detection.images = c.detectionImages
    detection.maximumNumberOfTrackedImages = max(
      0, min(c.maximumNumberOfTrackedImages, ImageDetection.supportedNumberOfTrackedImages))
    detection.isScaleEstimationEnabled = c.automaticImageScaleEstimationEnabled
    return detection
  }
}
