/// Something that a machine can or cannot do.
package enum Capability: String, Sendable, CaseIterable, Codable {
  /// Follow faces in a live camera's pictures.
  case faceTracking = "face-tracking"
  /// Follow the world in a live camera's pictures.
  case worldTracking = "world-tracking"
  /// Both at once, with two cameras.
  case bothCameras = "both-cameras"
  /// Follow faces in recorded or simulated pictures.
  case faceTrackingWithoutCamera = "face-tracking-without-camera"
  /// Draw the scene off screen, into films and pictures.
  case drawing
  /// Show the scene in a window.
  case viewer

  /// The name for people.
  package var title: String {
    switch self {
    case .faceTracking: "face tracking with a camera"
    case .worldTracking: "world tracking with a camera"
    case .bothCameras: "both cameras at once"
    case .faceTrackingWithoutCamera: "face tracking in clips and simulation"
    case .drawing: "drawing off screen"
    case .viewer: "a window"
    }
  }
}

/// Whether a machine can do something, and why.
package struct CapabilityVerdict: Sendable, Equatable, Codable {
  /// What.
  package var capability: Capability
  /// Yes or no.
  package var isSupported: Bool
  /// For a no what is missing and what to try; for a yes what it stands on.
  package var reasons: [String]

  /// Creates a verdict.
  package init(_ capability: Capability, _ isSupported: Bool, _ reasons: [String]) {
    self.capability = capability
    self.isSupported = isSupported
    self.reasons = reasons
  }
}
