/// Something that a machine or a device can or cannot do.
package enum Capability: String, Sendable, CaseIterable, Codable {
  /// Both cameras at once: the face in the front camera, the world in the rear one.
  case bothCameras = "both-cameras"
  /// Follow faces in a live camera's pictures.
  case faceTracking = "face-tracking"
  /// Follow the world in a live camera's pictures.
  case worldTracking = "world-tracking"
  /// Find planes in the world.
  case planes
  /// Measure how far the tongue is out.
  case tongue
  /// Read a depth camera.
  case depth
  /// Use an accelerometer and a gyroscope.
  case motionSensors = "imu"
  /// Deliver sound.
  case audio
  /// Get pictures of a useful size and rate.
  case videoFormats = "video-formats"
  /// Follow faces in recorded or simulated pictures.
  case faceTrackingWithoutCamera = "face-tracking-without-camera"
  /// Draw the scene off screen, into films and pictures.
  case drawing
  /// Show the scene in a window.
  case viewer

  /// The name for people.
  package var title: String {
    switch self {
    case .bothCameras: "face and world at once"
    case .faceTracking: "face tracking"
    case .worldTracking: "world tracking"
    case .planes: "planes"
    case .tongue: "tongue"
    case .depth: "depth"
    case .motionSensors: "motion sensors"
    case .audio: "audio"
    case .videoFormats: "video formats"
    case .faceTrackingWithoutCamera: "clips, simulation"
    case .drawing: "drawing off screen"
    case .viewer: "a window"
    }
  }

  /// True for what a row of the device table may answer; the rest depends on the machine alone.
  package var isForRows: Bool {
    switch self {
    case .faceTrackingWithoutCamera, .drawing, .viewer: false
    default: true
    }
  }
}

/// An answer to "can it?".
package enum CapabilityAnswer: String, Sendable, CaseIterable, Codable {
  case yes, no, limited
  /// Nothing that was asked tells.
  case unknown

  /// True when it works, if with limits.
  package var isPositive: Bool { self == .yes || self == .limited }

  /// The program's exit status: 0 it can, 1 it cannot, 2 cannot tell.
  package var exitStatus: Int32 {
    switch self {
    case .yes, .limited: 0
    case .no: 1
    case .unknown: 2
    }
  }
}

/// Whether a machine can do something, why, and what would change it.
package struct CapabilityVerdict: Sendable, Equatable, Codable {
  /// What.
  package var capability: Capability
  /// Whether.
  package var answer: CapabilityAnswer
  /// For a no or a limited what is missing, for a yes what it stands on.
  package var reasons: [String]
  /// What would change the answer; empty where nothing would, or nothing needs to.
  package var remedies: [String]
  /// The most faces at once; only for face tracking.
  package var faces: Int?

  /// True when it works, if with limits.
  package var isSupported: Bool { answer.isPositive }

  /// Creates a verdict.
  package init(
    _ capability: Capability, _ answer: CapabilityAnswer, _ reasons: [String],
    remedies: [String] = [], faces: Int? = nil
  ) {
    self.capability = capability
    self.answer = answer
    self.reasons = reasons
    self.remedies = remedies
    self.faces = faces
  }
}
