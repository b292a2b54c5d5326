import SessionCore
import SpatialMath
import SystemSupport

/// What a session's lock guards.
struct SessionState {
  enum Phase: Sendable, Equatable { case idle, running, paused }

  var phase = Phase.idle
  var configuration: SessionConfiguration?
  var pipelines: [CameraRole: TrackingPipeline] = [:]
  /// Pipelines that were told to stop and may still hold their devices.
  var stopping: [TrackingPipeline] = []
  var trackers: [CameraRole: TrackerThread] = [:]
  /// The depth camera that runs, and the one before, which may still hold the device.
  var depth: DepthFeed?
  var depthBefore: DepthFeed?
  /// Counts resets: results of an earlier generation are dropped.
  var generation = 0
  /// The generation that begins with the configuration's world map.
  var mapGeneration: Int?
  /// Counts for each camera how often it was away: pictures from before are dropped.
  var discontinuities: [CameraRole: Int] = [:]
  /// Nil until the first `run`.
  var assembler: FrameAssembler?
  /// Anchors that were added before the first `run`.
  var earlyAnchors: [PointAnchor] = []
  var currentFrame: SessionFrame?
  /// The capture time of the first frame ever.
  var zero: Timestamp?
  /// Whether `started` has to come before the next frame.
  var mustAnnounceStart = false
  /// Cameras that are interrupted now.
  var interruptedRoles: Set<CameraRole> = []
  /// Cameras that could not be opened, in a session that goes on without them.
  var missing: [CameraRole: SessionError] = [:]
  /// Cameras whose material is at its end.
  var endedRoles: Set<CameraRole> = []
  var statistics = StatisticsCollector()
  weak var delegate: (any SessionDelegate)?
  var observations: [SessionObservation] = []
  var streams: [WeakStream] = []
  var raycasts: [TrackedRaycast] = []
  var hasDeliveryThread = false

  struct WeakStream { weak var buffer: EventStreamBuffer? }

  /// Whether a pipeline is one of those that run now.
  func isCurrent(_ pipeline: TrackingPipeline) -> Bool {
    phase == .running && pipelines[pipeline.role] === pipeline
  }

  /// What a tracker must know for the next picture of a pipeline; nil when it no longer counts.
  func settings(for pipeline: TrackingPipeline) -> TrackerSettings? {
    guard isCurrent(pipeline), let configuration else { return nil }
    return TrackerSettings(
      generation: generation, discontinuity: discontinuities[pipeline.role] ?? 0,
      planeDetection: configuration.planeDetection,
      imageDetection: configuration.imageDetection,
      maximumNumberOfTrackedFaces: configuration.maximumNumberOfTrackedFaces,
      initialWorldMap: mapGeneration == generation ? configuration.initialWorldMap : nil)
  }

  /// Whether what a tracker found under some settings still counts.
  func accepts(_ pipeline: TrackingPipeline, _ settings: TrackerSettings) -> Bool {
    isCurrent(pipeline) && generation == settings.generation
      && (discontinuities[pipeline.role] ?? 0) == settings.discontinuity
  }

  /// Whether a camera's pictures make frames: the leading one's, or another's in its place.
  func makesFrames(_ role: CameraRole) -> Bool {
    role == configuration?.primaryRole || assembler?.needsStandIn == true
  }

  /// The formats of the cameras that run, the leading one first.
  func start(at zero: Timestamp) -> SessionStart? {
    guard let configuration else { return nil }
    let cameras = configuration.roles.compactMap { role in
      pipelines[role]?.format.map { SessionStart.Camera(role: role, format: $0) }
    }
    return SessionStart(zero: zero, configuration: configuration, cameras: cameras)
  }

  /// Stops counting a camera as running and hands its pipelines over to be stopped.
  mutating func takePipelines(where condition: (TrackingPipeline) -> Bool) -> [TrackingPipeline] {
    let taken = CameraRole.allCases.compactMap { pipelines[$0] }.filter(condition)
    for pipeline in taken { pipelines[pipeline.role] = nil }
    stopping += taken
    return taken
  }

  /// The time of an event that belongs to no frame: now, or in lock-step the last frame's.
  func eventTime(_ parts: SessionParts) -> Timestamp {
    parts.pacing == .realTime ? parts.now() : currentFrame?.timestamp ?? .zero
  }

  /// Adds up the counters of pipelines that have ended.
  mutating func retireFinishedPipelines() {
    for pipeline in stopping where pipeline.isFinished { statistics.retire(pipeline) }
    stopping.removeAll { $0.isFinished }
  }
}
