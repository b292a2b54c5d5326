import Glibc
import Synchronization

/// Lets one thread at a time hand out events, so that everybody sees them in one order.
///
/// Whoever calls again from inside (an observer that pauses the session) has its turn when what is
/// being handed out has reached everybody.
final class EmissionGate: Sendable {
  /// What the thread inside has still to do.
  private let turn = Mutex<[@Sendable () -> Void]>([])
  private let mutex = Mutex(())
  private let owner = Atomic<UInt>(0)

  /// Whether the calling thread is inside.
  var isHeldByThisThread: Bool { owner.load(ordering: .relaxed) == Self.thisThread }

  /// Runs a body when nobody else is inside; from inside, afterwards.
  func run(_ body: @escaping @Sendable () -> Void) {
    if isHeldByThisThread { return turn.withLock { $0.append(body) } }
    mutex.withLock { _ in
      owner.store(Self.thisThread, ordering: .relaxed)
      body()
      while let next = turn.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { next() }
      owner.store(0, ordering: .relaxed)
    }
  }

  /// The thread's handle; never 0, and used by dedicated threads only, never across an `await`.
  static var thisThread: UInt { UInt(pthread_self()) }
}
