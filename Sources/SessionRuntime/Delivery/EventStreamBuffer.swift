import SessionCore
import Synchronization

/// What stands behind one `AsyncStream` of events: a buffer and the tasks that wait for it.
///
/// Thread-safe; appending never blocks.
final class EventStreamBuffer: Sendable {
  private struct State {
    var buffer = EventBuffer(coalesces: true)
    var waiters: [CheckedContinuation<SessionEvent?, Never>] = []
    var isFinished = false
  }

  private let state = Mutex(State())

  func append(_ events: [SessionEvent]) {
    for event in events {
      let waiter = state.withLock { s -> CheckedContinuation<SessionEvent?, Never>? in
        if s.isFinished { return nil }
        if !s.waiters.isEmpty { return s.waiters.removeFirst() }
        s.buffer.append(event)
        return nil
      }
      waiter?.resume(returning: event)
    }
  }

  /// Gives up the pictures of waiting frames.
  func removeFrames() { state.withLock { _ = $0.buffer.removeFrames() } }

  /// Ends the stream after what is waiting.
  func finish() {
    let waiters = state.withLock { s in
      s.isFinished = true
      defer { s.waiters = [] }
      return s.waiters
    }
    for waiter in waiters { waiter.resume(returning: nil) }
  }

  /// The next event; nil at the end.
  func next() async -> SessionEvent? {
    await withCheckedContinuation { continuation in
      let ready = state.withLock { s -> SessionEvent?? in
        if let event = s.buffer.popFirst() { return .some(event) }
        if s.isFinished { return .some(nil) }
        s.waiters.append(continuation)
        return nil
      }
      if let ready { continuation.resume(returning: ready) }
    }
  }

  /// The stream; when its task is cancelled or it is given up, the buffer finishes.
  func makeStream() -> AsyncStream<SessionEvent> {
    AsyncStream(unfolding: { await self.next() }, onCancel: { self.finish() })
  }
}
