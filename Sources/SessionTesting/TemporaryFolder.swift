import Foundation

/// A folder for one test's files, removed with everything in it when the object goes.
package final class TemporaryFolder: Sendable {
  /// The folder's path.
  package let path: String

  /// Creates an empty folder with a name of its own.
  ///
  /// - Throws: what the file system says when it cannot.
  package init() throws {
    path =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("bifrons-test-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in the folder.
  package func file(_ name: String) -> String { path + "/" + name }
}
