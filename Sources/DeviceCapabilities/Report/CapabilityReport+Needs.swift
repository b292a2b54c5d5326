import SessionCore

/// What a session asks of a machine.
package struct CapabilityNeeds: Sendable, Equatable {
  /// What a session asks of one live camera.
  package struct Camera: Sendable, Equatable {
    /// `auto`, or a path.
    package var device: String
    /// The picture size asked for; nil for any.
    package var size: PictureSize?
    /// Pictures a second asked for; nil for any.
    package var rate: Double?
    /// Whether the session file gives the lens.
    package var hasLens: Bool

    /// Creates a need.
    package init(
      device: String = "auto", size: PictureSize? = nil, rate: Double? = nil,
      hasLens: Bool = false
    ) {
      self.device = device
      self.size = size
      self.rate = rate
      self.hasLens = hasLens
    }
  }

  /// The capabilities.
  package var capabilities: [Capability]
  /// The live cameras by role; cameras of files and simulated ones are left out.
  package var cameras: [CameraRole: Camera]

  /// Creates needs.
  package init(capabilities: [Capability], cameras: [CameraRole: Camera] = [:]) {
    self.capabilities = capabilities
    self.cameras = cameras
  }

  /// Creates needs of cameras of any size and rate.
  package init(capabilities: [Capability], devices: [CameraRole: String]) {
    self.init(
      capabilities: capabilities, cameras: devices.mapValues { Camera(device: $0) })
  }
}

extension CapabilityReport {
  /// Judges what one session needs.
  package init(
    facts: MachineFacts, table: DeviceTable = DeviceTable(rows: []), needs: CapabilityNeeds
  ) {
    var facts = facts
    // A camera that the session names plays the role that the session gives it.
    for index in facts.cameras.indices {
      let path = facts.cameras[index].path
      if let role = needs.cameras.first(where: { $0.value.device == path })?.key {
        facts.cameras[index].role = role
      }
    }
    let roles = CameraRoles(facts.cameras, table: table)
    for (role, need) in needs.cameras where need.hasLens {
      let path = roles[role]?.path
      if let index = facts.cameras.firstIndex(where: { $0.path == path }) {
        facts.cameras[index].hasGivenLens = true
      }
    }
    self.init(facts: facts, table: table, asked: needs.capabilities)
    isForSession = true
    for (role, need) in needs.cameras.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      for (answer, reason, remedies) in complaints(role, need, table) {
        weigh(role, answer, "cameras.\(role.rawValue): \(reason)", remedies)
      }
    }
  }

  private typealias Complaint = (CapabilityAnswer, String, [String])

  private func complaints(
    _ role: CameraRole, _ need: CapabilityNeeds.Camera, _ table: DeviceTable
  ) -> [Complaint] {
    let camera: MachineFacts.Camera?
    if need.device == "auto" {
      camera = roles[role]
    } else {
      camera = facts.cameras.first { $0.path == need.device }
      guard let camera else {
        let others = ReportText.list(facts.usableCameras.map(\.path))
        return [
          (
            .no, "\(need.device) is not there",
            [others.isEmpty ? "connect it" : "connect it, or name \(others)"]
          )
        ]
      }
      if let refusal = camera.refusal {
        return [(.no, "\(need.device) cannot be used: \(refusal)", [])]
      }
    }
    guard let camera, let size = need.size else { return [] }
    return formatComplaint(table.formats(of: camera), size, need.rate).map { [$0] } ?? []
  }

  private func formatComplaint(
    _ formats: [SupportedVideoFormat], _ size: PictureSize, _ rate: Double?
  ) -> Complaint? {
    let readable = ReportText.sorted(formats)
    guard !readable.isEmpty else { return nil }
    let ofSize = readable.filter { $0.size == size }
    guard let fastest = ofSize.max(by: { $0.rate < $1.rate }) else {
      let sizes = ReportText.list(Self.sizes(readable).map(\.description), most: 6)
      return (.limited, "it does not offer \(size)", ["set size to one of \(sizes)"])
    }
    guard let rate, fastest.rate < rate - 0.5 else { return nil }
    return (
      .limited,
      "\(size) comes at \(SupportedVideoFormat.text(fastest.rate)) pictures a second at most",
      ["set rate: \(SupportedVideoFormat.text(fastest.rate)), or a smaller size"]
    )
  }

  private static func sizes(_ formats: [SupportedVideoFormat]) -> [PictureSize] {
    var seen: Set<PictureSize> = []
    return formats.map(\.size).filter { seen.insert($0).inserted }
  }

  private mutating func weigh(
    _ role: CameraRole, _ answer: CapabilityAnswer, _ reason: String, _ remedies: [String]
  ) {
    let ofRole: Capability = role == .front ? .faceTracking : .worldTracking
    let capability = asked.contains(.bothCameras) ? .bothCameras : ofRole
    if !asked.contains(capability) { asked.append(capability) }
    guard let index = verdicts.firstIndex(where: { $0.capability == capability }) else { return }
    let old = verdicts[index]
    let isNews = old.answer == .yes
    verdicts[index].reasons = (isNews ? [] : old.reasons) + [reason]
    verdicts[index].remedies += remedies
    if answer.badness > old.answer.badness { verdicts[index].answer = answer }
  }
}
