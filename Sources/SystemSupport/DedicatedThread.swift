import CSystem
import Foundation
import Synchronization

/// A thread of one's own for a blocking loop: a camera, a tracker.
///
/// The frame path uses threads, not tasks: on two cores a blocked task delays others by 180 ms.
public final class DedicatedThread: Sendable {
  private let finished = DispatchSemaphoreBox()

  /// Starts a thread.
  ///
  /// - Parameters:
  ///   - name: shown by `top -H`; the kernel keeps 15 characters.
  ///   - body: runs once on the new thread.
  public init(name: String, body: @escaping @Sendable () -> Void) {
    let finished = finished
    let thread = Thread {
      _ = bifrons_set_thread_name(String(name.prefix(15)))
      body()
      finished.signal()
    }
    thread.name = name
    thread.stackSize = 8 << 20
    thread.start()
  }

  /// Blocks until the body has returned.
  ///
  /// Must not be called from the thread itself.
  public func join() { finished.wait() }
}

/// A latch: `wait` returns at once when `signal` has been called, for every waiter.
final class DispatchSemaphoreBox: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  func signal() { semaphore.signal() }
  func wait() {
    semaphore.wait()
    semaphore.signal()
  }
}
