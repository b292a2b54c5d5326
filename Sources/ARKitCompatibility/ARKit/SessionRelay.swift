import Dispatch
import SessionCore
import SessionRuntime
import SystemSupport

/// Carries a session's events from its thread to the delegate's queue.
///
/// It waits until an event has been heard, so that a slow program sees fewer frames and no queue
/// grows.
final class SessionRelay: SessionDelegate {
  private struct Target: Sendable {
    var session: WeakSession?
    var queue = DispatchQueue.main
    /// Counts what was heard.
    var heard = 0
    var sent = 0
  }

  private struct WeakSession: Sendable {
    weak var session: ARSession?
  }

  private let target = Monitor(Target())

  func open(_ session: ARSession, _ queue: DispatchQueue) {
    target.withLock {
      $0.session = WeakSession(session: session)
      $0.queue = queue
    }
  }

  /// Lets no more calls begin, and lets the session's thread go.
  func close() { target.withLock { $0.session = nil } }

  /// Tells of a session that could not even be made.
  func fail(_ error: SessionError) { send(waits: false) { $0.tell(error) } }

  private func send(waits: Bool = true, _ call: @escaping @Sendable (ARSession) -> Void) {
    let (number, queue) = target.withLock { t in
      t.sent += 1
      return (t.sent, t.session == nil ? nil : t.queue)
    }
    guard let queue else { return }
    queue.async { [target] in
      if let session = target.withLock({ $0.session?.session }) { call(session) }
      target.withLock { $0.heard = max($0.heard, number) }
    }
    guard waits else { return }
    target.wait { t in t.heard >= number || t.session == nil ? true : nil }
  }

  func session(_ session: Session, didUpdate frame: SessionFrame) {
    send { $0.tell(frame) }
  }

  func session(_ session: Session, didAdd anchors: [Anchor]) {
    send { session in
      let anchors = anchors.map(ARAnchor.make)
      session.delegate?.session(session, didAdd: anchors)
      session.view?.add(anchors)
    }
  }

  func session(_ session: Session, didUpdate anchors: [Anchor]) {
    send { session in
      let anchors = anchors.map(ARAnchor.make)
      session.delegate?.session(session, didUpdate: anchors)
      session.view?.update(anchors)
    }
  }

  func session(_ session: Session, didRemove anchors: [Anchor]) {
    send { session in
      let anchors = anchors.map(ARAnchor.make)
      session.delegate?.session(session, didRemove: anchors)
      session.view?.remove(anchors)
    }
  }

  func session(_ session: Session, cameraDidChangeTrackingState state: TrackingState) {
    guard var frame = session.currentFrame else { return }
    frame.trackingState = state
    send { [frame] in $0.delegate?.session($0, cameraDidChangeTrackingState: ARCamera(frame)) }
  }

  func session(_ session: Session, didFailWithError error: SessionError) {
    send { $0.tell(error) }
  }

  func sessionWasInterrupted(_ session: Session, camera: CameraRole, reason: String) {
    send { $0.delegate?.sessionWasInterrupted($0) }
  }

  func sessionInterruptionEnded(_ session: Session, camera: CameraRole) {
    send { $0.delegate?.sessionInterruptionEnded($0) }
  }
}

extension ARSession {
  fileprivate func tell(_ frame: SessionFrame) {
    let frame = ARFrame(frame)
    currentFrame = frame
    delegate?.session(self, didUpdate: frame)
    view?.show(frame, of: self)
  }

  fileprivate func tell(_ error: SessionError) {
    delegate?.session(self, didFailWithError: ARError(error))
  }
}
