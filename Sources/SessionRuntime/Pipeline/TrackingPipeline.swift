import SessionCore
import SpatialMath
import SystemSupport

/// One camera's way to its tracker: a capture thread that asks the source for pictures, and the
/// mailbox that it puts them in.
///
/// In real time the newest picture wins, and whatever else happens is told at once; in lock-step
/// everything goes through the mailbox in order, and nothing is dropped. A pipeline runs once,
/// from `start` to `stop`. Thread-safe.
final class TrackingPipeline: Sendable {
  /// What the session is told by the capture thread.
  enum Event: Sendable {
    /// A picture lies in the mailbox, which was empty before.
    case pictureWaiting
    /// In real time: something other than a picture came.
    case item(FrameMailbox.Item)
    /// The source could not be opened.
    case cannotOpen(SessionError)
    /// In real time: the source could not be opened, and the session may go on without it.
    case isMissing(SessionError)
  }

  private struct State: Sendable {
    var source: (any FrameSource)?
    var format: CameraFormat?
    var isStopped = false
    var isFinished = false
  }

  let role: CameraRole
  let mailbox: FrameMailbox
  private let isOptional: Bool
  private let gate: StartGate
  private let state = Monitor(State())

  /// Creates a pipeline that does nothing yet.
  ///
  /// - Parameters:
  ///   - role: which camera.
  ///   - policy: how the mailbox treats pictures that are not taken in time.
  ///   - gate: where the cameras that start together wait for each other.
  ///   - isOptional: whether a source that cannot be opened is an interruption only.
  init(role: CameraRole, policy: FrameMailbox.Policy, gate: StartGate, isOptional: Bool) {
    self.role = role
    self.gate = gate
    self.isOptional = isOptional
    mailbox = FrameMailbox(policy: policy)
  }

  /// The source, once it is made.
  var source: (any FrameSource)? { state.withLock { $0.source } }
  /// What is delivered; nil until the source has started.
  var format: CameraFormat? { state.withLock { $0.format } }
  /// Whether the capture thread has ended.
  var isFinished: Bool { state.withLock { $0.isFinished } }

  /// The source's counters, with the mailbox's drops in `droppedByUs`, and everything that was dropped
  /// by us among what was captured.
  var statistics: FrameSourceStatistics {
    var counters = state.withLock { $0.source }?.statistics ?? FrameSourceStatistics()
    let box = mailbox.counters
    counters.captured += counters.droppedByUs
    counters.droppedByUs += box.dropped
    // In lock-step the source is one picture ahead of what was processed.
    if mailbox.policy == .everyPicture { counters.captured = box.pictures }
    return counters
  }

  /// Starts the capture thread.
  ///
  /// - Parameters:
  ///   - pacing: how the source keeps time.
  ///   - predecessors: pipelines that may still hold the device; they are waited for.
  ///   - makeSource: makes the source, on the capture thread.
  ///   - handler: is told what happens, on the capture thread; where the system starts none, on
  ///     the calling one.
  func start(
    pacing: Pacing, after predecessors: [TrackingPipeline],
    makeSource: @escaping @Sendable (CameraRole) throws(SessionError) -> any FrameSource,
    handler: @escaping @Sendable (TrackingPipeline, Event) -> Void
  ) {
    do throws(DedicatedThreadError) {
      _ = try DedicatedThread(ifPossible: "bifrons.\(role.rawValue)") { [self] in
        for old in predecessors { old.waitUntilFinished() }
        do throws(SessionError) {
          if let source = try open(pacing, makeSource) { capture(from: source, handler) }
        } catch {
          handleFailureToOpen(error, handler)
        }
        finish()
      }
    } catch {
      finish()
      let failure = SessionError(.sensorFailed, error.description, isShortOfResources: true)
      handler(self, .cannotOpen(failure))
    }
  }

  /// Closes the source and the mailbox.
  ///
  /// Returns before the thread has ended. May be called twice.
  func stop() {
    let source = state.withLock { s in
      s.isStopped = true
      return s.source
    }
    gate.withdraw(role)
    mailbox.close()
    source?.stop()
  }

  /// Waits until the capture thread has closed the source and ended.
  func waitUntilFinished() { state.wait { $0.isFinished ? true : nil } }

  /// Waits until a pipeline that was told to stop has closed its source.
  ///
  /// One that is still being made, which may take seconds, will never be opened.
  func waitUntilClosed() {
    state.wait { $0.isFinished || ($0.isStopped && $0.source == nil) ? true : nil }
  }
}

// MARK: - The capture thread

extension TrackingPipeline {
  /// Makes and starts the source in step with the others; nil when the start was called off.
  private func open(
    _ pacing: Pacing, _ makeSource: (CameraRole) throws(SessionError) -> any FrameSource
  ) throws(SessionError) -> (any FrameSource)? {
    let source = try makeSource(role)
    let isStopped = state.withLock { s in
      if !s.isStopped { s.source = source }
      return s.isStopped
    }
    if isStopped {
      source.stop()
      return nil
    }
    gate.isReady(role)
    guard let origin = gate.waitForOrigin(role) else { return nil }
    try source.start(origin: origin, pacing: pacing)
    state.withLock { $0.format = source.format }
    gate.hasStarted(role)
    return gate.waitForAll(role) ? source : nil
  }

  private func capture(
    from source: any FrameSource, _ handler: (TrackingPipeline, Event) -> Void
  ) {
    var isOver = false
    while !isOver, !state.withLock({ $0.isStopped }) {
      let item = nextItem(of: source)
      switch item {
      case .ended, .failed: isOver = true
      case .frame, .interrupted, .resumed: break
      }
      deliver(item, handler)
    }
  }

  private func nextItem(of source: any FrameSource) -> FrameMailbox.Item {
    do throws(SessionError) {
      switch try source.next() {
      case .frame(let frame): return .frame(frame)
      case .interrupted(let reason): return .interrupted(reason)
      case .resumed: return .resumed
      case .ended: return .ended
      }
    } catch {
      return .failed(error)
    }
  }

  private func deliver(_ item: FrameMailbox.Item, _ handler: (TrackingPipeline, Event) -> Void) {
    if mailbox.policy == .everyPicture {
      mailbox.put(item)
      return
    }
    if case .frame = item {
      if mailbox.put(item) { handler(self, .pictureWaiting) }
    } else {
      handler(self, .item(item))
    }
  }

  private func handleFailureToOpen(
    _ error: SessionError, _ handler: (TrackingPipeline, Event) -> Void
  ) {
    guard isOptional, !state.withLock({ $0.isStopped }) else {
      handler(self, .cannotOpen(error))
      return
    }
    gate.hasStarted(role)
    guard gate.waitForAll(role) else { return }
    if mailbox.policy == .newestWins { return handler(self, .isMissing(error)) }
    deliver(.interrupted(error.message), handler)
    deliver(.ended, handler)
  }

  /// Closes the device.
  ///
  /// The source itself stays as long as the pipeline: frames that are still on their way may ask it
  /// for the truth.
  private func finish() {
    state.withLock { $0.source }?.stop()
    state.withLock { $0.isFinished = true }
  }
}
