import Foundation
import SessionCore
import SpatialMath
import YAMLDocuments

/// Reads the values of one section of a validated tree, with the table's defaults.
struct ConfigurationReader {
  /// The section; nil when the file does not have it.
  let node: YAMLNode?
  /// The section's path in the table.
  private let path: String

  init(root: YAMLNode) {
    node = root
    path = ""
  }

  private init(node: YAMLNode?, path: String) {
    self.node = node
    self.path = path
  }

  /// A section below this one; `wildcard` is its name in the table, where that is a wildcard.
  func section(_ name: String, as wildcard: String? = nil) -> ConfigurationReader {
    ConfigurationReader(node: node?[key: name], path: tablePath(wildcard ?? name))
  }

  /// The same section with its values taken from another place, such as a file.
  func replacing(_ other: YAMLNode) -> ConfigurationReader {
    ConfigurationReader(node: other, path: path)
  }

  /// The items of a list of sections.
  func entries(_ name: String) -> [ConfigurationReader] {
    (node?[key: name]?.items ?? []).map {
      ConfigurationReader(node: $0, path: tablePath(name) + "[]")
    }
  }

  /// The value as it was written; nil when it was not.
  func written(_ name: String) -> YAMLNode? { node?[key: name] }

  /// Where a key was written.
  func place(of name: String) -> SourcePlace? {
    node?.entries?.first { $0.key == name }?.place
  }

  func boolean(_ name: String) -> Bool { value(name).boolean ?? false }
  func integer(_ name: String) -> Int { value(name).integer ?? 0 }
  func number(_ name: String) -> Double { value(name).number ?? 0 }
  func text(_ name: String) -> String { value(name).text ?? "" }
  func texts(_ name: String) -> [String] { value(name).texts ?? [] }
  func numbers(_ name: String) -> [Double] { value(name).numbers ?? [] }
  func pictureSize(_ name: String) -> PictureSize {
    value(name).pictureSize ?? PictureSize(width: 0, height: 0)
  }

  /// A path, relative to the folder of the file that it was written in.
  func path(_ name: String) -> String? {
    guard let node = written(name), let text = node.text else { return nil }
    return Self.resolve(text, at: node.place)
  }

  /// A path as seen from the working folder; `~/` is the user's folder, as shells have it.
  static func resolve(_ path: String, at place: SourcePlace) -> String {
    if path.hasPrefix("~/"), let home = ProcessInfo.processInfo.environment["HOME"] {
      return home + path.dropFirst()
    }
    guard !path.hasPrefix("/"), case .file(let file, _, _) = place,
      let slash = file.lastIndex(of: "/")
    else { return path }
    return file[...slash] + path
  }

  /// The written value, or the table's default.
  private func value(_ name: String) -> YAMLNode {
    if let written = written(name) { return written }
    let key = ConfigurationKeys.key(tablePath(name))
    guard let text = key?.defaultText, let node = ConfigurationKeys.parsedDefault(text) else {
      preconditionFailure("the table has no default for \(tablePath(name))")
    }
    return node
  }

  private func tablePath(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }
}

extension ConfigurationKeys {
  /// A default of the table as a value; nil when the table is wrong, which a test rules out.
  package static func parsedDefault(_ text: String) -> YAMLNode? {
    try? YAMLComposer.compose(Array(text.utf8)) { _, _ in .defaults }
  }
}
