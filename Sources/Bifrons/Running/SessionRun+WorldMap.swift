import ConfigurationFiles
import SessionCore
import SystemSupport

extension SessionRun {
  /// A map is a file of its own, of a session that tracks the world.
  static func checkWorldMap(
    _ options: LaunchOptions, _ file: SessionFile
  ) throws(LaunchError) {
    guard let path = options.worldMap else { return }
    guard file.configuration.roles.contains(.rear) else {
      throw .configuration(
        ConfigurationError(
          at: .option("--save-map \(path)"),
          "\(file.path) does not track the world; there is no map to save"))
    }
    if path == "-" {
      throw .output(OutputError(path: path, reason: "a world map needs a file; name one"))
    }
  }

  /// Saves the map of a session that has stopped, when one was asked for.
  ///
  /// - Returns: the file.
  func saveWorldMap() throws(LaunchError) -> String? {
    guard let path = options.worldMap else { return nil }
    let answer = Monitor(Result<WorldMap, SessionError>?.none)
    session.getCurrentWorldMap { map in answer.withLock { $0 = map } }
    do throws(SessionError) {
      try answer.wait { $0 }.get().write(to: path)
    } catch {
      guard error.code == .fileIOFailed else { throw .session(error) }
      // The error names the file, as an output's does by itself.
      let reason =
        error.message.hasPrefix("\(path): ")
        ? String(error.message.dropFirst(path.count + 2)) : error.message
      throw .output(OutputError(path: path, reason: reason))
    }
    return path
  }
}

extension SessionFile {
  /// The same file with the saved map that it names in its configuration.
  func withWorldMap() throws(LaunchError) -> SessionFile {
    guard let path = initialWorldMap, case .world(var world) = configuration else { return self }
    var file = self
    do throws(SessionError) {
      world.initialWorldMap = try WorldMap(contentsOf: path)
    } catch {
      throw .session(error)
    }
    file.configuration = .world(world)
    return file
  }
}
