import Evaluation
import SpatialMath

extension Command {
  /// `bifrons evaluate face|world EVENTS TRUTH`.
  static let evaluate = Command(
    description: CommandDescription(
      "evaluate", operands: ["face|world", "EVENTS", "TRUTH"],
      summary: "Compare a session's events with the truth.",
      discussion: """
        EVENTS is what `bifrons run --events` wrote; for the world also another program's poses, a TUM
        file with the seconds since the first picture. TRUTH is what `--truth` wrote; for the world also
        a trajectory: a TUM file (time x y z qx qy qz qw) or a matrix a line, world from camera with
        +X right, +Y down, +Z forward; or the folder of a sequence of TUM RGB-D, EuRoC or 7-Scenes.
        Exit status 1 when a limit does not hold; what cannot be
        measured holds no limit.
        """,
      options: [
        OptionDescription(
          "--max", "METRIC=NUMBER", repeatable: true, "The metric may not be above it."),
        OptionDescription(
          "--min", "METRIC=NUMBER", repeatable: true, "The metric may not be below it."),
        OptionDescription(
          "--up", "X,Y,Z", "Which way is up in a trajectory file's world, to check gravity."),
        OptionDescription(
          "--time-offset", "S", "Seconds from the events' times to those of a trajectory file."),
        OptionDescription(
          "--summary", "FILE", "Also the processor time by stages, from what --summary wrote."),
        OptionDescription(switch: "--details", "Also show each coefficient and each plane."),
      ],
      examples: [
        "bifrons evaluate face events.jsonl truth.jsonl --max rotation=3 --min detection=95",
        "bifrons evaluate world events.jsonl gt.tum --max ate=0.02",
      ])
  ) { arguments in
    let limits = try arguments.limits()
    do {
      var report = try report(arguments)
      if let path = arguments.value("--summary") {
        report.metrics += try ProcessorTime(contentsOf: path).metrics
      }
      Console.result(report.table(details: arguments.has("--details")) + "\n")
      let failures = try report.failures(of: limits)
      for failure in failures { Console.say("bifrons evaluate: \(failure)") }
      if !failures.isEmpty { throw CommandFailure(.failed, nil) }
    } catch let error as EvaluationError {
      throw CommandFailure(error)
    }
  }

  private static func report(
    _ arguments: ParsedArguments
  ) throws -> EvaluationReport {
    let operands = arguments.operands
    let offset = try arguments.number("--time-offset")
    let up = try arguments.direction("--up")
    switch operands[0] {
    case "face":
      if up != nil { throw UsageError("--up is for the world") }
      if offset != nil { throw UsageError("--time-offset is for the world") }
      return try FaceEvaluation.evaluate(
        EventLog(contentsOf: operands[1]), against: EventLog(contentsOf: operands[2]))
    case "world":
      if try !EventLog.isJSON(path: operands[1]) {
        return try WorldEvaluation.evaluate(
          Trajectory(contentsOf: operands[1]), against: WorldTruth(contentsOf: operands[2], up: up),
          timeOffset: offset)
      }
      return try WorldEvaluation.evaluate(
        EventLog(contentsOf: operands[1]),
        against: WorldTruth(contentsOf: operands[2], up: up), timeOffset: offset)
    default:
      throw UsageError("'\(operands[0])' cannot be evaluated; say face or world")
    }
  }
}

extension CommandFailure {
  /// What an evaluation's error means for the program's end.
  fileprivate init(_ error: EvaluationError) {
    switch error {
    case .unreadable, .badLine: self.init(.input, error.description)
    case .nothingToCompare: self.init(.failed, error.description)
    case .badLimit, .unknownMetric: self.init(.usage, error.description)
    }
  }
}

extension ParsedArguments {
  fileprivate func limits() throws -> [MetricLimit] {
    do {
      return try all("--max").map { try MetricLimit(parsing: $0, kind: .maximum) }
        + all("--min").map { try MetricLimit(parsing: $0, kind: .minimum) }
    } catch let error as EvaluationError {
      throw UsageError(error.description)
    }
  }

  /// The value of an option as any number.
  fileprivate func number(_ name: String) throws(UsageError) -> Double? {
    guard let text = value(name) else { return nil }
    guard let number = Double(text), number.isFinite else {
      throw UsageError("\(name) takes a number, found '\(text)'")
    }
    return number
  }

  /// The value of an option as a direction.
  fileprivate func direction(_ name: String) throws(UsageError) -> Vector3? {
    guard let text = value(name) else { return nil }
    let words = text.split(separator: ",", omittingEmptySubsequences: false)
    let parts = words.compactMap { Double($0) }
    guard words.count == 3, parts.count == 3, parts.allSatisfy(\.isFinite),
      let largest = parts.map(abs).max(), largest > 0
    else {
      throw UsageError("\(name) takes three numbers such as 0,0,1, found '\(text)'")
    }
    // Scaled first: the square of a large number is infinite.
    return (Vector3(parts[0], parts[1], parts[2]) / largest).normalized
  }
}
