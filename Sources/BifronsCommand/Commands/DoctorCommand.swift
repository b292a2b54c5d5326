import Bifrons
import DeviceCapabilities

extension Command {
  /// `bifrons doctor`.
  static let doctor = Command(
    description: CommandDescription(
      "doctor", summary: "Check this machine part by part, and say what to do.",
      discussion: """
        Looks at packages, models, the device table, sandbox and groups, OpenGL, display, the
        processor (measured for two seconds the first time), and each video device. A line says ok,
        warn or fail, and what to do. The exit status is 0 when nothing has failed, else 1.
        """,
      options: [
        OptionDescription(switch: "--measure", "Measure the processor again."),
        OptionDescription(switch: "--json", "One JSON object instead of text."),
      ],
      examples: ["bifrons doctor", "bifrons doctor --json"])
  ) { arguments in
    let report = MachineDoctor.examine(
      version: Program.version, isFresh: arguments.has("--measure")
    ) { Console.say("measuring the processor for about two seconds") }
    Console.result(
      arguments.has("--json") ? try report.json() : report.text(isColored: Console.isColored))
    if !report.isHealthy { throw CommandFailure(.failed, nil) }
  }
}
