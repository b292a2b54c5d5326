import SessionCore
import SessionRuntime
import Synchronization

/// What a session said besides its frames, for the window's thread to read.
///
/// Thread-safe.
package final class SessionWatch: Sendable {
  /// The last words of a session.
  package struct State: Sendable {
    /// Cameras that deliver nothing now, with the reason.
    package var interruptions: [CameraRole: String] = [:]
    /// Why it stopped, while it does not run.
    package var stopReason: SessionStopReason?
    /// The failure that stopped it.
    package var failure: SessionError?
    /// True once a frame came.
    package var hasDelivered = false
  }

  private let state = Mutex(State())

  /// Watches from a clean state.
  package init() {}

  /// The present state.
  package var current: State { state.withLock { $0 } }

  /// Takes a session's events.
  package func take(_ events: [SessionEvent]) {
    state.withLock { s in
      for event in events {
        switch event {
        case .started: s = State(hasDelivered: s.hasDelivered)
        case .frame: s.hasDelivered = true
        case .interrupted(let role, let reason, _): s.interruptions[role] = reason
        case .interruptionEnded(let role, _): s.interruptions[role] = nil
        case .failed(let error, _): s.failure = error
        case .stopped(let reason, _, _): s.stopReason = reason
        default: break
        }
      }
    }
  }
}
