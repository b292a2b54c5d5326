import ConfigurationFiles
import SessionCore
import SessionRuntime

/// A session as a YAML file describes it, for programs that use Bifrons as a library.
///
/// ```swift
/// let configured = try ConfiguredSession(file: "Configs/face-live.yaml")
/// configured.session.delegate = self
/// configured.run()
/// ```
public struct ConfiguredSession: Sendable {
  /// Why a file cannot be made into a session: one line a problem, with file, line and column.
  public struct Failure: Error, Equatable, Sendable, CustomStringConvertible {
    /// What, where, and what to try.
    public let description: String

    /// Creates a failure.
    public init(description: String) { self.description = description }
  }

  /// The session; it does not run yet.
  public let session: Session
  /// What the file asks the session to do.
  public let configuration: SessionConfiguration
  /// The cameras that the file describes, whether the configuration needs them or not.
  public let cameraRoles: Set<CameraRole>
  /// What a person should know although nothing is wrong.
  public let notices: [String]

  /// Reads a session file and prepares the session; opens no camera.
  ///
  /// - Parameters:
  ///   - file: the YAML file's path.
  ///   - settings: changes as `--set` takes them: `cameras.front.path=clip.mp4`.
  ///   - pacing: real time, or lock-step with every picture of recorded material processed.
  /// - Throws: `Failure` when the file is wrong or the face models are missing.
  public init(
    file: String, settings: [String] = [], pacing: Pacing = .realTime
  ) throws(Failure) {
    do throws(LaunchError) {
      let (file, builder) = try Self.read(file, settings, pacing)
      session = Session(parts: builder.makeParts(faults: LaunchFaults()))
      configuration = builder.file.configuration
      cameraRoles = Set(file.cameras.keys)
      notices = file.notices
    } catch {
      throw Failure(description: error.description)
    }
  }

  /// Runs the file's configuration; returns at once.
  public func run(options: RunOptions = []) { session.run(configuration, options: options) }

  private static func read(
    _ path: String, _ settings: [String], _ pacing: Pacing
  ) throws(LaunchError) -> (SessionFile, SessionBuilder) {
    var file: SessionFile
    do throws(ConfigurationError) {
      var overrides: [ConfigurationOverride] = []
      for setting in settings { overrides.append(try ConfigurationOverride(setting)) }
      file = try SessionFile.load(path, overrides: overrides)
    } catch {
      throw .configuration(error)
    }
    file = try file.withWorldMap()
    return (file, try SessionBuilder(file, pacing: pacing))
  }
}
