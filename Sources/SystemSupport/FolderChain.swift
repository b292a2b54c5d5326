/// A folder and those above it.
package enum FolderChain {
  /// The folders from one upwards, the nearest first, without the root.
  ///
  /// None for what is no absolute path: a working folder that was removed has no name.
  package static func upwards(from folder: String) -> [String] {
    guard folder.hasPrefix("/") else { return [] }
    var names = folder.split(separator: "/")
    var folders: [String] = []
    while !names.isEmpty {
      folders.append("/" + names.joined(separator: "/"))
      names.removeLast()
    }
    return folders
  }
}
