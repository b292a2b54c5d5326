import Bifrons
import SessionCore
import SessionRuntime
import SpatialMath
import Synchronization

/// Says what happens in a session: interruptions always, changes of state when asked to.
final class SpokenEvents: SessionOutput {
  private let verbosity: Verbosity
  private let zero = Mutex<Timestamp?>(nil)
  private let said = Mutex<Set<String>>([])

  init(_ verbosity: Verbosity) { self.verbosity = verbosity }

  func finish() throws(LaunchError) {}

  func take(_ events: [SessionEvent], of session: Session) throws(LaunchError) {
    for event in events {
      if case .started(let start) = event {
        zero.withLock { $0 = $0 ?? start.zero }
      }
      if verbosity != .quiet { sayNotices(event, session) }
      guard let line = line(for: event) else { continue }
      let seconds = zero.withLock { $0 }.map { event.time.seconds(since: $0) } ?? 0
      Console.say("\((seconds * 100).rounded() / 100) s: \(line)")
    }
  }

  /// What cameras have to say, at the start and when it comes up.
  private func sayNotices(_ event: SessionEvent, _ session: Session) {
    switch event {
    case .started, .frame, .interruptionEnded:
      for notice in SessionRun.cameraNotices(session)
      where said.withLock({ $0.insert(notice).inserted }) {
        Console.say(notice)
      }
    default: break
    }
  }

  private func line(for event: SessionEvent) -> String? {
    switch event {
    case .interrupted(let role, let reason, _): "the \(role.rawValue) camera stopped: \(reason)"
    case .interruptionEnded(let role, _): "the \(role.rawValue) camera delivers again"
    case _ where verbosity != .verbose: nil
    case .started(let start):
      "started: "
        + start.cameras.map {
          "\($0.role.rawValue) \($0.format.sourceName) \($0.format.width)x\($0.format.height)"
        }.joined(separator: ", ")
    case .trackingStateChanged(let state, _):
      "tracking is \(state.name)\(state.reason.map { " (\($0.rawValue))" } ?? "")"
    case .anchorsAdded(let anchors, _): "new: \(Self.names(anchors))"
    case .anchorsRemoved(let anchors, _): "gone: \(Self.names(anchors))"
    default: nil
    }
  }

  private static func names(_ anchors: [Anchor]) -> String {
    anchors.map { "\($0.kind) \(String(describing: $0.identifier).prefix(8))" }
      .joined(separator: ", ")
  }
}
