import ConfigurationFiles
import ResultStreaming
import SessionCore
import SessionRuntime

extension SessionRun {
  /// Creates the outputs that the options name, those that may fail slowly last.
  static func makeOutputs(
    _ file: SessionFile, _ options: LaunchOptions
  ) throws(LaunchError) -> [any SessionOutput] {
    var outputs: [any SessionOutput] = []
    if let path = options.events { outputs.append(try EventOutput(path: path)) }
    if let path = options.truth {
      guard file.cameras.values.contains(where: { $0.source == .simulated }) else {
        throw .configuration(
          ConfigurationError(
            at: .option("--truth \(path)"),
            "only simulated cameras know the truth, and \(file.path) has none"))
      }
      outputs.append(try TruthOutput(path: path, rearFromFront: file.rearFromFront))
    }
    if options.draws { outputs.append(try FilmOutput(file, options)) }
    return outputs
  }

  /// Writes the summary, when one was asked for.
  func writeSummary() throws(LaunchError) {
    guard let path = options.summary else { return }
    try StreamFile.write(SummaryEncoder.encode(statistics), to: path)
  }
}
