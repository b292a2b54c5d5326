import SessionCore
import SpatialMath
import SystemSupport

/// A source that delivers what a test gives it, when the test gives it.
package final class ScriptedSource: FrameSource {
  private struct State: Sendable {
    var events: [Result<FrameSourceEvent, SessionError>] = []
    var isStopped = false
    var starts: [(origin: Timestamp, pacing: Pacing)] = []
    var statistics = FrameSourceStatistics()
    var delivered = 0
  }

  package let role: CameraRole
  package let format: CameraFormat
  private let startError: SessionError?
  private let state: Monitor<State>

  /// Creates a source that delivers some events and then waits for more.
  package init(
    _ role: CameraRole, _ events: [FrameSourceEvent] = [], rate: Double = 30,
    startError: SessionError? = nil
  ) {
    self.role = role
    self.startError = startError
    format = Samples.format(rate: rate)
    state = Monitor(State(events: events.map { .success($0) }))
  }

  /// Pictures at a steady rate, then the end.
  package static func recorded(
    _ role: CameraRole, count: Int, interval: Double, offset: Double = 0
  ) -> ScriptedSource {
    let frames = (0..<count).map { i in
      FrameSourceEvent.frame(Samples.frame(role, i, at: offset + Double(i) * interval))
    }
    return ScriptedSource(role, frames + [.ended], rate: 1000 / interval)
  }

  /// Adds an event.
  package func feed(_ event: FrameSourceEvent) {
    state.withLock { $0.events.append(.success(event)) }
  }
  /// Adds a picture at a time in milliseconds.
  package func feed(_ sequence: Int, at milliseconds: Double) {
    feed(.frame(Samples.frame(role, sequence, at: milliseconds)))
  }
  /// Breaks the source.
  package func fail(_ error: SessionError) {
    state.withLock { $0.events.append(.failure(error)) }
  }

  /// How the source was started, each time.
  package var starts: [(origin: Timestamp, pacing: Pacing)] { state.withLock { $0.starts } }
  /// Whether it was stopped.
  package var isStopped: Bool { state.withLock { $0.isStopped } }
  package var statistics: FrameSourceStatistics { state.withLock { $0.statistics } }

  /// Waits until some events in all were asked for; false after two seconds.
  package func waitUntilDelivered(_ count: Int) -> Bool {
    state.wait(atMost: 2) { $0.delivered >= count ? true : nil } ?? false
  }

  package func start(origin: Timestamp, pacing: Pacing) throws(SessionError) {
    state.withLock { $0.starts.append((origin, pacing)) }
    if let startError { throw startError }
  }

  package func next() throws(SessionError) -> FrameSourceEvent {
    let result = state.wait { s -> Result<FrameSourceEvent, SessionError>? in
      if s.isStopped { return .success(.ended) }
      guard !s.events.isEmpty else { return nil }
      let event = s.events.removeFirst()
      s.delivered += 1
      if case .success(.frame) = event { s.statistics.captured += 1 }
      return event
    }
    return try result.get()
  }

  package func stop() { state.withLock { $0.isStopped = true } }
}
