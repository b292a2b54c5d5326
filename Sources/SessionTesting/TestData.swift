import Foundation

/// Recorded material that is too large, or not ours, to lie in the repository.
///
/// Looked for in `$BIFRONS_TEST_DATA`, else in `../shared/data` beside the package.
package enum TestData {
  /// The folder, whether it is there or not.
  package static let folder: String =
    ProcessInfo.processInfo.environment["BIFRONS_TEST_DATA"]
    ?? URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("../shared/data").standardized.path

  /// The path of a file or folder in it.
  package static func path(_ name: String) -> String { folder + "/" + name }

  /// Whether a file or folder is there; tests that need it are skipped where it is not.
  package static func has(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: path(name))
  }
}
