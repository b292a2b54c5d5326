import Bifrons
import ConfigurationFiles
import DeviceCapabilities

extension Command {
  /// `bifrons capabilities`.
  static let capabilities = Command(
    description: CommandDescription(
      "capabilities", summary: "Say what this machine or a device can do, and if not, why.",
      discussion: """
        Without --config the question is face and world at once. The processor is measured for two
        seconds the first time; the result is kept in $XDG_CACHE_HOME/bifrons (~/.cache/bifrons).
        The exit status is 0 for yes (limits included), 1 for no, 2 for cannot tell.
        """,
      options: [
        OptionDescription("--config", "FILE", "Ask about what one session file needs."), .set,
        OptionDescription(
          "--device", "NAME", "Ask the device table about a device; this machine is not asked."),
        OptionDescription(switch: "--list", "List the devices of the table."),
        OptionDescription(switch: "--measure", "Measure the processor again."),
        OptionDescription(switch: "--json", "One JSON object instead of text."),
      ],
      examples: [
        "bifrons capabilities", "bifrons capabilities --config Configs/robot-head.yaml --json",
        "bifrons capabilities --device \"iPhone X\"",
      ])
  ) { arguments in
    try arguments.exclude("--config", "--device")
    try arguments.exclude("--list", "--device")
    let (table, problems) = DeviceTableStore.load()
    for problem in problems { Console.say("bifrons capabilities: \(problem)") }
    if arguments.has("--list") {
      Console.result(arguments.has("--json") ? try table.listingDocument() : table.listing)
      // What is wrong with the table has been said.
      if table.rows.isEmpty { throw CommandFailure(.usage, nil) }
    } else if let name = arguments.value("--device") {
      try answer(about: name, table, arguments)
    } else {
      try answer(table, arguments)
    }
  }

  /// By the table alone.
  private static func answer(
    about name: String, _ table: DeviceTable, _ arguments: ParsedArguments
  ) throws {
    switch table.row(named: name) {
    case .found(let row):
      let report = DeviceReport(row: row)
      Console.result(
        arguments.has("--json") ? try report.json() : report.text(isColored: Console.isColored))
      try end(report.answer)
    case .unknown(let nearest):
      if arguments.has("--json") { Console.result(try DeviceTable.unknownDocument(name, nearest)) }
      let hint =
        nearest.isEmpty
        ? "--list lists the devices of the table" : "near: \(nearest.joined(separator: ", "))"
      throw CommandFailure(.usage, "the device table does not know '\(name)'; \(hint)")
    }
  }

  /// About this machine.
  private static func answer(_ table: DeviceTable, _ arguments: ParsedArguments) throws {
    let overrides = try arguments.overrides()
    let path = arguments.value("--config")
    if path == nil, !overrides.isEmpty { throw UsageError("--set needs --config") }
    let needs = try path.map {
      MachineInspector.needs(of: try SessionFile.load($0, overrides: overrides))
    }
    var facts = MachineInspector.facts()
    facts.speed = MachineInspector.speed(
      of: facts, version: Program.version, isFresh: arguments.has("--measure")
    ) { Console.say("measuring the processor for about two seconds") }
    let report =
      needs.map { CapabilityReport(facts: facts, table: table, needs: $0) }
      ?? CapabilityReport(facts: facts, table: table)
    Console.result(
      arguments.has("--json") ? try report.json() : report.text(isColored: Console.isColored))
    try end(report.answer)
  }

  /// 0, 1 or 2; the page has said why.
  private static func end(_ answer: CapabilityAnswer) throws {
    guard let status = ExitStatus(rawValue: answer.exitStatus), status != .success else { return }
    throw CommandFailure(status, nil)
  }
}
