import ConfigurationFiles
import ResultStreaming
import SessionCore
import SessionRuntime

extension SessionRun {
  /// Prepares the outputs that the options name; files are created by what is first written.
  static func makeOutputs(
    _ file: SessionFile, _ options: LaunchOptions
  ) throws(LaunchError) -> [any SessionOutput] {
    var outputs: [any SessionOutput] = []
    if let path = options.events { outputs.append(EventOutput(path: path)) }
    if let path = options.truth {
      guard file.cameras.values.contains(where: { $0.source == .simulated }) else {
        throw .configuration(
          ConfigurationError(
            at: .option("--truth \(path)"),
            "only simulated cameras know the truth, and \(file.path) has none"))
      }
      outputs.append(TruthOutput(path: path, rearFromFront: file.rearFromFront))
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
