import Bifrons
import SessionCore

extension Command {
  /// `bifrons inspect-map FILE`.
  static let inspectMap = Command(
    description: CommandDescription(
      "inspect-map", operands: ["FILE"],
      summary: "Say what a saved world map holds, or what is wrong with it.",
      discussion: """
        The file is what `bifrons run --save-map` or `world.save-map` wrote. It is read whole and
        checked as a session would; status 4 for one that is damaged or no map.
        """,
      options: [OptionDescription(switch: "--json", "One JSON object instead of text.")],
      examples: ["bifrons inspect-map room.bifronsmap"])
  ) { arguments in
    do {
      let description = WorldMapDescription(try WorldMap(contentsOf: arguments.operands[0]))
      Console.result(
        arguments.has("--json")
          ? try description.json() : description.text.withVisibleControls)
    } catch let error as SessionError {
      throw CommandFailure(.input, error.message)
    }
  }
}
