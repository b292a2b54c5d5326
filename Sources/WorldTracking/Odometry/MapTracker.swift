import COpenCVTracking
import SessionCore
import SpatialMath

/// Tracks the camera in a map that it makes: initialisation, frame to frame, lost and found again.
///
/// All in map space. Bound to the tracker's thread.
struct MapTracker {
  /// What a picture led to.
  enum State: Equatable {
    /// There is no map yet.
    case initializing(MapInitializer.Waiting)
    /// The camera's place is known.
    case tracking
    /// It is not, for so many pictures; the last try's outcome.
    case lost(pictures: Int, hasTooFewCorners: Bool)
  }

  var state = State.initializing(.firstView)
  var map: WorldMap
  var tracker: FrameTracker
  private(set) var initializer: MapInitializer
  /// How often a map too young to be found again was given up for a new start.
  private(set) var restarts = 0
  /// Whether the newest picture became a keyframe.
  private(set) var isKeyframe = false
  /// The turn of the last tracked frame, radians.
  private(set) var lastTurn = 0.0

  /// How often a second map was joined to the first one.
  var joins = 0
  /// The closer of loops.
  var loops: LoopCloser
  /// A map begun while the camera is lost in this one: none or one.
  var second: [SecondMap] = []

  let parameters: TrackingParameters
  let focalLength: Double
  /// Whether it is a second map itself.
  private let isSecond: Bool
  private let relocalizer: Relocalizer
  private let extractor: DescriptorExtractor
  let worker: MappingWorker?
  /// Whether the mapping thread has an adjustment that has not come back, and the loops closed
  /// before it: what was begun before a loop was closed is of no use.
  private var isAdjusting = false
  private var closuresBefore = 0
  private var mapper: LocalMapper
  var policy = KeyframePolicy()
  /// Counts the pictures from 0.
  private(set) var frame: Int
  /// Pictures tracked since the camera was found.
  private(set) var sinceFound = 0
  /// Attempts to find the camera since the picture had corners enough.
  private(set) var attempts = 0
  /// Whether the map is a saved one in which the camera has not been found yet.
  private var isForeign = false
  /// The poses of the pictures from which the map began, camera from map by `frame`.
  private(set) var startPoses: [Int: RigidMotion] = [:]
  /// The first map's reference picture and its keyframe.
  private var referenceFrame = 0
  private var referenceKeyframe = 0

  /// A map with fewer keyframes is too young to be worth finding again.
  private static let leastKeyframes = 4

  /// Attempts to find the camera in pictures one after the other.
  private static let promptAttempts = 10

  /// Creates a tracker for pictures of a lens; in the background, adjustments run on a thread of
  /// their own.
  ///
  /// A second map is begun at a picture's number, and begins none itself.
  init(
    focalLength: Double, parameters: TrackingParameters, isBackground: Bool,
    secondSince picture: Int? = nil
  ) throws(SessionError) {
    isSecond = picture != nil
    frame = picture.map { $0 - 1 } ?? -1
    self.parameters = parameters
    self.focalLength = focalLength
    map = WorldMap(focalLength: focalLength)
    tracker = FrameTracker(parameters: parameters)
    initializer = MapInitializer(parameters: parameters)
    relocalizer = try Relocalizer(parameters: parameters)
    extractor = try DescriptorExtractor()
    loops = LoopCloser(
      parameters: parameters, relocalizer: relocalizer, isBackground: isBackground)
    mapper = LocalMapper(parameters: parameters)
    worker = isBackground ? try MappingWorker() : nil
  }

  /// Processes the next picture.
  mutating func add(
    _ pyramid: ImagePyramid, lens: Lens, stages: inout StageTimer
  ) throws(SessionError) {
    frame += 1
    isKeyframe = false
    try takeFinishedWork(&stages)
    switch state {
    case .initializing:
      try initialize(pyramid, lens, &stages)
    case .tracking:
      try track(pyramid, lens, &stages)
    case .lost:
      break
    }
    if case .lost(let pictures, _) = state {
      try relocalize(pyramid, lens, pictures + 1)
      stages.mark(.relocalize)
    }
    if !isSecond { try followSecondMap(pyramid, lens, &stages) }
    tracker.remember(pyramid)
    if state == .tracking { sinceFound += 1 } else { sinceFound = 0 }
    tracker.isUnsure = sinceFound < parameters.wideSearchPictures
  }

