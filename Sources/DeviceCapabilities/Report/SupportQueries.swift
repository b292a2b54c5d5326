import SessionCore

/// ARKit's questions, answered with the reason of a no.
///
/// `isSupported` of a configuration, `supportsWorldTracking` of a face configuration and
/// `supportsUserFaceTracking` of a world configuration are read-only answers; what switches the
/// second camera on is `isWorldTrackingEnabled` and `userFaceTrackingEnabled`.
package struct SupportAnswer: Sendable, Equatable {
  /// True when it works, if with limits.
  package var isSupported: Bool
  /// Why not, or what the limits are; nil for a plain yes.
  package var reason: String?

  init(_ verdict: CapabilityVerdict?) {
    isSupported = verdict?.isSupported ?? false
    guard let verdict else {
      reason = "the table does not say"
      return
    }
    reason = verdict.answer == .yes ? nil : verdict.reasons.joined(separator: "; ")
  }
}

/// Something that answers ARKit's questions: a machine's report, or a device's row.
package protocol SupportQueries {
  /// The verdict on a capability.
  func verdict(_ capability: Capability) -> CapabilityVerdict?
  /// The formats of a role's camera, the default first.
  func supportedVideoFormats(for role: CameraRole) -> [SupportedVideoFormat]
}

extension SupportQueries {
  /// Whether a configuration can run as it stands.
  package func isSupported(_ configuration: SessionConfiguration) -> SupportAnswer {
    if configuration.providesAudioData {
      let sound = verdict(.audio)
      if sound?.isSupported != true { return SupportAnswer(sound) }
    }
    if configuration.roles.count > 1 { return SupportAnswer(verdict(.bothCameras)) }
    switch configuration {
    case .face: return SupportAnswer(verdict(.faceTracking))
    case .world(let world):
      if world.worldAlignment == .gravityAndHeading {
        return SupportAnswer(
          CapabilityVerdict(.worldTracking, .no, ["gravityAndHeading needs a compass"]))
      }
      return SupportAnswer(verdict(.worldTracking))
    }
  }

  /// Whether a face configuration can also track the world.
  package var supportsWorldTracking: SupportAnswer { SupportAnswer(verdict(.bothCameras)) }
  /// Whether a world configuration can also track the user's face.
  package var supportsUserFaceTracking: SupportAnswer { SupportAnswer(verdict(.bothCameras)) }
  /// The most faces at once; 0 where faces cannot be tracked.
  package var supportedNumberOfTrackedFaces: Int {
    guard let verdict = verdict(.faceTracking), verdict.isSupported else { return 0 }
    return verdict.faces ?? 1
  }
}

extension CapabilityReport: SupportQueries {
  /// The formats of a role's camera that a session reads, the default first; empty without a camera.
  package func supportedVideoFormats(for role: CameraRole) -> [SupportedVideoFormat] {
    guard let camera = roles[role] else { return [] }
    return cameras.first { $0.camera.path == camera.path }?.formats ?? []
  }
}

extension DeviceReport: SupportQueries {
  /// The formats of the row's cameras that may play a role, the default first.
  package func supportedVideoFormats(for role: CameraRole) -> [SupportedVideoFormat] {
    let wanted: DeviceCamera.Facing = role == .front ? .front : .rear
    let cameras = row.colorCameras.filter { $0.facing == wanted || $0.facing == .either }
    return ReportText.sorted(cameras.flatMap(\.videoFormats))
  }
}
