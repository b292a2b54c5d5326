import SpatialMath

/// Where the camera is and what surrounds it, for one picture.
public struct WorldTrackingResult: Sendable {
  /// The picture's capture time.
  public var timestamp: Timestamp
  /// World from session camera (+Y up, −Z forward); identity until the first pose, and the last
  /// known one while limited.
  public var worldFromCamera: Pose
  /// How well it is known.
  public var trackingState: TrackingState
  /// How much is mapped.
  public var mappingStatus: WorldMappingStatus
  /// Where the world's size comes from.
  public var scaleSource: ScaleSource
  /// The relative sigma of the world's size; nil where nothing tells.
  public var scaleUncertainty: Double?
  /// Where "down" comes from.
  public var gravitySource: GravitySource
  /// The sigma of "down", radians; nil where nothing tells.
  public var gravityUncertainty: Double?
  /// All planes now; a plane that was merged into another or dropped is no longer here.
  public var planes: [PlaneAnchor]
  /// The reference images found so far, those not seen now among them.
  public var images: [ImageAnchor]
  /// Points of the map seen now.
  public var featurePoints: [FeaturePoint]
  /// The light, when estimated.
  public var lightEstimate: LightEstimate?
  /// CPU seconds of each stage of this picture, by the stage's name.
  public var stageSeconds: [String: Double]

  /// Creates a result without planes, points or light.
  public init(timestamp: Timestamp, worldFromCamera: Pose, trackingState: TrackingState) {
    self.timestamp = timestamp
    self.worldFromCamera = worldFromCamera
    self.trackingState = trackingState
    mappingStatus = .notAvailable
    scaleSource = .none
    gravitySource = .none
    planes = []
    images = []
    featurePoints = []
    stageSeconds = [:]
  }
}

/// Follows the rear camera through the world.
///
/// Bound to one tracker thread.
public protocol WorldTracker: AnyObject {
  /// Which planes to look for; may change between pictures.
  var planeDetection: WorldTrackingConfiguration.PlaneDetection { get set }
  /// Takes over which pictures to look for; called when that changes.
  ///
  /// - Throws: `SessionError.invalidReferenceImage` for one that cannot be tracked, with the reason.
  func detect(_ images: ImageDetection) throws(SessionError)
  /// Processes the next picture.
  func track(_ frame: CameraFrame) throws(SessionError) -> WorldTrackingResult
  /// Says that the next picture does not follow the last one: the camera was away.
  ///
  /// The map is kept, and the camera looked for in it: `limited(.relocalizing)` until it is found.
  /// Without a map worth finding the tracker starts over.
  func relocalize()
  /// Forgets the map and the origin.
  func reset()
  /// Forgets what it knows and looks for the camera in a saved map from the next picture on:
  /// `limited(.relocalizing)` until it is found; the world is then the map's.
  func start(from map: WorldMap) throws(SessionError)
  /// What it knows of the surroundings, without the program's anchors.
  ///
  /// - Throws: `SessionError` with `insufficientFeatures` while that is too little to come back to.
  func worldMap() throws(SessionError) -> WorldMap
}

extension WorldTracker {
  /// A tracker without maps.
  public func start(from map: WorldMap) throws(SessionError) {
    throw SessionError(
      .unsupportedConfiguration, "this world tracker reads no saved maps; run without one")
  }

  /// A tracker without maps.
  public func worldMap() throws(SessionError) -> WorldMap {
    throw SessionError(.unsupportedConfiguration, "this world tracker makes no maps to save")
  }
}

extension WorldTracker {
  /// Looks for no pictures.
  public func detect(_ images: ImageDetection) throws(SessionError) {}
}
