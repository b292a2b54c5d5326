/// Judges a machine part by part: what is ready, what is in the way, and what to do.
package struct Doctor: Sendable {
  /// What the machine has, its speed measured.
  package var facts: MachineFacts
  /// What stands around the program.
  package var surroundings: Surroundings
  /// The video nodes.
  package var devices: [DeviceListing.Device]
  /// The programs that have a node open, by node.
  package var holders: [String: [String]]
  /// What is wrong with the device table.
  package var tableProblems: [String]

  /// Creates a doctor with findings to judge.
  package init(
    facts: MachineFacts, surroundings: Surroundings, devices: [DeviceListing.Device],
    holders: [String: [String]] = [:], tableProblems: [String] = []
  ) {
    self.facts = facts
    self.surroundings = surroundings
    self.devices = devices
    self.holders = holders
    self.tableProblems = tableProblems
  }

  /// Everything, in the order of the page.
  package func report() -> HealthReport {
    HealthReport(
      checks: [packages(), models(), deviceTable(), sandbox(), membership()].compactMap { $0 }
        + [graphics(), display(), processor(), memory()].compactMap { $0 } + cameras())
  }

  // MARK: - Software

  private func packages() -> HealthCheck {
    guard let missing = surroundings.missingPackages else {
      return HealthCheck("packages", .ok, "the program's libraries are loaded")
    }
    if missing.isEmpty { return HealthCheck("packages", .ok, "all are installed") }
    // The program runs, so what is missing is needed to build it.
    return HealthCheck(
      "packages", .warn, "not installed: \(ReportText.list(missing, most: 8))",
      remedy: "run Tools/setup; without them the program may not build again")
  }

  private func models() -> HealthCheck {
    part(
      "models", facts.faceModels, missing: .fail, remedy: "run Tools/setup, or set BIFRONS_MODELS")
  }

  private func deviceTable() -> HealthCheck {
    if tableProblems.isEmpty { return HealthCheck("device table", .ok, "all rows are read") }
    return HealthCheck(
      "device table", .warn, ReportText.list(tableProblems),
      remedy: "correct the rows; the others are used")
  }

  private func part(
    _ subject: String, _ part: MachineFacts.Part, missing: HealthCheck.Level, remedy: String
  ) -> HealthCheck {
    switch part {
    case .present(let text): return HealthCheck(subject, .ok, text)
    case .missing(let text): return HealthCheck(subject, missing, text, remedy: remedy)
    case .notAsked: return HealthCheck(subject, .warn, "not looked at")
    }
  }

  // MARK: - The machine

  private func graphics() -> HealthCheck {
    var check = part(
      "OpenGL", facts.graphics, missing: .fail,
      remedy: "install libegl-mesa0 and libgl1-mesa-dri; tracking alone needs no OpenGL")
    // Mesa's names for drawing on the processor.
    let software = ["llvmpipe", "softpipe", "swrast"]
    if check.level == .ok, software.contains(where: check.finding.lowercased().contains) {
      check.level = .warn
      check.finding += ": drawn by the processor"
      check.remedy = "install the graphics card's driver, where there is a card; it works without"
    }
    return check
  }

  private func display() -> HealthCheck {
    part(
      "display", facts.display, missing: .warn,
      remedy: "only `bifrons view` and windows need one; `bifrons run` works without")
  }

  private func processor() -> HealthCheck {
    let subject = "processor"
    guard let speed = facts.speed, let face = speed.faceMilliseconds,
      let world = speed.worldMilliseconds
    else {
      let which = facts.speed?.worldMilliseconds == nil ? "the trackers" : "the face tracker"
      return HealthCheck(
        subject, .fail, "\(which) did not run", remedy: "see to the models, then try again")
    }
    let rate = speed.rateOfBoth(processors: facts.processorCount) ?? 0
    let text =
      "face \(ReportText.oneDecimal(face)) ms, world \(ReportText.oneDecimal(world)) ms a picture: "
      + "both at about \(Int(rate.rounded())) pictures a second"
    switch rate {
    case ..<CapabilityJudge.leastRate:
      return HealthCheck(
        subject, .fail, text, remedy: "lower size and rate in the session file, or run one side")
    case ..<CapabilityJudge.fluentRate:
      return HealthCheck(subject, .warn, text, remedy: "lower size or rate in the session file")
    default: return HealthCheck(subject, .ok, text)
    }
  }

  /// A session with both cameras and the models takes about a third of this.
  private static let leastMemory: UInt64 = 1 << 30

  private func memory() -> HealthCheck? {
    guard facts.memoryBytes < Self.leastMemory else { return nil }
    return HealthCheck(
      "memory", .warn, "\(facts.memoryBytes >> 20) MB", remedy: "close other programs")
  }

  // MARK: - Access

  private func sandbox() -> HealthCheck? {
    let remedy: String
    let name: String
    switch surroundings.sandbox {
    case nil: return nil
    case .flatpak:
      (name, remedy) = ("Flatpak", "flatpak override --user --device=all the application")
    case .snap: (name, remedy) = ("Snap", "snap connect the application's camera plug")
    case .container(let kind):
      (name, remedy) = (
        "a container (\(kind))",
        "pass the nodes in: --device /dev/video0 and --group-add video, or their like"
      )
    }
    // With nodes in sight the box is open.
    if !devices.isEmpty { return HealthCheck("sandbox", .ok, "\(name) with cameras passed in") }
    return HealthCheck(
      "sandbox", .warn, "\(name), and no video node is passed in", remedy: remedy)
  }

  private func membership() -> HealthCheck? {
    switch surroundings.membership {
    case .notNeeded: return nil
    case .member(let group): return HealthCheck("group", .ok, "you are in the group \(group)")
    case .afterNextLogin(let group):
      return HealthCheck(
        "group", isBarred ? .fail : .warn, "you are in the group \(group) from the next login on",
        remedy: "log in again, or run `newgrp \(group)` in this terminal")
    case .missing(let group):
      let remedy = "sudo usermod -aG \(group) $USER, then log in again"
      // At a desk the session manager gives access by other means (udev's uaccess).
      return isBarred
        ? HealthCheck("group", .fail, "you are not in the group \(group)", remedy: remedy)
        : HealthCheck(
          "group", .ok, "you are not in the group \(group); the cameras can be opened nevertheless")
    }
  }

  private var isBarred: Bool { !facts.system.forbiddenVideoNodes.isEmpty }

  // MARK: - Cameras

  private func cameras() -> [HealthCheck] {
    var checks = surroundings.unclaimedCameras.map {
      HealthCheck(
        "USB \($0)", .fail, "a camera that no driver has taken",
        remedy: "sudo modprobe uvcvideo; a program may also hold it through libusb")
    }
    checks += devices.map(check)
    if !devices.contains(where: { $0.usable == true }) {
      checks.append(
        HealthCheck(
          "cameras", .warn, devices.isEmpty ? "none is connected" : "none can be used",
          remedy: "connect a USB webcam; clips, pictures and simulated cameras need none"))
    }
    return checks
  }

  private func check(_ device: DeviceListing.Device) -> HealthCheck {
    let node = device.node ?? device.path ?? ""
    let subject = "\(node) \(device.name ?? "")".trimmingBlanks
    guard let usable = device.usable else {
      return HealthCheck(
        subject, .fail, device.reason,
        remedy: facts.system.forbiddenVideoNodes.contains(node)
          ? "sudo usermod -aG \(facts.system.videoGroup ?? "video") $USER, then log in again"
          : "plug it in again; `bifrons devices` says more")
    }
    if let programs = holders[node], !programs.isEmpty {
      return HealthCheck(
        subject, usable ? .warn : .ok, "in use by \(ReportText.list(programs))",
        remedy: usable ? "close it before a session starts" : nil)
    }
    if usable { return HealthCheck(subject, .ok, "ready, \(device.reason)") }
    // Of a sensor without its pictures a person would expect some.
    let isExpected = device.kind == "bare-sensor" || device.kind == "idle-loopback"
    return HealthCheck(
      subject, isExpected ? .warn : .ok, device.reason,
      remedy: isExpected ? "see `bifrons capabilities`" : nil)
  }
}

extension String {
  fileprivate var trimmingBlanks: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
