import ConfigurationFiles
import Foundation
import YAMLDocuments

/// The package's root folder.
let packageRoot = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  .deletingLastPathComponent().deletingLastPathComponent()

/// The smallest file that is a session.
let smallest = """
  version: 1
  session: { configuration: face }
  cameras:
    front: { source: v4l2 }

  """

/// Loads a text as `folder/session.yaml`, with other files beside it.
func load(
  _ text: String, set: [String] = [], others: [String: String] = [:]
) throws(ConfigurationError) -> SessionFile {
  var overrides: [ConfigurationOverride] = []
  for argument in set { overrides.append(try ConfigurationOverride(argument)) }
  return try SessionFile.load("folder/session.yaml", overrides: overrides) {
    path throws(ConfigurationError) in
    if path == "folder/session.yaml" { return Array(text.utf8) }
    guard let other = others[path] else {
      throw ConfigurationError(at: nil, "\(path): there is no such file")
    }
    return Array(other.utf8)
  }
}

/// What is said about a text that is not a session; nothing when it is one.
func complaint(
  _ text: String, set: [String] = [], others: [String: String] = [:]
) -> String {
  do {
    _ = try load(text, set: set, others: others)
    return ""
  } catch {
    return error.description
  }
}
