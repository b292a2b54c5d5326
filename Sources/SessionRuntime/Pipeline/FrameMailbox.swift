import SessionCore
import SpatialMath
import SystemSupport

/// A box for one picture between a capture thread and whoever takes it.
///
/// Depth one: nothing queues up behind a slow tracker. Thread-safe; one thread puts, one takes.
package final class FrameMailbox: Sendable {
  /// What happens to a picture that was not taken when the next one comes.
  package enum Policy: Sendable {
    /// It is dropped and counted: the newest picture wins. `put` never blocks.
    case newestWins
    /// It stays, and `put` waits until it is taken: nothing is dropped.
    case everyPicture
  }

  /// What lies in the box.
  package enum Item: Sendable {
    case frame(CameraFrame)
    case interrupted(String)
    case resumed
    case ended
    case failed(SessionError)
  }

  /// What the box has counted.
  package struct Counters: Sendable, Equatable {
    /// Pictures that came (newest wins) or were taken (every picture).
    package var pictures = 0
    /// Pictures that were not taken before the next one came.
    package var dropped = 0
    /// The first and the last counted picture's time.
    package var first: Timestamp?
    package var last: Timestamp?

    mutating func count(_ frame: CameraFrame) {
      pictures += 1
      first = first ?? frame.timestamp
      last = frame.timestamp
    }

    /// Pictures a second by their timestamps.
    package var rate: Double? {
      guard let first, let last, pictures > 1, last > first else { return nil }
      return Double(pictures - 1) / last.seconds(since: first)
    }
  }

  private struct State: Sendable {
    var item: Item?
    var isClosed = false
    var counters = Counters()
  }

  package let policy: Policy
  private let state = Monitor(State())

  package init(policy: Policy) { self.policy = policy }

  /// The counters so far.
  package var counters: Counters { state.withLock { $0.counters } }

  /// Puts an item into the box.
  ///
  /// - Returns: true when the box was empty, so that somebody has to be told; false when a waiting
  ///   picture was replaced or the box is closed.
  @discardableResult package func put(_ item: Item) -> Bool {
    switch policy {
    case .newestWins:
      state.withLock { s in
        if s.isClosed { return false }
        let wasEmpty = s.item == nil
        if !wasEmpty { s.counters.dropped += 1 }
        if case .frame(let frame) = item { s.counters.count(frame) }
        s.item = item
        return wasEmpty
      }
    case .everyPicture:
      state.wait { s -> Bool? in
        if s.isClosed { return false }
        guard s.item == nil else { return nil }
        s.item = item
        return true
      }
    }
  }

  /// Takes what is there without waiting.
  package func takeIfAny() -> Item? { state.withLock { s in Self.take(&s, policy) } }

  /// Drops a picture that waits and counts it.
  package func discard() {
    state.withLock { s in
      if s.item != nil { s.counters.dropped += 1 }
      s.item = nil
    }
  }

  /// Counts a picture that was taken, but then not used.
  package func countDrop() { state.withLock { $0.counters.dropped += 1 } }

  /// Waits for an item and takes it; nil when the box is closed.
  package func take() -> Item? {
    state.wait { [policy] s -> Item?? in
      if s.isClosed { return .some(nil) }
      return Self.take(&s, policy).map { .some($0) }
    }
  }

  /// Waits for an item and leaves it in the box; nil when the box is closed.
  package func peek() -> Item? {
    state.wait { s -> Item?? in
      if s.isClosed { return .some(nil) }
      return s.item.map { .some($0) }
    }
  }

  /// Empties the box for good and lets every waiting thread go.
  package func close() {
    state.withLock { s in
      s.isClosed = true
      s.item = nil
    }
  }

  private static func take(_ s: inout State, _ policy: Policy) -> Item? {
    guard let item = s.item else { return nil }
    s.item = nil
    if policy == .everyPicture, case .frame(let frame) = item { s.counters.count(frame) }
    return item
  }
}
