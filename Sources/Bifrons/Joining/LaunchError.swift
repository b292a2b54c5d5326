import ConfigurationFiles
import SessionCore

/// Why a session could not be built, run or finished, by what a person has to see to.
package enum LaunchError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The session file is wrong, or does not fit what was asked for.
  case configuration(ConfigurationError)
  /// A camera, a film or a folder of pictures cannot be used, or the session failed.
  case session(SessionError)
  /// The face models cannot be used.
  case models(String)
  /// A file cannot be written.
  case output(OutputError)
  /// There is no OpenGL.
  case graphics(String)

  /// What, where, and what to try.
  package var description: String {
    switch self {
    case .configuration(let error): error.description
    case .session(let error): error.description
    case .models(let text), .graphics(let text): text
    case .output(let error): error.description
    }
  }
}