  /// Where the very first picture was taken, camera from map.
  ///
  /// The first map often begins with it; if not, it is looked for in the map; if it shows another
  /// place, the camera is taken to have turned only, as far as the turn could be followed.
  mutating func locateFirst(
    _ pyramid: ImagePyramid, lens: Lens
  ) throws(SessionError) -> RigidMotion {
    let reference = map.keyframes[referenceKeyframe].cameraFromMap
    if referenceFrame == 0 { return reference }
    var scout = tracker
    if case .found = try relocalizer.locate(pyramid, lens: lens, map: &map, tracker: &scout) {
      return scout.cameraFromMap
    }
    let turn = (initializer.referenceFromFirst ?? .identity).transpose
    return RigidMotion(rotation: turn, translation: .zero) * reference
  }

  /// The first map's reference picture; nil when the map no longer keeps it.
  var referencePicture: AnchoringLook.Picture? {
    let keyframe = map.keyframes[referenceKeyframe]
    return keyframe.pyramid.map {
      AnchoringLook.Picture(
        pyramid: $0, lens: keyframe.lens, cameraFromMap: keyframe.cameraFromMap)
    }
  }

  /// The median depth of the first map's points from its reference picture, map units.
  var referenceDepth: Double {
    let reference = map.keyframes[referenceKeyframe]
    return Statistics.quantile(
      of: reference.points.map { reference.cameraFromMap.act(map.points[$0].position).z }, 0.5,
      or: 1)
  }

  /// Begins with a saved map: the camera is looked for in it from the next picture on.
  mutating func take(_ saved: WorldMapContent) throws(SessionError) {
    map = try WorldMap(saved, parameters: parameters)
    isForeign = true
    state = .lost(pictures: 0, hasTooFewCorners: false)
  }

  // MARK: Start

  private mutating func initialize(
    _ pyramid: ImagePyramid, _ lens: Lens, _ stages: inout StageTimer
  ) throws(SessionError) {
    let outcome = try initializer.add(pyramid, lens: lens, frame: frame)
    switch outcome {
    case .waiting(let reason): state = .initializing(reason)
    case .map(let initial):
      try begin(initial, pyramid, lens)
      isKeyframe = true
      state = .tracking
    }
    stages.mark(.initialize)
  }

  private mutating func begin(
    _ initial: InitialMap, _ pyramid: ImagePyramid, _ lens: Lens
  ) throws(SessionError) {
    map = WorldMap(focalLength: focalLength)
    let first = map.addKeyframe(
      frame: initial.referenceFrame, cameraFromMap: RigidMotion(),
      pyramid: try initial.referencePyramid.imagesOnly(), lens: lens)
    let second = map.addKeyframe(
      frame: frame, cameraFromMap: initial.currentFromReference,
      pyramid: try pyramid.imagesOnly(), lens: lens)
    var tracks: [Track] = []
    for p in initial.points {
      let slot = map.addPoint(
        position: p.position,
        seenAt: PointObservation(
          keyframe: first, pixel: p.referencePixel, place: lens.point(at: p.referencePixel)),
        inverseDepth: 1 / p.position.z, sigma: parameters.newDepthSigma)
      let place = lens.point(at: p.currentPixel)
      map.observe(slot, PointObservation(keyframe: second, pixel: p.currentPixel, place: place))
      map.updateDepthSigma(slot, guess: parameters.newDepthSigma)
      tracks.append(
        Track(
          slot: slot, identifier: map.points[slot].identifier, pixel: p.currentPixel,
          place: place))
    }
    startPoses = Dictionary(
      uniqueKeysWithValues: initial.views.map { ($0.frame, $0.cameraFromReference) })
    referenceFrame = initial.referenceFrame
    referenceKeyframe = first
    tracker.start(initial.currentFromReference, tracks: tracks, map: map)
    try describe(first)
    try mapper.addPoints(in: second, tracker: &tracker, map: &map)
    try describe(second)
    policy.noteKeyframe(second, tracks: tracker.tracks)
  }

  // MARK: Tracking

  /// Takes the camera to be anywhere: the next picture does not follow the last one.
  mutating func loseTrack() {
    for i in second.indices { second[i].core.loseTrack() }
    switch state {
    case .initializing: initializer.restart()
    case .tracking:
      lastTurn = 0
      giveUpPlace()
    case .lost: state = .lost(pictures: 0, hasTooFewCorners: false)
    }
  }

