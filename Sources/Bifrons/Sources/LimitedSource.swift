import SessionCore
import SpatialMath
import Synchronization

/// How much of a session is wanted.
package enum SessionLimit: Sendable, Equatable {
  /// Until the material ends or someone stops it.
  case none
  /// So many pictures of the leading camera.
  case frames(Int)
  /// So many seconds of session time.
  case seconds(Double)
}

/// A source that ends early: what `--frames` and `--duration` do to the leading camera.
///
/// The session then ends in order by itself, after exactly the pictures that were wanted.
final class LimitedSource: FrameSource {
  private struct State {
    var count = 0
    var first: Timestamp?
  }

  private let inner: any FrameSource
  private let limit: SessionLimit
  private let state = Mutex(State())

  init(_ inner: any FrameSource, limit: SessionLimit) {
    self.inner = inner
    self.limit = limit
  }

  var role: CameraRole { inner.role }
  var format: CameraFormat { inner.format }
  var statistics: FrameSourceStatistics { inner.statistics }

  func start(origin: Timestamp, pacing: Pacing) throws(SessionError) {
    try inner.start(origin: origin, pacing: pacing)
  }

  func stop() { inner.stop() }

  func next() throws(SessionError) -> FrameSourceEvent {
    if case .frames(let wanted) = limit, state.withLock({ $0.count >= wanted }) { return .ended }
    let event = try inner.next()
    guard case .frame(let frame) = event else { return event }
    return state.withLock { state in
      let first = state.first ?? frame.timestamp
      state.first = first
      state.count += 1
      if case .seconds(let wanted) = limit {
        // Half a millisecond of slack: 300 pictures at 30 a second are 10 seconds.
        let elapsed = frame.timestamp.seconds(since: first)
        if elapsed > wanted - 0.0005 { return .ended }
      }
      return event
    }
  }
}
