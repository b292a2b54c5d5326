import CSystem
import Glibc
import Synchronization

/// A thread of one's own for a blocking loop: a camera, a tracker.
///
/// The frame path uses threads, not tasks: on two cores a blocked task delays others by 180 ms. A
/// POSIX thread, not Foundation's: that one says neither that the system refused it, nor when it
/// has really gone.
public final class DedicatedThread: Sendable {
  private let thread: pthread_t
  private let isJoined = Mutex(false)
  /// Bytes of address space, as the main thread has.
  private static let usualStack = 8 << 20
  private static let retryMicroseconds: UInt32 = 50_000

  /// Starts a thread; waits where the system gives no more, until it does.
  ///
  /// For where there is nobody to tell.
  ///
  /// - Parameters:
  ///   - name: shown by `top -H`; the kernel keeps 15 characters.
  ///   - body: runs once on the new thread.
  public convenience init(name: String, body: @escaping @Sendable () -> Void) {
    while true {
      if let thread = try? Self.start(name, Self.usualStack, body) {
        self.init(thread)
        return
      }
      usleep(Self.retryMicroseconds)
    }
  }

  /// Starts a thread.
  ///
  /// - Parameters:
  ///   - name: shown by `top -H`; the kernel keeps 15 characters.
  ///   - stackSize: bytes of address space; eight megabytes, as the main thread has.
  ///   - body: runs once on the new thread.
  /// - Throws: `DedicatedThreadError` when the system gives no more threads.
  public convenience init(
    ifPossible name: String, stackSize: Int = 8 << 20, body: @escaping @Sendable () -> Void
  ) throws(DedicatedThreadError) {
    self.init(try Self.start(name, stackSize, body))
  }

  private init(_ thread: pthread_t) { self.thread = thread }

  private static func start(
    _ name: String, _ stackSize: Int, _ body: @escaping @Sendable () -> Void
  ) throws(DedicatedThreadError) -> pthread_t {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, stackSize)
    let task = Unmanaged.passRetained(ThreadTask(name: String(name.prefix(15)), body: body))
    var thread = pthread_t()
    let code = pthread_create(
      &thread, &attributes,
      { context in
        guard let context else { return nil }
        let task = Unmanaged<ThreadTask>.fromOpaque(context).takeRetainedValue()
        _ = bifrons_set_thread_name(task.name)
        task.body()
        return nil
      }, task.toOpaque())
    guard code == 0 else {
      task.release()
      throw DedicatedThreadError(name: name, code: code)
    }
    return thread
  }

  deinit {
    if !isJoined.withLock({ $0 }) { pthread_detach(thread) }
  }

  /// Blocks until the thread has gone with all that libraries keep for it.
  ///
  /// Must not be called from the thread itself; any number of others may.
  public func join() {
    isJoined.withLock { isJoined in
      if !isJoined { pthread_join(thread, nil) }
      isJoined = true
    }
  }
}

/// Why a thread could not be started.
public struct DedicatedThreadError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The thread's name.
  public var name: String
  /// The system's error number.
  public var code: Int32

  /// Creates an error.
  public init(name: String, code: Int32) { (self.name, self.code) = (name, code) }

  /// What, and what to try.
  public var description: String {
    "the system starts no thread for \(name) (\(String(cString: strerror(code)))); "
      + "raise the limit of processes or of memory"
  }
}

/// What a new thread is given.
private final class ThreadTask: Sendable {
  let name: String
  let body: @Sendable () -> Void

  init(name: String, body: @escaping @Sendable () -> Void) {
    self.name = name
    self.body = body
  }
}
