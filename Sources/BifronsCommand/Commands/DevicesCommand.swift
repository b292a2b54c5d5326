import Bifrons
import DeviceCapabilities
import YAMLDocuments

extension Command {
  /// `bifrons devices`.
  static let devices = Command(
    description: CommandDescription(
      "devices", summary: "List the video devices, and why some are no cameras.",
      discussion: """
        The device is what to write into a session file: it stays the same from plug to plug,
        /dev/videoN does not.
        --from-dump classifies cameras that are not here: the output of
        `v4l2-ctl --all --list-formats-ext`, whole or in parts, of one device or several; - reads it
        from standard input. In --json `usable` is true, false, or null where it cannot be told;
        `missing` says what for.
        """,
      options: [
        OptionDescription(switch: "--formats", "Also every pixel format, size and rate."),
        OptionDescription("--from-dump", "FILE", "Classify what a dump tells of."),
        OptionDescription(switch: "--json", "One JSON object instead of text."),
      ],
      examples: [
        "bifrons devices --formats",
        "v4l2-ctl -d /dev/video0 --all --list-formats-ext | bifrons devices --from-dump -",
      ])
  ) { arguments in
    let listing =
      try arguments.value("--from-dump").map { DeviceLister.dumped(try dump($0)) }
      ?? DeviceLister.live()
    if listing.devices.isEmpty {
      let file = arguments.value("--from-dump").map { "\($0): " } ?? ""
      Console.say("bifrons devices: \(file)\(listing.nothing)")
    }
    Console.result(
      arguments.has("--json")
        ? try listing.json()
        : listing.text(withFormats: arguments.has("--formats"), isColored: Console.isColored))
  }

  private static func dump(_ path: String) throws -> String {
    do {
      let bytes = path == "-" ? try Console.input() : try DocumentFile.contents(of: path)
      return String(decoding: bytes, as: UTF8.self)
    } catch let error as DocumentError {
      throw CommandFailure(.input, error.description)
    }
  }
}
