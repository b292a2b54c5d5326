import SessionCore

/// Joins a machine's facts with the device table into one verdict per capability.
struct CapabilityJudge {
  let facts: MachineFacts
  let table: DeviceTable
  let roles: CameraRoles

  init(facts: MachineFacts, table: DeviceTable) {
    self.facts = facts
    self.table = table
    roles = CameraRoles(facts.cameras, table: table)
  }

  /// At this rate, pictures a second, people take movement for fluent.
  static let fluentRate = 20.0
  /// Below this rate trackers lose what they follow between two pictures.
  static let leastRate = 8.0

  func verdict(_ capability: Capability) -> CapabilityVerdict {
    switch capability {
    case .bothCameras: bothCameras()
    case .faceTracking: faceTracking()
    case .worldTracking: worldTracking()
    case .planes: planes()
    case .tongue: tongue()
    case .depth: depth()
    case .motionSensors: motionSensors()
    case .audio: audio()
    case .videoFormats: videoFormats()
    case .faceTrackingWithoutCamera:
      part(capability, [facts.faceModels], "the face models were not looked for")
    case .drawing: part(capability, [facts.graphics], "OpenGL was not tried")
    case .viewer: part(capability, [facts.display, facts.graphics], "OpenGL was not tried")
    }
  }

  private func part(
    _ capability: Capability, _ parts: [MachineFacts.Part], _ notAsked: String
  ) -> CapabilityVerdict {
    var findings = Findings()
    for part in parts { findings.need(part, notAsked: notAsked) }
    return findings.verdict(capability)
  }

  // MARK: - Tracking

  private func faceTracking() -> CapabilityVerdict {
    let most = FaceTrackingConfiguration.supportedNumberOfTrackedFaces
    var findings = Findings()
    findings.note("up to \(most) faces")
    needCamera(&findings, roles.front)
    weighRow(&findings, roles.front, .faceTracking)
    if let front = roles.front, !front.hasGivenLens, lens(of: front) == nil {
      findings.note("its lens is not known, so distances may be off")
    }
    findings.needModels(facts.faceModels)
    weighSpeed(&findings, facts.speed?.faceMilliseconds.map(ProcessorSpeed.rate), "face tracking")
    return findings.verdict(.faceTracking, faces: most)
  }

  private func worldTracking() -> CapabilityVerdict {
    var findings = Findings()
    needCamera(&findings, roles.rear)
    weighRow(&findings, roles.rear, .worldTracking)
    weighLens(&findings, roles.rear)
    weighSpeed(
      &findings, facts.speed?.worldMilliseconds.map(ProcessorSpeed.rate), "world tracking")
    return findings.verdict(.worldTracking)
  }

  private func bothCameras() -> CapabilityVerdict {
    var findings = Findings()
    if let front = roles.front, let rear = roles.rear {
      if roles.areTwo {
        findings.note("front \(front.name), rear \(rear.name)")
        weighRow(&findings, front, .faceTracking)
        weighRow(&findings, rear, .worldTracking)
        weighLens(&findings, rear)
      } else {
        findings.deny(
          "two cameras are needed, and one can be used (\(front.name))", "connect a second webcam",
          "or run one side with a clip or a simulated camera")
        explainRefusals(&findings)
      }
    } else {
      needCamera(&findings, nil)
    }
    findings.needModels(facts.faceModels)
    weighSpeed(
      &findings, facts.speed?.rateOfBoth(processors: facts.processorCount), "both together")
    return findings.verdict(.bothCameras)
  }

  private func planes() -> CapabilityVerdict {
    let world = verdict(.worldTracking)
    guard world.answer == .yes || world.answer == .limited else {
      return CapabilityVerdict(
        .planes, world.answer, ["world tracking is needed"], remedies: [])
    }
    var findings = Findings()
    if world.answer == .limited { findings.limit("as far as world tracking goes") }
    if facts.abilities.findsVerticalPlanes {
      findings.note("horizontal and vertical")
    } else {
      findings.limit("horizontal ones; this version finds no vertical ones")
    }
    return findings.verdict(.planes)
  }

