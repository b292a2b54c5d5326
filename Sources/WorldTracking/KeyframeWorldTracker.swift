import SessionCore
import SpatialMath

/// Follows a camera through the world by keyframes and local bundle adjustment.
///
/// From a picture to a pose: `MapTracker` follows the map that it makes, in map space;
/// `WorldAnchoring` decides once where down is and how large the world is; `PlaneTracker` finds
/// surfaces. Bound to one tracker thread; in `background` mapping it has a thread of its own for
/// adjustments.
package final class KeyframeWorldTracker: WorldTracker {
  package var planeDetection: WorldTrackingConfiguration.PlaneDetection
  private let options: WorldTrackingOptions
  private let parameters = TrackingParameters()
  private var session: TrackedWorld?
  /// The map to begin with at the next picture.
  private var savedMap: SessionCore.WorldMap?
  private var images = PreparedImages()

  /// Creates a tracker; the first picture decides the size of all.
  package init(options: WorldTrackingOptions) {
    self.options = options
    planeDetection = options.planeDetection
  }

  /// How often a map begun while the camera was lost was joined to the one before.
  package var joinedMaps: Int { session?.core.joins ?? 0 }
  /// How often a drift was taken out of the map where the way came back to a known place.
  package var closedLoops: Int { session?.core.loops.closures ?? 0 }

  /// Prepares reference images; those that are known already cost nothing.
  package func detect(_ detection: ImageDetection) throws(SessionError) {
    var patterns: [ReferencePattern] = []
    for image in detection.images {
      let known = images.patterns.first { $0.image == image }
      let pattern = if let known { known } else { try ReferencePattern(image) }
      patterns.append(pattern)
    }
    images = PreparedImages(
      patterns: patterns, maximum: detection.maximumNumberOfTrackedImages,
      estimatesSize: detection.isScaleEstimationEnabled)
    session?.look(for: images)
  }

  /// Forgets the map, the planes and the origin: the next picture is the first.
  package func reset() {
    session = nil
    savedMap = nil
  }

  /// Forgets what it knows and looks for the camera in a saved map from the next picture on.
  package func start(from map: SessionCore.WorldMap) {
    session = nil
    savedMap = map
  }

  /// What it knows of the surroundings, its planes among the anchors.
  package func worldMap() throws(SessionError) -> SessionCore.WorldMap {
    // Not looked for yet: it is still what it was.
    if session == nil, let savedMap { return savedMap }
    guard let map = session?.savedMap() else {
      throw SessionError(
        .insufficientFeatures,
        "there is no world map to save yet: move the camera sideways until tracking is normal, and "
          + "a second longer")
    }
    return map
  }

  /// Looks for the camera in the known map from the next picture on.
  package func relocalize() { session?.relocalize() }

  /// Processes the next picture.
  ///
  /// - Throws: `SessionError` with `invalidConfiguration` for a picture of another size than the
  ///   first or without brightness, with `worldTrackingFailed` when OpenCV fails.
  package func track(_ frame: CameraFrame) throws(SessionError) -> WorldTrackingResult {
    try check(frame)
    var stages = StageTimer()
    let pyramid = try ImagePyramid(frame.pixels, parameters: parameters)
    stages.mark(.pyramid)
    if session == nil {
      session = try TrackedWorld(
        first: frame, pyramid: pyramid, options: options, parameters: parameters, map: savedMap)
      savedMap = nil
      session?.look(for: images)
    }
    guard var world = session else {
      return WorldTrackingResult(
        timestamp: frame.timestamp, worldFromCamera: .identity, trackingState: .notAvailable)
    }
    // Taken out for the time, so that its arrays are not copied on write.
    session = nil
    defer { session = world }
    return try world.add(frame, pyramid, planeDetection: planeDetection, stages: &stages)
  }

  private func check(_ frame: CameraFrame) throws(SessionError) {
    let (width, height) = (frame.pixels.width, frame.pixels.height)
    guard frame.pixels.format != .depth16 else {
      throw SessionError(
        .invalidConfiguration,
        "world tracking needs pictures, and the \(frame.role.rawValue) camera delivers depth; "
          + "choose another format or camera")
    }
    guard width == frame.intrinsics.width, height == frame.intrinsics.height else {
      throw SessionError(
        .invalidConfiguration,
        "the \(frame.role.rawValue) camera's picture is \(width)×\(height), but its intrinsics are "
          + "for \(frame.intrinsics.width)×\(frame.intrinsics.height); correct the intrinsics")
    }
    guard let first = session?.pictureSize, first != (width, height) else { return }
    throw SessionError(
      .invalidConfiguration,
      "the \(frame.role.rawValue) camera's picture changed its size from "
        + "\(first.width)×\(first.height) to \(width)×\(height) at picture \(frame.sequence); "
        + "world tracking needs one size: use pictures of one size, or reset tracking")
  }
}
