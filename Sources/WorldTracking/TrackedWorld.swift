import COpenCVTracking
import SessionCore
import SpatialMath

/// All that world tracking knows since its first picture.
struct TrackedWorld {
  /// The size that all pictures must have.
  let pictureSize: (width: Int, height: Int)

  private var options: WorldTrackingOptions
  /// The picture whose place is the world's origin, or where the last map was lost.
  private var firstPyramid: ImagePyramid
  private(set) var core: MapTracker
  private var anchoring: WorldAnchoring
  private var first: WorldAnchoring.FirstCamera?
  private var frame: WorldFrame?
  private var planes: PlaneTracker?
  /// Whether up comes from more than a young map's surfaces.
  private var isUpCertain = false
  /// The planes of the map that it began with, until the camera is found in it.
  private var savedPlanes: [PlaneAnchor] = []
  private var images: ImageTracker
  private var sizes: SizeFinder?
  private var inertial: InertialSize?
  private var lastPose = Pose.identity
  /// Where the camera was when a young map was given up.
  private var resumedAt: Pose?
  private var restarts = 0
  private var light = AmbientLightEstimator()
  private var mapping = MappingStatusJudge()

  /// Flow per picture above which the camera is too fast to follow, as a share of the width.
  private static let fastFlow = 0.08
  /// A turn per picture above which a loss is put down to motion, radians (3°, 90° a second).
  private static let fastTurn = 0.052
  /// After so many pictures a loss is a search for the map.
  private static let motionPictures = 10
  /// A print that tells the world's size worse than this does not tell it.
  private static let worstPrintSigma = 0.03
  /// Points better known than this are published.
  private static let publishedSigma = 0.1

  /// Begins with the first picture, in a saved map where there is one.
  init(
    first picture: CameraFrame, pyramid: ImagePyramid, options: WorldTrackingOptions,
    parameters: TrackingParameters, map: SessionCore.WorldMap? = nil
  ) throws(SessionError) {
    var options = options
    options.measuredUp = MeasuredUp.mean(of: picture.inertialSamples)
    _ = try OpenCVCall.status("prepare") { bifrons_tracking_prepare(options.seed, &$0) }
    self.options = options
    pictureSize = (picture.pixels.width, picture.pixels.height)
    firstPyramid = try pyramid.imagesOnly()
    core = try MapTracker(
      focalLength: Lens(picture.intrinsics).focalLength, parameters: parameters,
      isBackground: options.mapping == .background)
    anchoring = WorldAnchoring(options: options)
    sizes = Self.sizeFinder(options)
    inertial =
      options.scale == .inertial
      ? InertialSize(isBackground: options.mapping == .background) : nil
    images = ImageTracker(seed: options.seed, isBackground: options.mapping == .background)
    guard let map else { return }
    try core.take(map.content)
    frame = WorldFrame(map.content.frame)
    isUpCertain = map.content.frame.isUpCertain
    savedPlanes = map.anchors.compactMap { if case .plane(let plane) = $0 { plane } else { nil } }
  }

  /// What a saved map keeps; nil while there is too little.
  func savedMap() -> SessionCore.WorldMap? {
    guard let frame,
      let content = core.map.content(frame: frame.saved(isUpCertain: isUpCertain))
    else { return nil }
    let planes = self.planes?.planes.map(\.anchor) ?? savedPlanes
    return SessionCore.WorldMap(content: content, anchors: planes.map { .plane($0) })
  }

  /// Takes over which reference images to look for.
  mutating func look(for detection: PreparedImages) { images.take(detection) }

  /// Processes the next picture.
  mutating func add(
    _ image: CameraFrame, _ pyramid: ImagePyramid,
    planeDetection: WorldTrackingConfiguration.PlaneDetection, stages: inout StageTimer
  ) throws(SessionError) -> WorldTrackingResult {
    let lens = Lens(image.intrinsics)
    try core.add(pyramid, lens: lens, stages: &stages)
    if core.restarts != restarts { try startAnew(image, pyramid) }
    if case .initializing = core.state {
      try anchoring.watch(pyramid, lens: lens, frame: core.frame)
      stages.mark(.anchor)
    }
    if core.state == .tracking {
      try lookForImages(pyramid, lens)
      stages.mark(.images)
      if frame == nil { try anchor(image, pyramid, lens) }
      if planes == nil { beginPlanes() }
      if let frame { lastPose = frame.worldFromCamera(core.tracker.cameraFromMap) }
      stages.mark(.anchor)
      if core.isKeyframe { updatePlanes(planeDetection) }
      stages.mark(.planes)
    } else {
      images.lose()
      inertial?.forget()
    }
    var result = WorldTrackingResult(
      timestamp: image.timestamp, worldFromCamera: lastPose, trackingState: state)
    if let frame {
      result.scaleSource = frame.scaleSource
      result.gravitySource = frame.gravitySource
      result.scaleUncertainty = frame.scaleSigma
      result.gravityUncertainty = frame.gravitySigma
      result.planes = planes?.planes.map(\.anchor) ?? []
      if result.trackingState == .normal { result.featurePoints = featurePoints(frame) }
    }
    result.images = images.anchors
    result.mappingStatus = mapping.status(core)
    if options.isLightEstimationEnabled {
      result.lightEstimate = light.estimate(image.pixels)
      stages.mark(.light)
    }
    result.stageSeconds = stages.seconds
    return result
  }

