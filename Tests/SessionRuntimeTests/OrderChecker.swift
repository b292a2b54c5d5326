import SessionCore
import SpatialMath
import SystemSupport

/// Checks the order of a session's events as one listener hears them.
///
/// Thread-safe.
final class OrderChecker: Sendable {
  struct State: Sendable {
    var problems: [String] = []
    var counts: [String: Int] = [:]
    var alive: Set<AnchorIdentifier> = []
    var gone: Set<AnchorIdentifier> = []
    var trackingState = TrackingState.notAvailable
    var lastFrame: (index: Int, time: Timestamp)?
    var interrupted: Set<CameraRole> = []
    /// Those that may be interrupted again without an end: a run may have reopened them.
    var mayRepeat: Set<CameraRole> = []
    var isStopped = false
  }

  let state = Monitor(State())
  /// Whether it hears at once: only then it can tell which run an interruption belongs to.
  private let isPrompt: Bool

  init(isPrompt: Bool = false) { self.isPrompt = isPrompt }

  var problems: [String] { state.withLock { $0.problems } }
  func count(_ name: String) -> Int { state.withLock { $0.counts[name] ?? 0 } }

  /// Notes that the session runs again: cameras that were interrupted may be opened anew.
  func sessionRunsAgain() { state.withLock { $0.mayRepeat = Set(CameraRole.allCases) } }

  /// Hears the next event.
  func hear(_ event: SessionEvent) {
    state.withLock { s in
      s.counts[event.name, default: 0] += 1
      switch event {
      case .started:
        s.isStopped = false
        s.mayRepeat = Set(CameraRole.allCases)
      case .trackingStateChanged(let new, _):
        if s.trackingState == new { s.problems.append("\(new) was told twice") }
        s.trackingState = new
      case .frame(let frame): s.hear(frame)
      case .anchorsAdded(let anchors, _): for anchor in anchors { s.add(anchor) }
      case .anchorsUpdated(let anchors, _):
        for anchor in anchors where !s.alive.contains(anchor.identifier) {
          s.problems.append("\(anchor.kind) is updated and was not added, or is gone")
        }
      case .anchorsRemoved(let anchors, _): for anchor in anchors { s.remove(anchor) }
      case .interrupted(let role, _, _):
        if !s.interrupted.insert(role).inserted, s.mayRepeat.remove(role) == nil, isPrompt {
          s.problems.append("\(role) is interrupted twice")
        }
      case .interruptionEnded(let role, _):
        if s.interrupted.remove(role) == nil { s.problems.append("\(role) was not interrupted") }
      case .failed(let error, _): s.problems.append("failed: \(error)")
      // A run that was stopped before its first frame adds a stop of its own.
      case .stopped: s.isStopped = true
      }
    }
  }
}

extension OrderChecker.State {
  fileprivate mutating func hear(_ frame: SessionFrame) {
    if isStopped { problems.append("frame \(frame.index) after the stop") }
    if frame.trackingState != trackingState {
      problems.append("frame \(frame.index) is \(frame.trackingState), not \(trackingState)")
    }
    if let last = lastFrame {
      if frame.index <= last.index { problems.append("frame \(frame.index) after \(last.index)") }
      if frame.timestamp < last.time { problems.append("frame \(frame.index) goes back in time") }
    }
    lastFrame = (frame.index, frame.timestamp)
  }

  fileprivate mutating func add(_ anchor: Anchor) {
    if !alive.insert(anchor.identifier).inserted { problems.append("\(anchor.kind) added twice") }
    if gone.contains(anchor.identifier) { problems.append("\(anchor.kind) comes back as it was") }
  }

  fileprivate mutating func remove(_ anchor: Anchor) {
    if alive.remove(anchor.identifier) == nil { problems.append("\(anchor.kind) was not there") }
    gone.insert(anchor.identifier)
  }
}
