import Foundation

/// A value behind a lock that threads can wait on: a mutex with one condition.
///
/// For hand-offs between dedicated threads, where `Mutex` alone would mean polling. Thread-safe;
/// every change wakes all waiters.
///
/// Safety: `state` is touched only while `condition` is locked, and is itself `Sendable`.
public final class Monitor<State: Sendable>: @unchecked Sendable {
  private let condition = NSCondition()
  private var state: State

  /// Creates a monitor around a first value.
  public init(_ state: State) { self.state = state }

  /// Changes the value under the lock and wakes all waiters.
  public func withLock<Result: Sendable>(_ body: (inout State) throws -> Result) rethrows -> Result
  {
    condition.lock()
    defer {
      condition.broadcast()
      condition.unlock()
    }
    return try body(&state)
  }

  /// Waits until `body`, called under the lock at every change, gives a result.
  ///
  /// May block without limit. `body` may change the value; other waiters are woken when it does
  /// give a result.
  @discardableResult
  public func wait<Result: Sendable>(until body: (inout State) -> Result?) -> Result {
    condition.lock()
    defer { condition.unlock() }
    while true {
      if let result = body(&state) {
        condition.broadcast()
        return result
      }
      condition.wait()
    }
  }

  /// Like `wait(until:)`, but gives up after some seconds of real time and returns nil.
  @discardableResult
  public func wait<Result: Sendable>(
    atMost seconds: Double, until body: (inout State) -> Result?
  ) -> Result? {
    let deadline = Date(timeIntervalSinceNow: seconds)
    condition.lock()
    defer { condition.unlock() }
    while true {
      if let result = body(&state) {
        condition.broadcast()
        return result
      }
      if !condition.wait(until: deadline) { return body(&state) }
    }
  }
}
