/// What a session is to do: one of the two configurations.
public enum SessionConfiguration: Sendable, Equatable {
  /// The front camera leads.
  case face(FaceTrackingConfiguration)
  /// The rear camera leads.
  case world(WorldTrackingConfiguration)

  /// The camera whose pictures are the session's frames.
  public var primaryRole: CameraRole {
    switch self {
    case .face: .front
    case .world: .rear
    }
  }

  /// The cameras that the configuration needs.
  public var roles: [CameraRole] {
    switch self {
    case .face(let c): c.isWorldTrackingEnabled ? [.front, .rear] : [.front]
    case .world(let c): c.userFaceTrackingEnabled ? [.rear, .front] : [.rear]
    }
  }

  /// Whether sound is asked for.
  public var providesAudioData: Bool {
    switch self {
    case .face(let c): c.providesAudioData
    case .world(let c): c.providesAudioData
    }
  }

  /// `face` or `world`: two configurations of different types reset tracking.
  public var typeName: String {
    switch self {
    case .face: "face"
    case .world: "world"
    }
  }
}

/// Tracks faces with the front camera.
public struct FaceTrackingConfiguration: Sendable, Equatable {
  /// The most faces that can be tracked at once.
  public static let supportedNumberOfTrackedFaces = 3

  /// Above this number only faces already tracked go on; 1…3.
  public var maximumNumberOfTrackedFaces = 1
  /// Also track the world with the rear camera; face anchors are then in world space.
  public var isWorldTrackingEnabled = false
  /// Estimate the light.
  public var isLightEstimationEnabled = true
  /// Deliver audio.
  ///
  /// Not in this version: a session refuses it with `unsupportedConfiguration`.
  public var providesAudioData = false

  /// Creates the default configuration.
  public init() {}
}

/// Tracks the world with the rear camera.
public struct WorldTrackingConfiguration: Sendable, Equatable {
  /// Which planes to look for.
  public struct PlaneDetection: OptionSet, Sendable, Hashable {
    /// The set's bits.
    public let rawValue: Int
    /// Creates a set from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// Perpendicular to gravity.
    public static let horizontal = PlaneDetection(rawValue: 1)
    /// Parallel to gravity.
    public static let vertical = PlaneDetection(rawValue: 2)
  }

  /// How the world's axes lie.
  public enum WorldAlignment: String, Sendable {
    /// +Y against gravity, −Z the camera's first heading.
    case gravity
    /// The camera's axes at its first picture.
    case camera
    /// Not supported: it needs a compass.
    case gravityAndHeading
  }

  /// Which planes to look for.
  public var planeDetection: PlaneDetection = []
  /// Pictures to look for, each with the width of its print.
  public var detectionImages: [ReferenceImage] = []
  /// How many of them are followed from picture to picture; the others are looked at again every now
  /// and then.
  ///
  /// At most `ImageDetection.supportedNumberOfTrackedImages`.
  public var maximumNumberOfTrackedImages = 0
  /// Whether each print's true size is measured and given as its anchor's `estimatedScaleFactor`.
  public var automaticImageScaleEstimationEnabled = false
  /// How the world's axes lie.
  public var worldAlignment = WorldAlignment.gravity
  /// Also track faces with the front camera; face anchors are in world space.
  public var userFaceTrackingEnabled = false
  /// Estimate the light.
  public var isLightEstimationEnabled = true
  /// Deliver audio.
  ///
  /// Not in this version: a session refuses it with `unsupportedConfiguration`.
  public var providesAudioData = false
  /// The most faces that can be tracked at once when faces are tracked; 1…3.
  public var maximumNumberOfTrackedFaces = 1
  /// A saved map to begin with; nil starts in an unknown place.
  ///
  /// It counts where tracking begins: at the first run, and with `resetTracking`. Tracking is
  /// `limited(.relocalizing)` until the camera is found in it, for ever where it shows another
  /// place; then the world is the map's, and its anchors are added with the identifiers they had.
  public var initialWorldMap: WorldMap?

  /// Creates the default configuration.
  public init() {}
}

/// What happens to tracking and anchors when a running session gets a new configuration.
public struct RunOptions: OptionSet, Sendable, Hashable {
  /// The set's bits.
  public let rawValue: Int
  /// Creates a set from its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }
  /// Start tracking anew with a new world origin.
  public static let resetTracking = RunOptions(rawValue: 1)
  /// Remove all anchors.
  public static let removeExistingAnchors = RunOptions(rawValue: 2)
  /// Stop tracked raycasts.
  public static let stopTrackedRaycasts = RunOptions(rawValue: 4)
}
