/// The table of all keys of a session file.
///
/// It is the only place that knows a key's type, unit, range and default: validation, the nearest
/// known key, `--set`, the reading of values and `Configs/README.md` come from it.
package enum ConfigurationKeys {
  /// The rows, in the order of the reference.
  package static let all: [ConfigurationKey] =
    [
      ConfigurationKey(
        "version", .integer(1...1), required: true, "The version of the file's format.")
    ] + session + cameras + face + screen + rig + world + scene + behaviours + recording + later

  private static let byPath = Dictionary(uniqueKeysWithValues: all.map { ($0.path, $0) })
  private static let byParent = Dictionary(grouping: all, by: \.parent)

  /// The row of a path of the table, such as `cameras.ROLE.rate`.
  package static func key(_ path: String) -> ConfigurationKey? { byPath[path] }

  /// The rows that stand directly in a section, such as `session` or the empty path for the top.
  package static func children(of path: String) -> [ConfigurationKey] { byParent[path] ?? [] }
}
