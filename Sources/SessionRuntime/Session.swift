import SessionCore
import SpatialMath
import Synchronization
import SystemSupport

/// A session over one or two cameras: runs a configuration, joins what the trackers find into
/// frames, keeps the anchors, and tells a delegate, observers and streams.
///
/// One lock guards its state; `ingest` is synchronous on the tracker threads. All functions are
/// thread-safe and may be called from inside a delegate call. When the last reference goes, the
/// session stops by itself.
public final class Session: Sendable {
  /// The session's identity, drawn from the seed.
  public let identifier: AnchorIdentifier

  let parts: SessionParts
  let seed: UInt64
  let state = Mutex(SessionState())
  let emission = EmissionGate()
  let delivery: DelegateQueue
  /// How often the session has stopped, and the error of the last time.
  let stops = Monitor(Stops())

  struct Stops: Sendable {
    var isRunning = false
    var error: SessionError?
  }

  /// Creates a session that does not run yet.
  public init(parts: SessionParts) {
    self.parts = parts
    seed = parts.seed ?? UInt64.random(in: .min ... .max)
    // Another stream of numbers than the anchors'.
    var generator = SeededGenerator(seed: seed ^ 0x5E55_1013)
    identifier = AnchorIdentifier(using: &generator)
    delivery = DelegateQueue(coalesces: parts.pacing == .realTime)
  }

  deinit {
    let (pipelines, trackers, streams) = state.withLock { s in
      (
        Array(s.pipelines.values), Array(s.trackers.values),
        s.streams.compactMap(\.buffer)
      )
    }
    for pipeline in pipelines { pipeline.stop() }
    stopDepth()
    for tracker in trackers { tracker.finish() }
    for stream in streams { stream.finish() }
    delivery.finish()
  }

  /// The configuration that runs or ran last.
  public var configuration: SessionConfiguration? { state.withLock { $0.configuration } }
  /// The newest frame; it stays after a pause.
  public var currentFrame: SessionFrame? { state.withLock { $0.currentFrame } }
  /// Whether the session runs.
  public var isRunning: Bool { state.withLock { $0.phase == .running } }

  /// Who is told what happens; not kept alive by the session.
  public var delegate: (any SessionDelegate)? {
    get { state.withLock { $0.delegate } }
    set { state.withLock { $0.delegate = newValue } }
  }

  /// Adds an anchor; it takes effect on the next frame.
  public func add(anchor: PointAnchor) {
    state.withLock { s in
      if s.assembler == nil { s.earlyAnchors.append(anchor) }
      s.assembler?.add(anchor)
    }
  }

  /// Removes an anchor on the next frame.
  ///
  /// A plane stays away until tracking is reset; a face that is still tracked comes back as a new
  /// anchor.
  public func remove(anchor identifier: AnchorIdentifier) {
    state.withLock { s in
      s.assembler?.remove(identifier)
      s.earlyAnchors.removeAll { $0.identifier == identifier }
    }
  }

  /// Removes an anchor on the next frame.
  public func remove(anchor: Anchor) { remove(anchor: anchor.identifier) }

  /// Moves the world's origin on the next frame.
  ///
  /// All anchors are updated with their transforms in the new world.
  ///
  /// - Parameter relativeTransform: the new origin's pose in the present world.
  public func setWorldOrigin(relativeTransform: Pose) {
    state.withLock { $0.assembler?.setWorldOrigin(relativeTransform) }
  }

  /// Blocks until the session no longer runs: paused, at its end, or failed.
  ///
  /// Must not be called from inside a delegate call or an observer. Returns at once when the
  /// session does not run. The delegate has been told everything by then, its error too.
  ///
  /// - Returns: the error of a session that failed.
  @discardableResult public func waitUntilStopped() -> SessionError? {
    let error = stops.wait { s -> SessionError?? in s.isRunning ? nil : .some(s.error) }
    if !delivery.isThisThread, state.withLock({ $0.hasDeliveryThread }) {
      delivery.waitUntilEverythingIsTold()
    }
    return error
  }

  /// Like `waitUntilStopped()`, but gives up after some seconds of real time.
  ///
  /// - Returns: false when the session still runs.
  public func waitUntilStopped(atMost seconds: Double) -> Bool {
    stops.wait(atMost: seconds) { $0.isRunning ? nil : true } ?? false
  }

  /// The numbers so far.
  public var statistics: SessionStatistics {
    state.withLock { s in
      s.retireFinishedPipelines()
      var result = s.statistics.snapshot(
        of: Array(s.pipelines.values) + s.stopping, cpuSeconds: ProcessUsage.cpuSeconds())
      result.peakMemoryBytes = ProcessUsage.peakMemoryBytes()
      result.faces = s.assembler?.facesSeen ?? 0
      result.planes = s.currentFrame?.planes.count ?? 0
      if let feed = s.depth ?? s.depthBefore, let counters = feed.statistics {
        result.cameras[.depth] = SessionStatistics.Camera(
          counters: counters, nominalRate: feed.source?.format.nominalRate ?? 0,
          measuredRate: counters.measuredRate)
      }
      return result
    }
  }

  /// The source of a camera that runs: a simulated one can be asked for the truth.
  package func source(of role: CameraRole) -> (any FrameSource)? {
    state.withLock { $0.pipelines[role]?.source ?? (role == .depth ? $0.depth?.source : nil) }
  }
}
