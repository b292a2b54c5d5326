import DeviceCapabilities
import SessionCore

/// What this machine can run: ARKit's questions, each no with its reason in words.
///
/// Asked once, answered as often as wanted; a camera that is plugged in later is seen by a new one.
public struct MachineSupport: Sendable {
  /// An answer.
  public struct Answer: Sendable, Equatable {
    /// True when it works, if with limits.
    public let isSupported: Bool
    /// Why not, or what the limits are; nil for a plain yes.
    public let reason: String?
  }

  private let report: CapabilityReport

  /// Asks the cameras, the models and the device table.
  ///
  /// May block for some hundred milliseconds: each video device is opened for a moment. The
  /// processor is not measured; `bifrons capabilities` does that.
  public init() {
    self.init(
      CapabilityReport(facts: MachineInspector.facts(), table: DeviceTableStore.load().table))
  }

  package init(_ report: CapabilityReport) { self.report = report }

  /// Whether a configuration can run as it stands.
  public func isSupported(_ configuration: SessionConfiguration) -> Answer {
    Answer(report.isSupported(configuration))
  }

  /// Whether a face configuration can also track the world (`isWorldTrackingEnabled`).
  public var supportsWorldTracking: Answer { Answer(report.supportsWorldTracking) }
  /// Whether a world configuration can also track the user's face (`userFaceTrackingEnabled`).
  public var supportsUserFaceTracking: Answer { Answer(report.supportsUserFaceTracking) }
  /// The most faces at once, 0…3; 0 where faces cannot be tracked.
  public var supportedNumberOfTrackedFaces: Int { report.supportedNumberOfTrackedFaces }

  /// The formats of a role's camera, the default first; empty without a camera.
  public func supportedVideoFormats(for role: CameraRole) -> [SupportedVideoFormat] {
    report.supportedVideoFormats(for: role)
  }
}

extension MachineSupport.Answer {
  init(_ answer: SupportAnswer) {
    self.init(isSupported: answer.isSupported, reason: answer.reason)
  }
}

extension FaceTrackingConfiguration {
  /// Whether this machine can track faces; asks it anew each time, see `MachineSupport`.
  public static var isSupported: Bool {
    MachineSupport().isSupported(.face(FaceTrackingConfiguration())).isSupported
  }
  /// Whether faces and the world can be tracked at once.
  public static var supportsWorldTracking: Bool {
    MachineSupport().supportsWorldTracking.isSupported
  }
  /// The front camera's formats, the default first.
  public static var supportedVideoFormats: [SupportedVideoFormat] {
    MachineSupport().supportedVideoFormats(for: .front)
  }
}

extension WorldTrackingConfiguration {
  /// Whether this machine can track the world; asks it anew each time, see `MachineSupport`.
  public static var isSupported: Bool {
    MachineSupport().isSupported(.world(WorldTrackingConfiguration())).isSupported
  }
  /// Whether the world and faces can be tracked at once.
  public static var supportsUserFaceTracking: Bool {
    MachineSupport().supportsUserFaceTracking.isSupported
  }
  /// The rear camera's formats, the default first.
  public static var supportedVideoFormats: [SupportedVideoFormat] {
    MachineSupport().supportedVideoFormats(for: .rear)
  }
}
