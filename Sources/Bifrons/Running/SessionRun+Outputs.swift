import ConfigurationFiles

extension SessionRun {
  /// Creates the outputs that the options name.
  static func makeOutputs(
    _ file: SessionFile, _ options: LaunchOptions
  ) throws(LaunchError) -> [any SessionOutput] {
    []
  }
}
