import Foundation
import SessionCore

/// A file that keeps which camera had which role, so that `device: auto` chooses the same ones the
/// next time; written only when a session file asks for it.
///
/// A JSON object with a name a role: `{"front": "/dev/v4l/by-id/usb-…"}`. A file that cannot be read
/// counts as empty, one that cannot be written changes nothing else.
package struct CameraMemory: Sendable {
  /// The file.
  package let path: String

  /// Names a file, which need not be there.
  package init(path: String) { self.path = path }

  /// The names that are kept.
  package var names: [CameraRole: String] {
    guard let data = FileManager.default.contents(atPath: path),
      let words = try? JSONDecoder().decode([String: String].self, from: data)
    else { return [:] }
    var names: [CameraRole: String] = [:]
    for (word, name) in words {
      if let role = CameraRole(rawValue: word) { names[role] = name }
    }
    return names
  }

  /// Keeps a name, unless it is kept already; no other role keeps it then.
  package func note(_ role: CameraRole, _ name: String) {
    var names = names
    if names[role] == name { return }
    names = names.filter { $0.value != name }
    names[role] = name
    let words = Dictionary(uniqueKeysWithValues: names.map { ($0.key.rawValue, $0.value) })
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(words) else { return }
    try? data.write(to: URL(fileURLWithPath: path), options: .atomic)
  }
}
