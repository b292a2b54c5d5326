/// A command: its description and what it does.
struct Command: Sendable {
  var description: CommandDescription
  /// Does it; returns normally for success.
  var run: @Sendable (ParsedArguments) throws -> Void

  /// All commands in the order of help.
  static let all: [Command] = [
    .run, .view, .validate, .devices, .capabilities, .doctor, .calibrate, .evaluate, .benchmark,
    .inspect, .inspectMap, .keys,
  ]
}
