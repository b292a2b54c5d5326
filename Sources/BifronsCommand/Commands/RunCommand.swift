import Bifrons
import ConfigurationFiles
import Foundation
import SessionCore

extension Command {
  /// `bifrons run CONFIG`.
  static let run = Command(
    description: CommandDescription(
      "run", operands: ["CONFIG"], summary: "Run a session file.",
      discussion: """
        Where there is a display a window opens, as with `bifrons view`; with --headless, --video,
        --picture or --as-fast-as-possible none does. Ctrl-C stops in order: files are closed, the
        summary is written; a second Ctrl-C ends at once.
        """,
      options: [
        OptionDescription(switch: "--headless", "Open no window."),
        OptionDescription("--duration", "S", "Stop after so many seconds of session time."),
        OptionDescription("--frames", "N", "Stop after so many frames."),
        OptionDescription(
          switch: "--as-fast-as-possible",
          "Process every picture of recorded or simulated cameras; same input, same output."),
        .set,
        OptionDescription("--events", "FILE", "Write the event stream, JSON lines; - is stdout."),
        OptionDescription("--truth", "FILE", "Write the simulated cameras' truth, JSON lines."),
        OptionDescription("--summary", "FILE", "Write counters, latency, CPU time as JSON."),
        OptionDescription(
          "--save-map", "FILE",
          "Save a map of the place at the end; it holds grey pictures of the place."),
        OptionDescription("--video", "FILE", "Film the composed picture (.mp4, .mkv)."),
        OptionDescription("--picture", "FILE", "Keep the last composed picture (.png, .jpg)."),
        OptionDescription(
          "--watermark", "TEXT", "Lay a text, or a .png file, into a corner of film and picture."),
        OptionDescription(switch: "--quiet", "Say nothing but errors."),
        OptionDescription(switch: "--verbose", "Say every change of state."),
      ],
      examples: [
        "bifrons run Configs/robot-head.yaml",
        "bifrons run Configs/robot-head-demo.yaml --headless --as-fast-as-possible "
          + "--duration 10 --video demo.mp4",
        "bifrons run Configs/face-from-video.yaml --headless --set cameras.front.path=clip.mp4 "
          + "--events -",
      ])
  ) { arguments in
    let options = try LaunchOptions(arguments)
    let verbosity = try Verbosity(arguments)
    let file = try SessionFile.load(arguments.operands[0], overrides: arguments.overrides())
    if !arguments.has("--headless"), options.suitsWindow, MachineInspector.hasDisplay() {
      try runInWindow(file, options, verbosity)
    } else {
      try runHeadless(file, options, verbosity)
    }
  }
}

/// How much is said while a session runs.
enum Verbosity: Sendable {
  case quiet, normal, verbose

  init(_ arguments: ParsedArguments) throws(UsageError) {
    try arguments.exclude("--quiet", "--verbose")
    self =
      arguments.has("--quiet") ? .quiet : arguments.has("--verbose") ? .verbose : .normal
  }
}

extension LaunchOptions {
  /// Whether a window may show the session: films and lock-step are made without one.
  var suitsWindow: Bool { !draws && pacing == .realTime }

  /// Reads the options of `run` and `view`.
  init(_ arguments: ParsedArguments) throws(UsageError) {
    self.init()
    try arguments.exclude("--duration", "--frames")
    if let seconds = try arguments.positiveNumber("--duration") { limit = .seconds(seconds) }
    if let count = try arguments.positiveInteger("--frames") { limit = .frames(count) }
    if arguments.has("--as-fast-as-possible") { pacing = .asFastAsPossible }
    events = arguments.value("--events")
    truth = arguments.value("--truth")
    summary = arguments.value("--summary")
    worldMap = arguments.value("--save-map")
    video = arguments.value("--video")
    picture = arguments.value("--picture")
    watermark = arguments.value("--watermark")
  }
}
