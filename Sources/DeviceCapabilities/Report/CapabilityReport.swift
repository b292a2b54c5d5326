import SessionCore

/// What a machine can do, capability by capability, with the reasons.
package struct CapabilityReport: Sendable, Equatable {
  /// What the machine has.
  package var facts: MachineFacts
  /// Which camera would play which role.
  package var roles: CameraRoles
  /// What it can do, the asked capabilities first.
  package var verdicts: [CapabilityVerdict]
  /// The capabilities that were asked about: the answer is the worst of theirs.
  package var asked: [Capability]
  /// True when the question is one session's needs, so that the page tells of nothing else.
  var isForSession = false
  /// The nodes that are passed over, with the reason.
  var refusals: [CapabilityJudge.Refusal]
  /// What the page says about each camera that can be used.
  var cameras: [CameraLine]
  /// What the page calls the machine.
  var machineName: String?

  /// One camera of the page.
  struct CameraLine: Sendable, Equatable {
    var camera: MachineFacts.Camera
    var role: CameraRole?
    /// The row's name; nil for a webcam that no row knows.
    var row: String?
    var formats: [SupportedVideoFormat]
    var lens: DeviceTable.LensAnswer?
    var quirks: [DeviceRow.Quirk]
  }

  /// The answer to what was asked.
  package var answer: CapabilityAnswer {
    asked.map { verdict($0)?.answer ?? .unknown }.max { $0.badness < $1.badness } ?? .yes
  }

  /// True when it can, if with limits.
  package var isSupported: Bool { answer.isPositive }

  /// The verdict on a capability.
  package func verdict(_ capability: Capability) -> CapabilityVerdict? {
    verdicts.first { $0.capability == capability }
  }

  /// Judges everything; the question is face and world at once unless another is asked.
  package init(
    facts: MachineFacts, table: DeviceTable = DeviceTable(rows: []),
    asked: [Capability] = [.bothCameras]
  ) {
    let judge = CapabilityJudge(facts: facts, table: table)
    self.facts = facts
    self.asked = asked
    roles = judge.roles
    verdicts = Capability.allCases.map(judge.verdict)
    refusals = judge.refusals()
    cameras = Self.lines(facts, judge.roles, table)
    machineName = facts.system.machine?.name
  }

  private static func lines(
    _ facts: MachineFacts, _ roles: CameraRoles, _ table: DeviceTable
  ) -> [CameraLine] {
    facts.usableCameras.filter { table.stream(of: $0) == .color }.map { camera in
      let row = table.row(for: camera.identity)
      let formats = ReportText.sorted(table.formats(of: camera))
      let size = formats.first?.size ?? ReportText.usualSize
      let role: CameraRole? =
        !roles.areTwo
        ? nil
        : camera.path == roles.front?.path
          ? .front : camera.path == roles.rear?.path ? .rear : nil
      return CameraLine(
        camera: camera, role: role, row: row?.name, formats: formats,
        lens: table.lens(for: camera.identity, width: size.width, height: size.height),
        quirks: row?.quirks ?? [])
    }
  }
}
