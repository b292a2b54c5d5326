import Foundation
import Synchronization
import SystemSupport

/// Turns Ctrl-C, SIGTERM and SIGHUP into an orderly stop; a second one ends the program at once.
///
/// A thread and a pipe of its own: Dispatch waits for ever, deaf to every signal, where the system
/// gives it no thread, and ends the program where it gives no descriptor.
final class StopSignals: Sendable {
  /// The end of the pipe that the signal handler writes into; -1 when nobody reads.
  private static let pipe = Atomic<Int32>(-1)
  private static let numbers = [SIGINT, SIGTERM, SIGHUP]

  /// Watches until this value goes; `stop` is called once, on a thread of its own.
  ///
  /// Where the system gives no thread or pipe the signals keep their default effect: they end the
  /// program.
  init(stop: @escaping @Sendable () -> Void) {
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else { return }
    let (reading, writing) = (ends[0], ends[1])
    do {
      _ = try DedicatedThread(ifPossible: "bifrons.signals", stackSize: 1 << 20) {
        Self.listen(reading, stop)
      }
    } catch {
      close(reading)
      close(writing)
      return
    }
    Self.pipe.store(writing, ordering: .sequentiallyConsistent)
    for number in Self.numbers where !Self.isSpared(number) {
      signal(number) { number in
        // Only what is safe in a handler: one load, one write.
        let reason = errno
        var byte = UInt8(truncatingIfNeeded: number)
        _ = write(StopSignals.pipe.load(ordering: .sequentiallyConsistent), &byte, 1)
        errno = reason
      }
    }
  }

  deinit {
    let writing = Self.pipe.exchange(-1, ordering: .sequentiallyConsistent)
    guard writing >= 0 else { return }
    for number in Self.numbers where !Self.isSpared(number) { signal(number, SIG_DFL) }
    // The thread reads the end, and goes.
    close(writing)
  }

  /// Whether the parent wants the program to live on: `nohup` ignores SIGHUP.
  ///
  /// Shells ignore SIGINT for what they start with `&`, and `kill -INT` is meant all the same.
  private static func isSpared(_ number: Int32) -> Bool {
    var action = sigaction()
    sigaction(number, nil, &action)
    return number == SIGHUP
      && unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
        == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Reads the numbers of signals until the pipe is closed.
  private static func listen(_ reading: Int32, _ stop: @escaping @Sendable () -> Void) {
    defer { close(reading) }
    // A parent may have blocked them; here they are let in, whatever the other threads do.
    var set = sigset_t()
    sigemptyset(&set)
    for number in numbers { sigaddset(&set, number) }
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
    var isStopping = false
    var byte: UInt8 = 0
    while true {
      let count = read(reading, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count == 1 else { return }
      // The shell's convention for an end by a signal.
      if isStopping { _exit(128 + Int32(byte)) }
      isStopping = true
      // A terminal stands behind the ^C that it has shown.
      let start = Console.isTerminal ? "\n" : ""
      Console.say(start + "bifrons: stopping; once more to stop at once")
      // Not here: it waits for whoever reads the events, and the second signal is for that case.
      do { _ = try DedicatedThread(ifPossible: "bifrons.stop", body: stop) } catch { stop() }
    }
  }
}
