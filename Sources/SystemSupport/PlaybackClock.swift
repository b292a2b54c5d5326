import Dispatch
import SpatialMath
import Synchronization

/// Keeps time for a source of recorded or computed pictures, and carries the request to stop.
///
/// `start` is called once by the source's thread; everything else is thread-safe.
package final class PlaybackClock: Sendable {
  private struct State {
    var origin = Timestamp.zero
    var isRealTime = true
  }

  private let state = Mutex(State())
  private let stopped = Atomic(false)
  private let wake = DispatchSemaphore(value: 0)

  /// Creates a clock that has not started.
  package init() {}

  /// Says where time begins, and whether pictures have to wait for their time.
  package func start(origin: Timestamp, isRealTime: Bool) {
    state.withLock { $0 = State(origin: origin, isRealTime: isRealTime) }
  }

  /// Whether `stop` has been called; that is for good.
  package var isStopped: Bool { stopped.load(ordering: .acquiring) }

  /// Whether pictures have to wait for their time and late ones may be skipped.
  package var isRealTime: Bool { state.withLock { $0.isRealTime } }

  /// Ends every wait, now and later.
  package func stop() {
    stopped.store(true, ordering: .releasing)
    wake.signal()
  }

  /// The moment of a picture that was taken this many seconds after the first.
  package func time(ofSeconds seconds: Double) -> Timestamp {
    state.withLock { $0.origin }.advanced(bySeconds: seconds)
  }

  /// Whether a picture's time has come; always, when nothing waits for the time.
  package func isDue(_ time: Timestamp) -> Bool { !isRealTime || MonotonicClock.now() >= time }

  /// Blocks until a picture's time has come; returns at once when nothing waits for the time.
  ///
  /// - Returns: false when the source was stopped.
  package func wait(until time: Timestamp) -> Bool {
    while isRealTime, !isStopped {
      let left = time.seconds(since: MonotonicClock.now())
      if left <= 0 { break }
      // Dispatch counts the same clock; a signal means that the source was stopped.
      if wake.wait(timeout: .now() + left) == .success { wake.signal() }
    }
    return !isStopped
  }
}
