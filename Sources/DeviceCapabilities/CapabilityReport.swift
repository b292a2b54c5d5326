import SessionCore

/// What a session asks of a machine.
package struct CapabilityNeeds: Sendable, Equatable {
  /// The capabilities.
  package var capabilities: [Capability]
  /// The live cameras by role, each with its device: `auto` or a path.
  package var devices: [CameraRole: String]

  /// Creates needs.
  package init(capabilities: [Capability], devices: [CameraRole: String]) {
    self.capabilities = capabilities
    self.devices = devices
  }
}

/// A machine's facts and what follows from them.
package struct CapabilityReport: Sendable, Equatable {
  /// What the machine has.
  package var facts: MachineFacts
  /// What it can do.
  package var verdicts: [CapabilityVerdict]

  /// True when every verdict is yes.
  package var isSupported: Bool { verdicts.allSatisfy(\.isSupported) }

  /// Judges everything.
  package init(facts: MachineFacts) {
    self.facts = facts
    verdicts = Capability.allCases.map { Self.verdict($0, facts) }
  }

  /// Judges what one session needs.
  package init(facts: MachineFacts, needs: CapabilityNeeds) {
    self.facts = facts
    verdicts = needs.capabilities.map { Self.verdict($0, facts) }
    for (role, device) in needs.devices.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      guard device != "auto", let reason = Self.complaint(device, facts) else { continue }
      let message = "cameras.\(role.rawValue): \(reason)"
      let capability: Capability = role == .front ? .faceTracking : .worldTracking
      if let index = verdicts.firstIndex(where: { $0.capability == capability }) {
        let old = verdicts[index]
        verdicts[index] = CapabilityVerdict(
          capability, false, (old.isSupported ? [] : old.reasons) + [message])
      } else {
        verdicts.append(CapabilityVerdict(capability, false, [message]))
      }
    }
  }

  private static func complaint(_ device: String, _ facts: MachineFacts) -> String? {
    guard let camera = facts.cameras.first(where: { $0.path == device }) else {
      let others = facts.usableCameras.map(\.path)
      return "\(device) is not there; "
        + (others.isEmpty ? "no camera is" : "there are \(others.joined(separator: ", "))")
    }
    return camera.refusal.map { "\(device) cannot be used: \($0)" }
  }

  private static func verdict(_ capability: Capability, _ facts: MachineFacts) -> CapabilityVerdict
  {
    switch capability {
    case .faceTracking: judge(capability, [cameras(1, facts), facts.faceModels])
    case .worldTracking: judge(capability, [cameras(1, facts)])
    case .bothCameras: judge(capability, [cameras(2, facts), facts.faceModels])
    case .faceTrackingWithoutCamera: judge(capability, [facts.faceModels])
    case .drawing: judge(capability, [facts.graphics])
    case .viewer: judge(capability, [facts.display, facts.graphics])
    }
  }

  /// A yes needs every part; a no lists all that is missing.
  private static func judge(
    _ capability: Capability, _ parts: [MachineFacts.Part]
  ) -> CapabilityVerdict {
    var present: [String] = []
    var missing: [String] = []
    for part in parts {
      switch part {
      case .present(let text): present.append(text)
      case .missing(let text): missing.append(text)
      }
    }
    return CapabilityVerdict(capability, missing.isEmpty, missing.isEmpty ? present : missing)
  }

  private static func cameras(_ count: Int, _ facts: MachineFacts) -> MachineFacts.Part {
    let usable = facts.usableCameras
    if usable.count >= count {
      return .present(
        usable.prefix(count).map { "\($0.name) (\($0.path))" }.joined(separator: ", "))
    }
    let refused = facts.cameras.filter { $0.refusal != nil }
      .map { "\($0.path) cannot be used: \($0.refusal ?? "")" }
    let found =
      switch usable.count {
      case 0 where count == 1: "no camera is connected"
      case 0: "two cameras are needed and none is connected"
      default: "two cameras are needed and one is connected"
      }
    return .missing(([found] + refused).joined(separator: "; "))
  }
}
