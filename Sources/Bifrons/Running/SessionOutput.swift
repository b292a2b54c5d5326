import SessionCore
import SessionRuntime

/// Something that keeps what a session finds: a file of events, of truth, a film.
///
/// All functions are called by one thread at a time.
package protocol SessionOutput: AnyObject, Sendable {
  /// CPU seconds of its own stages, by name; final after `finish`.
  var stageSeconds: [String: Double] { get }

  /// What a person should know about what was kept; final after `finish`.
  var notices: [String] { get }

  /// The files that it has written; final after `finish`.
  var written: [String] { get }

  /// Takes the events of one frame, or others that came together.
  ///
  /// - Throws: `LaunchError.output` when it cannot go on; the session is then stopped.
  func take(_ events: [SessionEvent], of session: Session) throws(LaunchError)

  /// Writes what is left; called once, also after a failure of another output.
  ///
  /// - Throws: `LaunchError.output`.
  func finish() throws(LaunchError)
}

extension SessionOutput {
  /// Nothing worth naming: observers are counted by the session.
  package var stageSeconds: [String: Double] { [:] }
  /// Nothing to say.
  package var notices: [String] { [] }
  /// No files.
  package var written: [String] { [] }
}