  private mutating func giveUpPlace() {
    state = .lost(pictures: 0, hasTooFewCorners: false)
    if !isOldEnough { startAnew() }
  }

  private mutating func track(
    _ pyramid: ImagePyramid, _ lens: Lens, _ stages: inout StageTimer
  ) throws(SessionError) {
    if try tracker.track(pyramid, lens: lens, map: &map, stages: &stages) {
      lastTurn = tracker.velocity.angle
      if policy.isDue(tracker, frame: frame, map: map) {
        try addKeyframe(pyramid, lens, &stages)
      }
      return
    }
    giveUpPlace()
  }

  /// Whether the map is worth finding again.
  var isOldEnough: Bool { map.keyframeCount >= Self.leastKeyframes }

  private mutating func startAnew() {
    restarts += 1
    map = WorldMap(focalLength: focalLength)
    initializer.restart()
    state = .initializing(.firstView)
  }

  private mutating func addKeyframe(
    _ pyramid: ImagePyramid, _ lens: Lens, _ stages: inout StageTimer
  ) throws(SessionError) {
    isKeyframe = true
    let slot = try mapper.addKeyframe(
      frame: frame, pyramid: pyramid, lens: lens, tracker: tracker, map: &map)
    if worker == nil {
      var job = MappingJob(adjusting: slot, map: map, parameters: parameters)
      try job.run(extractor)
      apply(job)
      // A track whose sight did not survive the adjustment ends.
      tracker.tracks.removeAll {
        !map.holds($0) || map.points[$0.slot].observation(in: slot) == nil
      }
      stages.mark(.adjust)
    }
    tracker.updateMedianDepth(map)
    try mapper.addPoints(in: slot, tracker: &tracker, map: &map)
    if let worker {
      // One at a time: a second one would begin from what the first is about to change.
      if !isAdjusting {
        isAdjusting = worker.submit(
          MappingJob(adjusting: slot, map: map, parameters: parameters))
        closuresBefore = loops.closures
      }
      worker.submit(MappingJob(describing: slot, map: map))
    } else {
      try describe(slot)
    }
    mapper.cull(newest: slot, tracker: &tracker, map: &map)
    policy.noteKeyframe(slot, tracks: tracker.tracks)
    stages.mark(.keyframe)
    if !isSecond { try closeLoop(at: slot) }
    stages.mark(.loops)
  }

  private mutating func describe(_ keyframe: Int) throws(SessionError) {
    var job = MappingJob(describing: keyframe, map: map)
    try job.run(extractor)
    apply(job)
  }

  private mutating func apply(_ job: MappingJob) {
    job.apply(to: &map, parameters: parameters)
    if let adjustment = job.adjustment, map.keyframes[adjustment.newest].isAlive {
      tracker.follow(
        adjusted: map.keyframes[adjustment.newest].cameraFromMap, from: adjustment.newestBefore)
    }
  }

  /// Brings in what the mapping thread has finished since the last picture.
  private mutating func takeFinishedWork(_ stages: inout StageTimer) throws(SessionError) {
    guard let worker else { return }
    for job in try worker.takeFinished() {
      if job.isAdjustment {
        isAdjusting = false
        if closuresBefore != loops.closures { continue }
      }
      apply(job)
    }
    tracker.tracks.removeAll { !map.holds($0) }
    stages.mark(.adjust)
  }

  // MARK: Lost

  private mutating func relocalize(
    _ pyramid: ImagePyramid, _ lens: Lens, _ pictures: Int
  ) throws(SessionError) {
    // An attempt costs as much as tracking a few pictures: after the first ones every second.
    guard attempts < Self.promptAttempts || pictures % 2 == 0 else {
      if case .lost(_, let few) = state {
        state = .lost(pictures: pictures, hasTooFewCorners: few)
      }
      return
    }
    let outcome = try relocalizer.locate(
      pyramid, lens: lens, map: &map, tracker: &tracker, isForeign: isForeign)
    attempts = outcome == .unknown ? attempts + 1 : 0
    switch outcome {
    case .found:
      isForeign = false
      state = .tracking
      policy.hurry()
    case .tooFewCorners: state = .lost(pictures: pictures, hasTooFewCorners: true)
    case .unknown: state = .lost(pictures: pictures, hasTooFewCorners: false)
    }
  }
}
