import Bifrons
import ConfigurationFiles
import DesktopViewer
import Foundation
import SceneRendering
import SessionCore

extension Command {
  /// `bifrons view CONFIG`.
  static let view = Command(
    description: CommandDescription(
      "view", operands: ["CONFIG"], summary: "Show a session in a window.",
      discussion: "Press ? in the window for its keys; a click moves the head to a plane.",
      options: [
        OptionDescription(switch: "--full-screen", "Begin in full screen."),
        OptionDescription(
          switch: "--without-settings",
          "Neither use nor keep the window's settings ($XDG_CONFIG_HOME/bifrons/viewer.json)."),
        OptionDescription("--duration", "S", "Stop after so many seconds of session time."),
        OptionDescription("--frames", "N", "Stop after so many frames."),
        .set,
        OptionDescription("--events", "FILE", "Write the event stream, JSON lines; - is stdout."),
        OptionDescription("--truth", "FILE", "Write the simulated cameras' truth, JSON lines."),
        OptionDescription("--summary", "FILE", "Write counters, latency, CPU time as JSON."),
        OptionDescription(
          "--save-map", "FILE",
          "Save a map of the place at the end; it holds grey pictures of the place."),
        OptionDescription(switch: "--quiet", "Say nothing but errors."),
        OptionDescription(switch: "--verbose", "Say every change of state."),
      ],
      examples: [
        "bifrons view Configs/face-live.yaml", "bifrons view Configs/robot-head-demo.yaml",
      ])
  ) { arguments in
    let options = try LaunchOptions(arguments)
    let verbosity = try Verbosity(arguments)
    let file = try SessionFile.load(arguments.operands[0], overrides: arguments.overrides())
    try runInWindow(
      file, options, verbosity, isFullScreen: arguments.has("--full-screen"),
      settings: arguments.has("--without-settings") ? nil : ViewerSettingsFile())
  }
}

/// Runs a session in a window until the user closes it, its limit or a signal.
func runInWindow(
  _ file: SessionFile, _ options: LaunchOptions, _ verbosity: Verbosity, isFullScreen: Bool = false,
  settings: ViewerSettingsFile? = ViewerSettingsFile()
) throws(LaunchError) {
  var options = options
  options.hasWindow = true
  let run = try makeRun(file, options, verbosity)
  let scene = try run.makeScene()
  var viewerOptions = ViewerOptions()
  viewerOptions.title = "Bifrons: \(file.path)"
  viewerOptions.isFullScreen = isFullScreen
  viewerOptions.rendering = file.renderOptions
  viewerOptions.rendering.mirrorsFrontBackground = true
  viewerOptions.settingsFile = settings
  let recording = file.recording
  let watermark = try (options.watermark ?? recording.watermark).map {
    word throws(LaunchError) in try Watermark(word)
  }
  viewerOptions.keepPicture = { PictureKeeper.keep($0, recording, watermark: watermark) }
  viewerOptions.beginClip = { ClipKeeper(recording, watermark: watermark) }
  let signals = StopSignals { run.stop() }
  defer { withExtendedLifetime(signals) {} }
  do throws(ViewerError) {
    let viewer = try Viewer(session: run.session, scene: scene, options: viewerOptions)
    run.start()
    try viewer.run()
  } catch {
    run.stop()
    // What was shown up to here is kept; the window's failure is what a person has to know.
    try? run.finish()
    throw .graphics(error.description)
  }
  run.stop()
  try finish(run, verbosity)
}
