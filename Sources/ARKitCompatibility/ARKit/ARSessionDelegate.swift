import SessionCore

/// Is told how a session fares.
///
/// All calls come on `ARSession.delegateQueue`, the main queue where there is none. Every function
/// has a default that does nothing.
public protocol ARSessionObserver: AnyObject {
  /// How well the camera's place is known has changed.
  func session(_ session: ARSession, cameraDidChangeTrackingState camera: ARCamera)
  /// The session failed and is paused.
  func session(_ session: ARSession, didFailWithError error: any Error)
  /// A camera stopped delivering.
  func sessionWasInterrupted(_ session: ARSession)
  /// The camera delivers again.
  func sessionInterruptionEnded(_ session: ARSession)
}

extension ARSessionObserver {
  /// Does nothing.
  public func session(_ session: ARSession, cameraDidChangeTrackingState camera: ARCamera) {}
  /// Does nothing.
  public func session(_ session: ARSession, didFailWithError error: any Error) {}
  /// Does nothing.
  public func sessionWasInterrupted(_ session: ARSession) {}
  /// Does nothing.
  public func sessionInterruptionEnded(_ session: ARSession) {}
}

/// Is told of frames and anchors.
public protocol ARSessionDelegate: ARSessionObserver {
  /// A new frame is there.
  func session(_ session: ARSession, didUpdate frame: ARFrame)
  /// Anchors were added.
  func session(_ session: ARSession, didAdd anchors: [ARAnchor])
  /// Anchors have new values.
  func session(_ session: ARSession, didUpdate anchors: [ARAnchor])
  /// Anchors were removed.
  func session(_ session: ARSession, didRemove anchors: [ARAnchor])
}

extension ARSessionDelegate {
  /// Does nothing.
  public func session(_ session: ARSession, didUpdate frame: ARFrame) {}
  /// Does nothing.
  public func session(_ session: ARSession, didAdd anchors: [ARAnchor]) {}
  /// Does nothing.
  public func session(_ session: ARSession, didUpdate anchors: [ARAnchor]) {}
  /// Does nothing.
  public func session(_ session: ARSession, didRemove anchors: [ARAnchor]) {}
}

/// Why a session failed.
public struct ARError: Error, Equatable, LocalizedError, CustomStringConvertible {
  /// ARKit's numbers.
  public let code: Int
  /// What, where, and what to try.
  public let description: String
  /// The description.
  public var errorDescription: String? { description }

  init(_ error: SessionError) {
    code = error.code.rawValue
    description = error.message
  }
}
