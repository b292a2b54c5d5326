import ConfigurationFiles
import YAMLDocuments

extension Command {
  /// `bifrons validate CONFIG`.
  static let validate = Command(
    description: CommandDescription(
      "validate", operands: ["CONFIG"], summary: "Check a session file without running it.",
      discussion: "Every error names file, line and column, and the nearest known word.",
      options: [.set],
      examples: [
        "bifrons validate Configs/robot-head.yaml",
        "bifrons validate Configs/face-live.yaml --set cameras.front.rate=60",
      ])
  ) { arguments in
    let file = try SessionFile.load(arguments.operands[0], overrides: arguments.overrides())
    _ = try file.withReferenceImages()
    for notice in file.notices { Console.say("\(file.path): note: \(notice)") }
    Console.say("\(file.path): valid")
  }
}

extension Command {
  /// `bifrons keys`.
  static let keys = Command(
    description: CommandDescription(
      "keys", summary: "Print the reference of all keys of a session file as Markdown.",
      examples: ["bifrons keys > Configs/README.md"])
  ) { _ in Console.result(ConfigurationReference.markdown) }
}

extension OptionDescription {
  /// `--set`, for every command that takes a session file.
  static let set = OptionDescription(
    "--set", "key.path=value", repeatable: true,
    "Change any key of the file; the value is YAML. May be repeated.")
}

extension ParsedArguments {
  /// The changes of all `--set`.
  func overrides() throws(ConfigurationError) -> [ConfigurationOverride] {
    var overrides: [ConfigurationOverride] = []
    for argument in all("--set") { overrides.append(try ConfigurationOverride(argument)) }
    return overrides
  }
}
