/// How well the world camera's place is known.
public enum TrackingState: Sendable, Equatable, Hashable {
  /// Tracking does not run.
  case notAvailable
  /// A pose is given but may be wrong; planes are neither added nor updated.
  case limited(Reason)
  /// The pose is good.
  case normal

  /// Why tracking is limited.
  public enum Reason: String, Sendable, CaseIterable {
    /// No map yet: the camera has not moved sideways enough.
    case initializing
    /// The camera moves too fast for the picture to be followed.
    case excessiveMotion
    /// Too little to see: a blank wall, darkness, blur.
    case insufficientFeatures
    /// Looking for the known map after a loss or an interruption.
    case relocalizing
  }

  /// The name in the event stream: `notAvailable`, `limited` or `normal`.
  public var name: String {
    switch self {
    case .notAvailable: "notAvailable"
    case .limited: "limited"
    case .normal: "normal"
    }
  }

  /// The reason while limited.
  public var reason: Reason? {
    if case .limited(let reason) = self { reason } else { nil }
  }
}

/// How much of the surroundings the map covers.
public enum WorldMappingStatus: String, Sendable {
  /// There is no map.
  case notAvailable
  /// The place in front of the camera is not mapped well enough to come back to.
  case limited
  /// Mapped, and growing where the camera looks now.
  case extending
  /// The place in front of the camera is mapped.
  case mapped
}

/// Where the size of the world comes from.
public enum ScaleSource: String, Sendable {
  /// Nothing tells: the map's unit is arbitrary.
  case none
  /// The configured height of the camera over the dominant plane.
  case cameraHeight = "camera-height"
  /// An AprilTag of known size.
  case marker
  /// A sheet of paper or a card.
  case sheet
  /// A print of known width.
  case referenceImage = "reference-image"
  /// A depth camera.
  case depth
  /// An accelerometer and a gyroscope.
  case inertial
  /// The configuration gives the scale of the first map unit (simulation, tests).
  case known
}

/// Where "down" comes from.
public enum GravitySource: String, Sendable {
  /// Nothing tells: the world is aligned to the first camera picture.
  case none
  /// The configured attitude of the camera at the start.
  case configuration
  /// The normal of the dominant plane.
  case dominantPlane = "dominant-plane"
  /// An accelerometer.
  case accelerometer
  /// The upright edges in the pictures, where there is no dominant plane.
  case uprightEdges = "upright-edges"
}