  private mutating func lookForImages(
    _ pyramid: ImagePyramid, _ lens: Lens
  ) throws(SessionError) {
    guard !images.prints.isEmpty else { return }
    try images.update(
      pyramid, lens: lens, cameraFromMap: core.tracker.cameraFromMap,
      medianDepth: core.tracker.medianDepth, frame: frame)
  }

  /// Looks for the camera in the map from the next picture on.
  mutating func relocalize() { core.loseTrack() }

  /// Begins a new map where the last pose was: the world goes on from there.
  private mutating func startAnew(
    _ image: CameraFrame, _ pyramid: ImagePyramid
  ) throws(SessionError) {
    restarts = core.restarts
    if frame != nil { resumedAt = lastPose }
    firstPyramid = try pyramid.imagesOnly()
    options.measuredUp = MeasuredUp.mean(of: image.inertialSamples)
    anchoring = WorldAnchoring(options: options)
    first = nil
    frame = nil
    planes = nil
    savedPlanes = []
    images.forgetMap()
    sizes = Self.sizeFinder(options)
    inertial?.forget()
  }

  private static func sizeFinder(_ options: WorldTrackingOptions) -> SizeFinder? {
    if case .known(let known) = options.scale { SizeFinder(known) } else { nil }
  }

  /// The size of the map by what was asked for, or by a print where nothing was.
  private var seenSize: WorldAnchoring.SeenSize? {
    switch options.scale {
    case .known(let known):
      let source = if case .tag = known { ScaleSource.marker } else { ScaleSource.sheet }
      return sizes?.size.map { .init(size: $0, source: source) }
    case .arbitrary:
      guard let size = images.size, size.sigma < Self.worstPrintSigma else { return nil }
      return .init(size: size, source: .referenceImage)
    case .inertial:
      return inertial?.solution.map {
        .init(
          size: MapSize(metresPerUnit: $0.metresPerUnit, sigma: $0.sigma), source: .inertial,
          up: $0.up)
      }
    case .cameraHeight, .initialDepth: return nil
    }
  }

  private var isSizeLookedFor: Bool {
    switch options.scale {
    case .known, .inertial: true
    case .arbitrary: !images.prints.isEmpty
    case .cameraHeight, .initialDepth: false
    }
  }

  private mutating func anchor(
    _ image: CameraFrame, _ pyramid: ImagePyramid, _ lens: Lens
  ) throws(SessionError) {
    if first == nil {
      first = WorldAnchoring.FirstCamera(
        cameraFromMap: try core.locateFirst(firstPyramid, lens: lens),
        medianDepth: core.referenceDepth)
    }
    guard let first else { return }
    try sizes?.look(
      pyramid, lens: lens, cameraFromMap: core.tracker.cameraFromMap,
      medianDepth: core.tracker.medianDepth)
    try inertial?.add(
      (image.timestamp, image.inertialSamples), cameraFromMap: core.tracker.cameraFromMap,
      depth: core.tracker.medianDepth)
    frame = try anchoring.decide(
      core, pyramid, lens: lens, first: first, seen: seenSize, isLookedFor: isSizeLookedFor)
    if let resumedAt { frame?.resume(at: resumedAt, alignment: options.worldAlignment) }
    if frame != nil { isUpCertain = anchoring.isUpCertain }
  }

  /// Begins to look for planes, with those of a saved map.
  private mutating func beginPlanes() {
    guard let frame else { return }
    // Other numbers than those that named the planes of the saved map.
    let seed = savedPlanes.isEmpty ? options.seed : options.seed ^ core.map.newestIdentifier
    var tracker = PlaneTracker(up: frame.up, isUpCertain: isUpCertain, seed: seed)
    tracker.restore(savedPlanes, depth: core.tracker.medianDepth * frame.scale)
    savedPlanes = []
    planes = tracker
  }

  /// Looks for planes among the map's well-known points.
  private mutating func updatePlanes(_ detection: WorldTrackingConfiguration.PlaneDetection) {
    guard let frame, !detection.isEmpty else { return }
    let points = core.map.surfacePoints(depthSigma: PlaneTracker.depthSigma).map { p in
      SurfacePoint(
        position: frame.world(p.position), eye: frame.world(p.eye),
        lastEye: frame.world(p.lastEye), depthSigma: p.depthSigma, slot: p.slot)
    }
    planes?.update(
      points, depth: core.tracker.medianDepth * frame.scale, detection: detection,
      scaleIsKnown: frame.scaleSource != .none)
  }

  /// The state to report: normal once the world is anchored and the camera's place known.
  private var state: TrackingState {
    switch core.state {
    case .tracking: frame == nil ? .limited(.initializing) : .normal
    case .initializing(.tooFewCorners): .limited(.insufficientFeatures)
    case .initializing:
      core.initializer.medianFlow > Self.fastFlow * Double(pictureSize.width)
        ? .limited(.excessiveMotion) : .limited(.initializing)
    case .lost(_, hasTooFewCorners: true): .limited(.insufficientFeatures)
    case .lost(let pictures, hasTooFewCorners: false):
      pictures <= Self.motionPictures && core.lastTurn > Self.fastTurn
        ? .limited(.excessiveMotion) : .limited(.relocalizing)
    }
  }

  private func featurePoints(_ frame: WorldFrame) -> [FeaturePoint] {
    core.tracker.tracks.compactMap { track in
      let point = core.map.points[track.slot]
      guard point.depthSigma < Self.publishedSigma else { return nil }
      return FeaturePoint(identifier: point.identifier, position: frame.world(point.position))
    }
  }
}
