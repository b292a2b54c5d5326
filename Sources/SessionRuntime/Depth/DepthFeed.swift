import SessionCore
import SpatialMath
import SystemSupport

/// The depth camera's way to the frames: the newest picture that is not later than a frame is joined
/// to it, once.
///
/// In real time a thread of its own asks the source; in lock-step whoever makes a frame does. A feed
/// runs once, from `start` to `stop`. Thread-safe.
final class DepthFeed: Sendable {
  /// What the session is told.
  enum News: Sendable {
    case interrupted(String)
    case resumed
    case failed(SessionError)
  }

  private struct State: Sendable {
    var source: (any FrameSource)?
    /// The session's zero, known with its first frame.
    var origin: Timestamp?
    /// Pictures that no frame has taken, oldest first.
    var waiting: [CameraFrame] = []
    var hasStarted = false
    var isStopped = false
    var isOver = false
    var dropped = 0
  }

  /// Pictures that may wait for a frame: later ones push the oldest out, so that a session whose
  /// leading camera stalls does not keep the depth camera's buffers.
  private static let mostWaiting = 3

  private let parts: DepthParts
  private let pacing: Pacing
  private let state = Monitor(State())

  init(_ parts: DepthParts, pacing: Pacing) {
    self.parts = parts
    self.pacing = pacing
  }

  /// The source, once it is made.
  var source: (any FrameSource)? { state.withLock { $0.source } }

  /// The source's counters, with the pictures that no frame took in `droppedByUs`.
  var statistics: FrameSourceStatistics? {
    let (source, dropped) = state.withLock { ($0.source, $0.dropped) }
    guard var counters = source?.statistics else { return nil }
    counters.droppedByUs += dropped
    return counters
  }

  /// Begins; in real time with a thread that opens the source once `predecessor` has closed it.
  func start(after predecessor: DepthFeed?, _ tell: @escaping @Sendable (News) -> Void) {
    guard pacing == .realTime else { return }
    do {
      _ = try DedicatedThread(ifPossible: "bifrons.depth") { [self] in
        predecessor?.waitUntilOver()
        run(tell)
        source?.stop()
        state.withLock { $0.isOver = true }
      }
    } catch {
      state.withLock { $0.isOver = true }
      let failure = SessionError(.sensorUnavailable, error.description, isShortOfResources: true)
      report(failure, tell)
    }
  }

  private func run(_ tell: (News) -> Void) {
    do throws(SessionError) {
      if let source = try open() { try capture(source, tell) }
    } catch {
      if !state.withLock({ $0.isStopped }) { report(error, tell) }
    }
  }

  /// Closes the source; a thread that waits for a picture returns.
  func stop() {
    let source = state.withLock { s in
      s.isStopped = true
      s.waiting = []
      if pacing != .realTime { s.isOver = true }
      return s.source
    }
    source?.stop()
  }

  private func waitUntilOver() { state.wait { $0.isOver ? true : nil } }

  /// Waits until the source of a feed that was told to stop is closed, or will never be opened.
  func waitUntilClosed() {
    state.wait { $0.isOver || ($0.isStopped && $0.source == nil) ? true : nil }
  }

  /// Takes what belongs to a frame.
  ///
  /// - Parameter time: the frame's; the first one is the session's zero.
  /// - Returns: the newest picture that is not later and that no frame has had; nil for none.
  /// - Throws: in lock-step what is wrong with the source.
  func take(upTo time: Timestamp) throws(SessionError) -> CapturedDepthData? {
    state.withLock { $0.origin = $0.origin ?? time }
    if pacing != .realTime { try read(upTo: time) }
    let picture = state.withLock { s -> CameraFrame? in
      let ready = s.waiting.prefix { $0.timestamp <= time }
      s.waiting.removeFirst(ready.count)
      s.dropped += max(0, ready.count - 1)
      return ready.last
    }
    guard let picture, picture.pixels.format == .depth16 else { return nil }
    return CapturedDepthData(
      pixels: picture.pixels, timestamp: picture.timestamp, metresPerUnit: parts.metresPerUnit,
      intrinsics: picture.intrinsics)
  }
}

// MARK: - The source

extension DepthFeed {
  /// Makes and starts the source; nil when it was called off.
  private func open() throws(SessionError) -> (any FrameSource)? {
    let source = try parts.makeSource()
    let isStopped = state.withLock { s in
      if !s.isStopped { s.source = source }
      return s.isStopped
    }
    guard !isStopped, let origin = waitForOrigin() else { return nil }
    try source.start(origin: origin, pacing: pacing)
    return source
  }

  /// Recorded material begins with the first frame; a live camera does not ask.
  private func waitForOrigin() -> Timestamp? {
    if parts.isLive { return .zero }
    return state.wait { s -> Timestamp?? in
      if s.isStopped { return .some(nil) }
      guard let origin = s.origin else { return nil }
      return .some(origin)
    }
  }

  private func capture(
    _ source: any FrameSource, _ tell: (News) -> Void
  ) throws(SessionError) {
    while !state.withLock({ $0.isStopped }) {
      switch try source.next() {
      case .frame(let frame):
        state.withLock { s in
          guard !s.isStopped else { return }
          s.waiting.append(frame)
          if s.waiting.count > Self.mostWaiting {
            s.waiting.removeFirst()
            s.dropped += 1
          }
        }
      case .interrupted(let reason): tell(.interrupted(reason))
      case .resumed: tell(.resumed)
      case .ended: return
      }
    }
  }

  private func report(_ error: SessionError, _ tell: (News) -> Void) {
    tell(parts.isOptional ? .interrupted(error.message) : .failed(error))
  }

  /// Lock-step: reads until a picture lies ahead of a frame.
  private func read(upTo time: Timestamp) throws(SessionError) {
    if !state.withLock({ $0.hasStarted }) {
      state.withLock { $0.hasStarted = true }
      do throws(SessionError) {
        _ = try open()
      } catch {
        state.withLock { $0.isOver = true }
        if !parts.isOptional { throw error }
      }
    }
    while !state.withLock({ $0.isStopped || $0.isOver }), let source,
      state.withLock({ ($0.waiting.last?.timestamp ?? time) <= time })
    {
      switch try source.next() {
      case .frame(let frame): state.withLock { $0.waiting.append(frame) }
      case .interrupted, .resumed: continue
      case .ended: state.withLock { $0.isOver = true }
      }
    }
  }
}
