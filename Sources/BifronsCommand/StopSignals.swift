import Dispatch
import Foundation
import Synchronization

/// Turns Ctrl-C and SIGTERM into an orderly stop; a second one ends the program at once.
final class StopSignals: Sendable {
  /// Safety: the sources are made once and only kept alive here.
  private struct Sources: @unchecked Sendable {
    let list: [any DispatchSourceSignal]
  }

  private let sources: Sources

  /// Watches until this value goes; `stop` is called once, on a thread of its own.
  init(stop: @escaping @Sendable () -> Void) {
    let counter = Counter()
    let queue = DispatchQueue(label: "signals")
    sources = Sources(
      list: [SIGINT, SIGTERM, SIGHUP].map { number in
        // A source only hears signals whose default effect is off.
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
        source.setEventHandler {
          if counter.next() == 1 {
            // A terminal stands behind the ^C that it has shown.
            let start = Console.isTerminal ? "\n" : ""
            Console.say(start + "bifrons: stopping; once more to stop at once")
            stop()
          } else {
            // The shell's convention for an end by a signal.
            _exit(128 + number)
          }
        }
        source.resume()
        return source
      })
  }

  deinit {
    for source in sources.list { source.cancel() }
  }
}

/// Counts calls.
private final class Counter: Sendable {
  private let count = Mutex(0)
  func next() -> Int {
    count.withLock {
      $0 += 1
      return $0
    }
  }
}
