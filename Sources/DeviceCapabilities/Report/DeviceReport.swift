import SessionCore

/// What a device can do by its row alone: the machine at hand is not asked.
package struct DeviceReport: Sendable, Equatable {
  /// The row.
  package var row: DeviceRow
  /// What it can do.
  package var verdicts: [CapabilityVerdict]
  /// The capabilities that were asked about.
  package var asked: [Capability]

  /// The answer to what was asked: the worst of the verdicts.
  package var answer: CapabilityAnswer {
    asked.map { verdict($0)?.answer ?? .unknown }.max { $0.badness < $1.badness } ?? .yes
  }

  /// The verdict on a capability.
  package func verdict(_ capability: Capability) -> CapabilityVerdict? {
    verdicts.first { $0.capability == capability }
  }

  /// Judges a row; the question is face and world at once unless another is asked.
  package init(row: DeviceRow, asked: [Capability] = [.bothCameras]) {
    self.row = row
    self.asked = asked
    verdicts = Capability.allCases.filter(\.isForRows).map { Self.verdict($0, row) }
  }

  private static func verdict(_ capability: Capability, _ row: DeviceRow) -> CapabilityVerdict {
    if let apple = row.apple, let verdict = self.verdict(capability, row, apple) { return verdict }
    if capability == .videoFormats { return videoFormats(row) }
    guard let support = row.support(capability) else {
      return CapabilityVerdict(capability, .unknown, ["the table does not say"])
    }
    var reasons = support.reason.map { [$0] } ?? []
    var faces = support.faces
    if capability == .faceTracking, support.answer.isPositive {
      faces = faces ?? FaceTrackingConfiguration.supportedNumberOfTrackedFaces
    }
    if support.answer == .yes { reasons.insert(contentsOf: standsOn(capability, row), at: 0) }
    return CapabilityVerdict(
      capability, support.answer, reasons, remedies: remedies(capability, support.answer, row),
      faces: faces)
  }

  /// The rule for Apple devices decides; a list that contradicts it is named.
  private static func verdict(
    _ capability: Capability, _ row: DeviceRow, _ apple: AppleFacts
  ) -> CapabilityVerdict? {
    switch capability {
    case .faceTracking:
      let faces = apple.allowsFaceTracking ? row.support(.faceTracking)?.faces : nil
      var reasons = faces.map { ["\($0) face\($0 == 1 ? "" : "s") at once"] } ?? []
      reasons.append(apple.faceTrackingReason)
      if apple.contradictsRule {
        reasons.append(
          "the published list of devices says \(apple.isListed ? "yes" : "no"): it contradicts "
            + "the rule, which counts")
      }
      return CapabilityVerdict(
        .faceTracking, apple.allowsFaceTracking ? .yes : .no, reasons,
        faces: faces)
    case .bothCameras:
      return CapabilityVerdict(
        .bothCameras, apple.allowsBothCameras ? .yes : .no, [apple.bothCamerasReason])
    default: return nil
    }
  }

  private static func standsOn(_ capability: Capability, _ row: DeviceRow) -> [String] {
    switch capability {
    case .faceTracking where row.apple == nil: ["as the front camera"]
    case .worldTracking where row.apple == nil: ["as the rear camera"]
    case .depth: row.cameras.filter { $0.stream == .depth }.compactMap(\.note)
    case .audio where row.sensors.contains(.microphone): ["it has a microphone"]
    default: []
    }
  }

  private static func remedies(
    _ capability: Capability, _ answer: CapabilityAnswer, _ row: DeviceRow
  ) -> [String] {
    guard answer != .yes, row.apple == nil else { return [] }
    let relay = row.relays
    switch capability {
    case .bothCameras:
      return row.kind == .cameraBridge || row.kind == .board ? relay : ["connect a second webcam"]
    case .faceTracking, .worldTracking: return relay
    default: return []
    }
  }

  private static func videoFormats(_ row: DeviceRow) -> CapabilityVerdict {
    let formats = ReportText.sorted(row.colorCameras.flatMap(\.videoFormats))
    guard let best = formats.first else {
      return CapabilityVerdict(.videoFormats, .unknown, ["the table does not list them"])
    }
    return CapabilityVerdict(
      .videoFormats, best.rate < CapabilityJudge.fluentRate ? .limited : .yes,
      [ReportText.summary(formats)])
  }
}

extension DeviceTable {
  /// The devices of the table for people: name, kind, and whether face and world run at once.
  package var listing: String {
    let names = rows.map(\.name)
    let width = (names.map(\.count).max() ?? 0) + 2
    let kinds = DeviceRow.Kind.allCases.map(\.rawValue.count).max() ?? 0
    let lines = rows.map { row in
      let report = DeviceReport(row: row)
      let answer = report.answer == .unknown ? "?" : report.answer.rawValue
      let kind = row.kind.rawValue
      return row.name + String(repeating: " ", count: width - row.name.count)
        + kind + String(repeating: " ", count: kinds + 2 - kind.count) + "both at once: \(answer)"
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
