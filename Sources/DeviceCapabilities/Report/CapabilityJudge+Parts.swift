import SessionCore

/// Sensors, sound and formats.
extension CapabilityJudge {
  func depth() -> CapabilityVerdict {
    var findings = Findings()
    let cameras = facts.cameras.filter { table.stream(of: $0) == .depth }
    if cameras.isEmpty {
      findings.deny("no depth camera is connected", "connect one that V4L2 shows as Z16")
    } else if !facts.abilities.readsDepth {
      findings.deny("\(ReportText.list(cameras.map(\.name))): this version reads no depth")
    } else {
      findings.note(ReportText.list(cameras.map(\.name)))
    }
    return findings.verdict(.depth)
  }

  func motionSensors() -> CapabilityVerdict {
    var findings = Findings()
    let sensors = facts.system.motionSensors
    let missing = MotionSensor.Kind.allCases.filter { kind in
      !sensors.contains { $0.kind == kind }
    }
    let names = ReportText.list(sensors.map { "\($0.kind.rawValue) \($0.name)" })
    let substitute = "world.scale.camera-height in the session file gives size and gravity"
    if sensors.isEmpty {
      findings.deny("the kernel shows no motion sensor", substitute)
    } else if !missing.isEmpty {
      findings.deny("\(names) alone; \(missing[0].rawValue) is missing", substitute)
    } else if !facts.abilities.usesMotionSensors {
      findings.deny("\(names): this version does not use them", substitute)
    } else {
      findings.note(names)
    }
    return findings.verdict(.motionSensors)
  }

  func audio() -> CapabilityVerdict {
    var findings = Findings()
    if let microphones = facts.system.microphones {
      if microphones.isEmpty {
        findings.deny("no microphone is connected", "connect one; many webcams have one")
      } else if facts.abilities.deliversAudio {
        findings.note(ReportText.list(microphones))
      } else {
        findings.deny("\(ReportText.list(microphones)): this version delivers no sound")
      }
    } else if !facts.abilities.deliversAudio {
      findings.deny("this version delivers no sound")
    } else {
      findings.doubt("the kernel's sound system (ALSA) says nothing")
    }
    return findings.verdict(.audio)
  }

  func videoFormats() -> CapabilityVerdict {
    var findings = Findings()
    if roles.front == nil {
      return CapabilityVerdict(.videoFormats, .no, ["no camera can be used"])
    }
    for (role, camera) in [(CameraRole.front, roles.front), (.rear, roles.rear)] {
      guard let camera, role == .front || roles.areTwo else { continue }
      let formats = ReportText.sorted(table.formats(of: camera))
      guard let best = formats.first else {
        findings.doubt("\(camera.name): its sizes were not asked")
        continue
      }
      let text = (roles.areTwo ? role.rawValue + " " : "") + ReportText.summary(formats)
      if best.rate < Self.fluentRate || best.size.width < 480 {
        findings.limit(text, "a camera with 640x480 at 30 pictures a second")
      } else {
        findings.note(text)
      }
    }
    return findings.verdict(.videoFormats)
  }

  /// Nodes that are passed over for one reason.
  struct Refusal: Equatable {
    var paths: [String]
    var reason: String
    /// What helps, by the row.
    var remedy: String?
    /// True for nodes beside a camera that works, such as its metadata.
    var isHarmless: Bool
  }

  /// The nodes that cannot be used, by reason, in the order of the list.
  func refusals() -> [Refusal] {
    var groups: [Refusal] = []
    for camera in facts.cameras {
      let row = table.row(for: camera.identity)
      let isInfrared = camera.refusal == nil && table.stream(of: camera) == .infrared
      guard let reason = camera.refusal ?? (isInfrared ? "an infrared camera" : nil) else {
        continue
      }
      // The nodes of a raw sensor are the only ones whose row knows a way to use them.
      let remedy = row?.kind == .cameraBridge || row?.kind == .board ? row?.relays.first : nil
      if let index = groups.firstIndex(where: { $0.reason == reason && $0.remedy == remedy }) {
        groups[index].paths.append(camera.path)
      } else {
        let words = ["metadata", "codec", "image-processor", "statistics", "an output"]
        let isHarmless =
          table.stream(of: camera) == .depth
          || remedy == nil && words.contains { reason.lowercased().contains($0) }
        groups.append(
          Refusal(paths: [camera.path], reason: reason, remedy: remedy, isHarmless: isHarmless))
      }
    }
    return groups
  }
}
