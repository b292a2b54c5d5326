import Bifrons
import SessionCore
import SessionRuntime
import Synchronization

/// Where the sessions of a ported program get their pictures from: the one thing to add to it.
///
/// A phone has its own two cameras; here a session file says which cameras there are, how they sit
/// to each other and how large the world is. Set `current` before the first `ARSession.run`:
///
/// ```swift
/// ARCameras.current = ARCameras(sessionFile: "Configs/robot-head-demo.yaml")
/// ```
///
/// What the file says below `session:` is replaced by the program's own configuration, but for the
/// seed and the fallback. Without a setting, the file that the environment variable
/// `BIFRONS_SESSION` names is taken, else `session.yaml` in the working folder.
public struct ARCameras: Sendable, Equatable {
  /// The session file's path.
  public var sessionFile: String
  /// Changes as the command line's `--set` takes them: `cameras.front.path=clip.mp4`.
  public var settings: [String]
  /// True processes every picture of recorded and simulated material, however long it takes.
  public var processesEveryPicture: Bool

  /// Describes cameras; nothing is read yet.
  public init(sessionFile: String, settings: [String] = [], processesEveryPicture: Bool = false) {
    self.sessionFile = sessionFile
    self.settings = settings
    self.processesEveryPicture = processesEveryPicture
  }

  /// The cameras of sessions that have not run yet.
  ///
  /// Thread-safe.
  public static var current: ARCameras {
    get { chosen.withLock { $0 } ?? standard }
    set { chosen.withLock { $0 = newValue } }
  }

  private static let chosen = Mutex<ARCameras?>(nil)
  private static var standard: ARCameras {
    ARCameras(
      sessionFile: ProcessInfo.processInfo.environment["BIFRONS_SESSION"] ?? "session.yaml")
  }

  /// Reads the file and prepares a session.
  func makeSession() throws(ConfiguredSession.Failure) -> ConfiguredSession {
    try ConfiguredSession(
      file: sessionFile, settings: settings,
      pacing: processesEveryPicture ? .asFastAsPossible : .realTime)
  }

  /// Whether the file can be used and has these cameras.
  func has(_ roles: Set<CameraRole>) -> Bool {
    (try? makeSession())?.cameraRoles.isSuperset(of: roles) ?? false
  }
}
