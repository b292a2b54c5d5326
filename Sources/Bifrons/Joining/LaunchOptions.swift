import SessionCore

/// How a session file is to be run and what is to be kept of it.
package struct LaunchOptions: Sendable, Equatable {
  /// Real time, or lock-step with every picture processed.
  package var pacing = Pacing.realTime
  /// How much is wanted.
  package var limit = SessionLimit.none
  /// Where the event stream goes; `-` is standard output.
  package var events: String?
  /// Where the simulated cameras' truth goes.
  package var truth: String?
  /// Where the summary goes.
  package var summary: String?
  /// Where a map of the place goes when the session ends; before `world.save-map` of the file.
  package var worldMap: String?
  /// Where the film of the composed picture goes.
  package var video: String?
  /// Where the last composed picture goes.
  package var picture: String?
  /// A text, or a picture file, that is laid into a corner of film and picture.
  package var watermark: String?

  /// Whether a window shows the scene, and keeps what its behaviours ask for.
  package var hasWindow = false

  /// Creates options that keep nothing.
  package init() {}

  /// All files, in the order of the properties.
  package var outputs: [String] {
    [events, truth, summary, worldMap, video, picture].compactMap(\.self)
  }

  /// Whether the scene is drawn.
  package var draws: Bool { video != nil || picture != nil }
}
