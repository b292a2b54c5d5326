import SessionCore
import SystemSupport

/// What waits for the thread "bifrons.session", which calls the delegate.
///
/// Closed while the session is paused: nothing is handed out, and `waitUntilIdle` tells when the
/// last call has returned. Thread-safe.
final class DelegateQueue: Sendable {
  /// What the thread has to do next.
  enum Work: Sendable {
    case event(SessionEvent)
    case askAboutRelocalization
    /// In lock-step: process the next picture.
    case step
    case finish
  }

  private struct State: Sendable {
    var buffer: EventBuffer
    var asks = false
    var isOpen = false
    var steps = false
    var isFinished = false
    var isBusy = false
    /// Counts what was handed out.
    var handedOut = 0
    var thread: UInt = 0
  }

  private let state: Monitor<State>

  init(coalesces: Bool) { state = Monitor(State(buffer: EventBuffer(coalesces: coalesces))) }

  /// Whether the caller is the thread that calls the delegate.
  var isThisThread: Bool { state.withLock { $0.thread == EmissionGate.thisThread } }
  /// Whether work is handed out: not while the session is paused.
  var isOpen: Bool { state.withLock { $0.isOpen } }
  /// Frames that a slow delegate did not see.
  var droppedFrames: Int { state.withLock { $0.buffer.droppedFrames } }

  func append(_ events: [SessionEvent]) {
    state.withLock { s in for event in events { s.buffer.append(event) } }
  }

  /// Has the delegate asked whether to relocalise, before any waiting event.
  func askAboutRelocalization() { state.withLock { $0.asks = true } }

  /// Lets work out.
  ///
  /// - Parameter steps: whether pictures are to be processed by this thread (lock-step).
  func open(steps: Bool) {
    state.withLock { s in
      if !s.isOpen { s.buffer.keepChangesOnly() }
      s.isOpen = true
      s.steps = steps
    }
  }

  /// Hands out no more pictures to process; waiting events still go out.
  func stopSteps() { state.withLock { $0.steps = false } }

  /// Hands out nothing more until `open`; of what waits only news of anchors and state stay.
  func close() {
    state.withLock { s in
      s.isOpen = false
      s.steps = false
      s.asks = false
      s.buffer.keepChangesOnly()
    }
  }

  /// Lets the thread end.
  func finish() { state.withLock { $0.isFinished = true } }

  /// Waits until the work that is being done is done.
  func waitUntilIdle() {
    let current = state.withLock { $0.handedOut }
    state.wait { $0.isBusy && $0.handedOut == current ? nil : true }
  }

  /// Waits until nothing waits for the delegate, or nothing is handed out any more.
  func waitUntilEverythingIsTold() {
    state.wait { s in
      !s.isOpen || s.isFinished || (s.buffer.isEmpty && !s.isBusy && !s.asks) ? true : nil
    }
  }

  /// Waits for work and marks the queue busy.
  ///
  /// Only for the delivering thread.
  func take() -> Work {
    state.withLock { s in
      s.thread = EmissionGate.thisThread
      s.isBusy = false
    }
    return state.wait { s -> Work? in
      if s.isFinished { return .finish }
      guard s.isOpen else { return nil }
      let work: Work? =
        if s.asks { .askAboutRelocalization } else if let event = s.buffer.popFirst() {
          .event(event)
        } else if s.steps { .step } else { nil }
      if case .askAboutRelocalization? = work { s.asks = false }
      s.isBusy = work != nil
      if s.isBusy { s.handedOut += 1 }
      return work
    }
  }
}
