import SessionCore

/// Is told what happens in a session.
///
/// All calls come from one thread, "bifrons.session", one at a time, and none comes after
/// `Session.pause()` has returned (unless `pause` was called from inside a call). In real time a
/// slow delegate sees fewer frames, and of each anchor the newest update; it never slows down the
/// cameras. In lock-step it is waited for and sees everything. It may call any of the session's
/// functions. It must not wait for a thread that waits in `pause()`.
///
/// For each frame: tracking state, frame, anchors removed, added, updated. Every function has a
/// default that does nothing.
public protocol SessionDelegate: AnyObject, Sendable {
  /// A new frame is there.
  func session(_ session: Session, didUpdate frame: SessionFrame)
  /// Anchors were added.
  func session(_ session: Session, didAdd anchors: [Anchor])
  /// Anchors have new values; a face is listed once for each of its pictures.
  func session(_ session: Session, didUpdate anchors: [Anchor])
  /// Anchors were removed; they come with their last values.
  func session(_ session: Session, didRemove anchors: [Anchor])
  /// How well the camera's place is known has changed.
  func session(_ session: Session, cameraDidChangeTrackingState state: TrackingState)
  /// The session failed and is paused.
  func session(_ session: Session, didFailWithError error: SessionError)
  /// A camera stopped delivering; the text says why and what to try.
  ///
  /// Another camera goes on: `SessionFrame.staleCameras` tells which one is old and since when. A
  /// pause ends the interruption without a call: the next `run` opens the camera anew.
  func sessionWasInterrupted(_ session: Session, camera: CameraRole, reason: String)
  /// A camera delivers again.
  func sessionInterruptionEnded(_ session: Session, camera: CameraRole)
  /// Asks whether to look for the known map after a pause or an interruption of the rear camera.
  ///
  /// True, the default, keeps map and anchors: tracking is `limited(.relocalizing)` until the place
  /// is found. False resets tracking.
  func sessionShouldAttemptRelocalization(_ session: Session) -> Bool
  /// The leading camera's recorded material is at its end; the session is paused.
  func sessionDidReachEnd(_ session: Session)
}

extension SessionDelegate {
  /// Does nothing.
  public func session(_ session: Session, didUpdate frame: SessionFrame) {}
  /// Does nothing.
  public func session(_ session: Session, didAdd anchors: [Anchor]) {}
  /// Does nothing.
  public func session(_ session: Session, didUpdate anchors: [Anchor]) {}
  /// Does nothing.
  public func session(_ session: Session, didRemove anchors: [Anchor]) {}
  /// Does nothing.
  public func session(_ session: Session, cameraDidChangeTrackingState state: TrackingState) {}
  /// Does nothing.
  public func session(_ session: Session, didFailWithError error: SessionError) {}
  /// Does nothing.
  public func sessionWasInterrupted(_ session: Session, camera: CameraRole, reason: String) {}
  /// Does nothing.
  public func sessionInterruptionEnded(_ session: Session, camera: CameraRole) {}
  /// Answers yes.
  public func sessionShouldAttemptRelocalization(_ session: Session) -> Bool { true }
  /// Does nothing.
  public func sessionDidReachEnd(_ session: Session) {}
}
