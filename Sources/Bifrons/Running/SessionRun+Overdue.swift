import SessionCore
import SessionRuntime
import SpatialMath
import SystemSupport

extension SessionRun {
  /// Seconds beyond a limit that the last frame may take through the trackers.
  private static let slack = 1.0
  /// Seconds that cameras may take to their first picture; simulated ones are built meanwhile.
  private static let longestStart = 30.0
  /// Seconds between two looks.
  private static let lookInterval = 0.25

  /// Stops a session in real time when its seconds are over although no frame says so: a camera
  /// that is gone, or a film whose next picture comes in an hour, would hold it for ever.
  func watchLimit() {
    guard options.pacing == .realTime, case .seconds(let seconds) = options.limit else { return }
    let begin = MonotonicClock.now()
    // Where the system gives no thread, the session has failed for want of its own.
    _ = try? DedicatedThread(ifPossible: "bifrons.limit") { [weak self] in
      while let self, !session.waitUntilStopped(atMost: Self.lookInterval) {
        let end =
          zero?.advanced(bySeconds: seconds + Self.slack)
          ?? begin.advanced(bySeconds: seconds + Self.longestStart)
        if MonotonicClock.now() > end { stop() }
      }
    }
  }
}
