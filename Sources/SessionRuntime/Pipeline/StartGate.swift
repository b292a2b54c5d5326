import SpatialMath
import SystemSupport

/// Lets the cameras of a session start together.
///
/// First everything slow is done (devices found, models loaded), then the session's zero is
/// taken and every source is started with it, then all begin to deliver: recorded material does
/// not lose its first pictures to a camera that is slow to open. Thread-safe.
final class StartGate: Sendable {
  private struct State: Sendable {
    var unready: Int
    var unstarted: Int
    var origin: Timestamp?
    var isCancelled = false
  }

  private let state: Monitor<State>
  private let now: @Sendable () -> Timestamp

  /// - Parameters:
  ///   - parties: how many times `ready` will be called: once for each source and each tracker.
  ///   - sources: how many times `started` will be called.
  ///   - now: gives the sources' zero.
  init(parties: Int, sources: Int, now: @escaping @Sendable () -> Timestamp) {
    state = Monitor(State(unready: parties, unstarted: sources))
    self.now = now
  }

  /// Says that one party has done its slow work.
  func ready() {
    state.withLock { s in
      s.unready -= 1
      if s.unready <= 0, s.origin == nil { s.origin = now() }
    }
  }

  /// Waits until all parties are ready; nil when the start was called off.
  func waitForOrigin() -> Timestamp? {
    state.wait { s -> Timestamp?? in
      if s.isCancelled { return .some(nil) }
      return s.origin.map { .some($0) }
    }
  }

  /// Says that one source has started.
  func started() { state.withLock { $0.unstarted -= 1 } }

  /// Waits until all sources have started; false when the start was called off.
  func waitForAll() -> Bool {
    state.wait { s in
      if s.isCancelled { return false }
      return s.unstarted <= 0 ? true : nil
    }
  }

  /// Calls the start off: every waiting thread goes on and gives up.
  func cancel() { state.withLock { $0.isCancelled = true } }
}
