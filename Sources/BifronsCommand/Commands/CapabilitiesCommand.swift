import Bifrons
import ConfigurationFiles
import DeviceCapabilities

extension Command {
  /// `bifrons capabilities`.
  static let capabilities = Command(
    description: CommandDescription(
      "capabilities", summary: "Say what this machine can do, and if not, why.",
      discussion: "The exit status says whether everything that was asked about is possible.",
      options: [
        OptionDescription("--config", "FILE", "Ask about one session file only."), .set,
        OptionDescription(switch: "--json", "One JSON object instead of text."),
      ],
      examples: [
        "bifrons capabilities", "bifrons capabilities --config Configs/robot-head.yaml --json",
      ])
  ) { arguments in
    let overrides = try arguments.overrides()
    if arguments.value("--config") == nil, !overrides.isEmpty {
      throw UsageError("--set needs --config")
    }
    let file = try arguments.value("--config").map {
      try SessionFile.load($0, overrides: overrides)
    }
    let facts = MachineInspector.facts()
    let report =
      file.map { CapabilityReport(facts: facts, needs: MachineInspector.needs(of: $0)) }
      ?? CapabilityReport(facts: facts)
    Console.result(arguments.has("--json") ? try report.json() : report.text)
    if !report.isSupported { throw CommandFailure(.failed, nil) }
  }
}
