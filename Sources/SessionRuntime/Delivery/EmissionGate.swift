import Glibc
import Synchronization

/// Lets one thread at a time hand out events, so that everybody sees them in one order.
///
/// The thread that is inside may enter again: an observer may call back into the session.
final class EmissionGate: Sendable {
  private let mutex = Mutex(())
  private let owner = Atomic<UInt>(0)

  /// Whether the calling thread is inside.
  var isHeldByThisThread: Bool { owner.load(ordering: .relaxed) == Self.thisThread }

  func run(_ body: () -> Void) {
    if isHeldByThisThread { return body() }
    mutex.withLock { _ in
      owner.store(Self.thisThread, ordering: .relaxed)
      body()
      owner.store(0, ordering: .relaxed)
    }
  }

  /// The thread's handle; never 0, and used by dedicated threads only, never across an `await`.
  static var thisThread: UInt { UInt(pthread_self()) }
}
