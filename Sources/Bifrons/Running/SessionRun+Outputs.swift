import ConfigurationFiles
import ResultStreaming
import SessionCore
import SessionRuntime

extension SessionRun {
  /// Prepares the outputs that the options name; files are created by what is first written.
  static func makeOutputs(
    _ file: SessionFile, _ options: LaunchOptions, _ user: UserProfile?
  ) throws(LaunchError) -> [any SessionOutput] {
    var outputs: [any SessionOutput] = []
    if let path = options.events {
      outputs.append(EventOutput(path: path, gaze: file.gazeFollower(user)))
    }
    if let path = options.truth {
      guard file.cameras.values.contains(where: { $0.source == .simulated }) else {
        throw .configuration(
          ConfigurationError(
            at: .option("--truth \(path)"),
            "only simulated cameras know the truth, and \(file.path) has none"))
      }
      outputs.append(TruthOutput(path: path, rearFromFront: file.rearFromFront))
    }
    // A window keeps by itself what behaviours ask for.
    if options.draws || (!options.hasWindow && file.keepsPictures) {
      outputs.append(try FilmOutput(file, options, user))
    }
    return outputs
  }

  /// Writes the summary, when one was asked for.
  func writeSummary() throws(LaunchError) {
    guard let path = options.summary else { return }
    try StreamFile.write(SummaryEncoder.encode(statistics), to: path)
  }
}

extension SessionFile {
  /// What follows a user's gaze on the screen; nil without a screen.
  func gazeFollower(_ user: UserProfile?) -> GazeFollower? {
    guard let screen else { return nil }
    var pointer = screen.pointer
    if let calibration = user?.screenCalibration { pointer.calibration = calibration }
    return GazeFollower(screen: screen.screen, pointer: pointer)
  }
}
