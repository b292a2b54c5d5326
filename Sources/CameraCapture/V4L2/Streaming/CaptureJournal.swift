import SessionCore
import Synchronization

/// What a camera's capture has counted and has to say, written by its thread and read by any.
final class CaptureJournal: Sendable {
  private struct State {
    var statistics = FrameSourceStatistics()
    var notices: [String] = []
  }

  private let state = Mutex(State())

  /// The counters so far.
  var statistics: FrameSourceStatistics { state.withLock { $0.statistics } }
  /// What a person should know, each thing once.
  var notices: [String] { state.withLock { $0.notices } }

  /// Changes the counters.
  func count(_ body: (inout FrameSourceStatistics) -> Void) {
    state.withLock { body(&$0.statistics) }
  }

  /// Adds what has not been said yet.
  func note(_ texts: [String]) {
    if texts.isEmpty { return }
    state.withLock { s in
      for text in texts where !s.notices.contains(text) { s.notices.append(text) }
    }
  }
}
