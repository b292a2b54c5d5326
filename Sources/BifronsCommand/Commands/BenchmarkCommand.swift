import Bifrons
import ConfigurationFiles
import SessionCore

extension Command {
  /// `bifrons benchmark`.
  static let benchmark = Command(
    description: CommandDescription(
      "benchmark", operands: ["face|world|session|capture|scene|switching|film", "[INPUT]"],
      summary: "Measure CPU time a frame.",
      discussion: """
        face CLIP         the face tracker on a video file, against its bare inferences
        world FOLDER      the world tracker with mapping on a folder of pictures, or --simulated
        session           what joining and events cost beside the trackers, on simulated cameras
        capture           what a camera's thread spends on a picture, raw and MJPEG
        scene             what drawing costs, and what is left over of scenes that were switched
        switching FOLDER  what is left over of a folder's session files, whose scenes are shown one
                          after the other; --frames: how many, 3600 for an hour at one a second
        film              films the simulated front camera into --output
        """,
      options: [
        OptionDescription("--frames", "N", "How many pictures (default 300)."),
        OptionDescription("--intrinsics", "YAML", "world: the lens, as cameras.rear.intrinsics."),
        OptionDescription(switch: "--simulated", "world: the simulated rear camera."),
        OptionDescription("--output", "FILE", "film: the video file."),
        OptionDescription(switch: "--json", "One JSON object in a line instead of text."),
      ],
      examples: [
        "bifrons benchmark face clip.mp4 --frames 300 --json",
        "bifrons benchmark world pictures --intrinsics '{fx: 585, fy: 585, cx: 320, cy: 240}'",
        "bifrons benchmark session",
      ])
  ) { arguments in
    guard let report = try measure(arguments) else { return }
    Console.result(arguments.has("--json") ? report.json : report.text)
  }

  private static func measure(_ arguments: ParsedArguments) throws -> Benchmark.Report? {
    let count = try arguments.positiveInteger("--frames") ?? 300
    let input = arguments.operands.dropFirst().first
    try arguments.refuseMisplaced(for: arguments.operands[0])
    switch arguments.operands[0] {
    case "face":
      guard let input else { throw UsageError("face needs a video file") }
      return try Benchmark.face(clip: input, count: count)
    case "world":
      guard (input == nil) == arguments.has("--simulated") else {
        throw UsageError("world needs a folder of pictures, or --simulated")
      }
      return try Benchmark.world(
        folder: input, intrinsics: arguments.intrinsics(), count: count)
    case "session": return try Benchmark.session(count: count)
    case "scene": return try Benchmark.scene(count: count)
    case "switching":
      guard let input else { throw UsageError("switching needs a folder of session files") }
      return try Benchmark.switching(folder: input, count: count)
    case "capture": return try Benchmark.capture(count: count)
    case "film":
      guard let output = arguments.value("--output") else {
        throw UsageError("film needs --output FILE")
      }
      try Benchmark.film(to: output, count: count)
      Console.say("wrote \(output)")
      return nil
    case let other:
      throw UsageError(
        "'\(other)' cannot be measured; say face, world, session, capture, scene, switching or film"
      )
    }
  }
}

extension ParsedArguments {
  /// Fails when an option or a word is given to a measurement that does not read it.
  fileprivate func refuseMisplaced(for kind: String) throws(UsageError) {
    for (option, reader) in [
      ("--intrinsics", "world"), ("--simulated", "world"), ("--output", "film"),
    ] where has(option) && reader != kind {
      throw UsageError("\(option) is for \(reader)")
    }
    if ["session", "scene", "film"].contains(kind), operands.count > 1 {
      throw UsageError("'\(operands[1])' is one word too many; \(kind) has no input")
    }
  }

  /// The lens of `--intrinsics`, read as the key of a session file.
  fileprivate func intrinsics() throws -> IntrinsicsSpecification {
    guard let text = value("--intrinsics") else { return .unknown }
    let lens = try ConfigurationOverride("cameras.rear.intrinsics=\(text)")
    let smallest =
      "{version: 1, session: {configuration: world}, cameras: {rear: {source: images}}}"
    let file = try SessionFile.load("--intrinsics", overrides: [lens]) { _ in
      Array(smallest.utf8)
    }
    return file.cameras[.rear]?.intrinsics ?? .unknown
  }
}
