import Bifrons
import ConfigurationFiles
import SessionRuntime

/// Prepares a run that says what happens.
func makeRun(
  _ file: SessionFile, _ options: LaunchOptions, _ verbosity: Verbosity
) throws(LaunchError) -> SessionRun {
  let run = try SessionRun(file, options: options, others: [SpokenEvents(verbosity)])
  if verbosity != .quiet {
    for notice in run.file.notices { Console.say("\(file.path): note: \(notice)") }
  }
  return run
}

/// Closes a run that has stopped, and says how it went.
func finish(_ run: SessionRun, _ verbosity: Verbosity) throws(LaunchError) {
  try run.finish()
  if verbosity != .quiet { Console.say(run.report) }
}

/// Runs a session without a window until its end, its limit or a signal.
func runHeadless(
  _ file: SessionFile, _ options: LaunchOptions, _ verbosity: Verbosity
) throws(LaunchError) {
  let run = try makeRun(file, options, verbosity)
  let signals = StopSignals { run.stop() }
  defer { withExtendedLifetime(signals) {} }
  let progress = ProgressLine(isShown: verbosity == .normal && Console.isTerminal)
  run.start()
  while !run.session.waitUntilStopped(atMost: ProgressLine.interval) {
    progress.show(run.session)
  }
  progress.clear()
  try finish(run, verbosity)
}

extension ExitStatus {
  /// The status of a run that could not be made or finished.
  init(_ error: LaunchError) {
    switch error {
    case .configuration: self = .configuration
    case .models: self = .models
    case .output: self = .output
    case .graphics: self = .graphics
    case .session(let error) where error.isShortOfResources: self = .failed
    case .session(let error):
      switch error.code {
      case .unsupportedConfiguration, .invalidConfiguration: self = .configuration
      case .sensorUnavailable, .sensorFailed, .cameraUnauthorized, .microphoneUnauthorized,
        .fileIOFailed, .invalidReferenceImage, .invalidReferenceObject, .invalidWorldMap:
        self = .input
      case .worldTrackingFailed, .insufficientFeatures: self = .failed
      }
    }
  }
}