  private func tongue() -> CapabilityVerdict {
    let face = verdict(.faceTracking)
    guard face.isSupported else {
      return CapabilityVerdict(.tongue, face.answer, ["face tracking is needed"])
    }
    var findings = Findings()
    findings.note("from the colour picture of the mouth; no depth camera is needed")
    let widest = roles.front.map { table.formats(of: $0).map(\.size.width).max() ?? 640 } ?? 640
    if widest < 640 {
      findings.limit("the front camera shows the mouth with few pixels (\(widest) across)")
    }
    return findings.verdict(.tongue)
  }

  // MARK: - Cameras

  private func needCamera(_ findings: inout Findings, _ camera: MachineFacts.Camera?) {
    if let camera {
      findings.note("\(camera.name)")
      return
    }
    let forbidden = facts.system.forbiddenVideoNodes
    if !forbidden.isEmpty {
      let group = facts.system.videoGroup ?? "video"
      findings.deny(
        "no permission for \(ReportText.list(forbidden))",
        "sudo usermod -aG \(group) $USER, then log in again")
      return
    }
    let hasNodes = facts.cameras.contains { $0.refusal != nil }
    findings.deny(
      hasNodes ? "no camera can be used" : "no camera is connected",
      "connect a USB webcam; clips, pictures and simulated cameras need none")
    explainRefusals(&findings)
    if let row = facts.system.machine.flatMap(table.row(for:)), row.kind == .cameraBridge,
      let reason = row.support(.faceTracking)?.reason
    {
      findings.weigh(.no, "\(row.name): \(reason)", row.relays)
    }
  }

  /// Says why nodes that are there are passed over, those that a person might take for cameras.
  private func explainRefusals(_ findings: inout Findings) {
    for group in refusals() where !group.isHarmless {
      let remedy = group.remedy.map { [$0] } ?? []
      findings.weigh(.no, "\(ReportText.list(group.paths)): \(group.reason)", remedy)
    }
  }

  /// What the camera's row says about a capability, when it is less than yes.
  private func weighRow(
    _ findings: inout Findings, _ camera: MachineFacts.Camera?, _ capability: Capability
  ) {
    guard let camera, let support = table.row(for: camera.identity)?.support(capability),
      support.answer == .no || support.answer == .limited, let reason = support.reason
    else { return }
    findings.weigh(support.answer, "\(camera.name): \(reason)", [])
  }

  private func weighLens(_ findings: inout Findings, _ camera: MachineFacts.Camera?) {
    guard let camera, !camera.hasGivenLens, lens(of: camera) == nil else { return }
    findings.limit(
      "\(camera.name): its lens is not known; 60 degrees across are assumed, so sizes may be off",
      "bifrons calibrate intrinsics, then cameras.rear.calibration in the session file")
  }

  private func lens(of camera: MachineFacts.Camera) -> DeviceTable.LensAnswer? {
    let size =
      ReportText.defaultFormat(table.formats(of: camera))?.size ?? ReportText.usualSize
    return table.lens(for: camera.identity, width: size.width, height: size.height)
  }

  private func weighSpeed(_ findings: inout Findings, _ rate: Double?, _ what: String) {
    guard let rate else {
      findings.note("speed not measured")
      return
    }
    let pictures = rate < 1.5 ? "1 picture" : "\(Int(saturating: rate)) pictures"
    let text = "\(what): about \(pictures) a second on this processor"
    let remedy = "a faster processor, or a lower rate and picture size in the session file"
    switch rate {
    case ..<Self.leastRate: findings.deny(text + ", too few to follow", remedy)
    case ..<Self.fluentRate: findings.limit(text, remedy)
    default: findings.note("\(Int(saturating: rate)) pictures a second")
    }
  }
}

extension Findings {
  mutating func needModels(_ part: MachineFacts.Part) {
    // A yes need not say where the models lie; a no says what is missing.
    if case .present = part { return }
    need(part, notAsked: "the face models were not looked for")
  }
}
