import Foundation
import YAMLDocuments

/// Where users' profiles lie: `$XDG_DATA_HOME/bifrons/users` (`~/.local/share` where that is not set).
package struct UserProfileStore: Sendable {
  /// The folder.
  package let folder: String

  /// Uses a folder as it is.
  package init(folder: String) { self.folder = folder }

  /// Finds the user's own folder; nothing is created.
  ///
  /// - Throws: `ConfigurationError` when neither `XDG_DATA_HOME` nor `HOME` is an absolute path.
  package init(
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(ConfigurationError) {
    let data =
      environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
      ?? environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 + "/.local/share" : nil }
    guard let data else {
      throw ConfigurationError(
        at: nil, "there is no place for users' profiles; set XDG_DATA_HOME to a folder")
    }
    folder = data + "/bifrons/users"
  }

  /// The most letters of a user's name.
  private static let longestName = 64

  /// Whether a name can be a file's: letters, digits, `-`, `_` and `.`, no dot first.
  package static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.count <= longestName && !name.hasPrefix(".")
      && name.unicodeScalars.allSatisfy {
        CharacterSet.alphanumerics.contains($0) || "-_.".unicodeScalars.contains($0)
      }
  }

  /// The file of a user.
  package func path(of name: String) -> String { "\(folder)/\(name).yaml" }

  /// The names of the users that have a profile.
  package var names: [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return files.filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }.sorted()
  }

  /// Reads a user's profile; `place` is where the name was written.
  ///
  /// - Throws: `ConfigurationError` when there is none, or it is damaged.
  package func profile(
    of name: String, namedAt place: SourcePlace? = nil
  ) throws(ConfigurationError) -> UserProfile {
    let path = path(of: name)
    guard Self.isName(name) else {
      throw ConfigurationError(
        at: place, "'\(YAMLNode.shortened(name))' is no user's name: letters, digits, - _ and .")
    }
    guard FileManager.default.fileExists(atPath: path) else {
      throw ConfigurationError(
        at: place,
        "the user '\(name)' has no profile (\(path))" + Spelling.suggestion(for: name, among: names)
          + "; make one with bifrons calibrate face --user \(name)")
    }
    return try UserProfile(text: try DocumentFile.contents(of: path), path: path)
  }

  /// Writes a user's profile, readable by this user only, and as a whole or not at all.
  ///
  /// - Throws: `ConfigurationError` when the name or the place is impossible.
  package func save(_ profile: UserProfile, of name: String) throws(ConfigurationError) {
    guard Self.isName(name) else {
      throw ConfigurationError(
        at: nil, "'\(YAMLNode.shortened(name))' is no user's name: letters, digits, - _ and .")
    }
    let path = path(of: name)
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      try Data(profile.text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    } catch {
      throw ConfigurationError(
        at: nil, "\(path): the profile cannot be written: \(error.localizedDescription)")
    }
  }
}
