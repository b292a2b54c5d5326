import Foundation

/// Finds out before a session starts whether its files can be written.
package enum OutputCheck {
  /// Fails when a file cannot be created or overwritten; leaves nothing behind.
  ///
  /// - Throws: `OutputError` with what to try.
  package static func check(_ path: String) throws(OutputError) {
    if path == "-" { return try checkStandardOutput() }
    guard !path.isEmpty else {
      throw OutputError(path: "''", reason: "a file needs a name")
    }
    let files = FileManager.default
    var isFolder: ObjCBool = false
    if files.fileExists(atPath: path, isDirectory: &isFolder) {
      if isFolder.boolValue {
        throw OutputError(path: path, reason: "this is a folder; name a file in it")
      }
      // Root may write where the permissions say no, and not on read-only file systems: ask.
      if access(path, W_OK) != 0 { throw OutputError(path: path, reason: Self.reason(errno)) }
      return
    }
    let folder = Self.folder(of: path)
    guard files.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
      throw OutputError(
        path: path, reason: "the folder \(folder) does not exist; create it or name another one")
    }
    // Only trying tells: root passes every question about permissions, and /proc lets nobody in.
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw OutputError(path: path, reason: Self.reason(errno))
    }
    close(descriptor)
    unlink(path)
  }

  /// Fails when no file can be made in a folder.
  ///
  /// - Throws: `OutputError` with what to try.
  package static func checkFolder(_ folder: String) throws(OutputError) {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder) else {
      throw OutputError(
        path: folder, reason: "the folder does not exist; create it or name another one")
    }
    guard isFolder.boolValue else {
      throw OutputError(path: folder, reason: "this is a file; name a folder")
    }
    if access(folder, W_OK) != 0 { throw OutputError(path: folder, reason: Self.reason(errno)) }
  }

  private static func checkStandardOutput() throws(OutputError) {
    let mode = fcntl(STDOUT_FILENO, F_GETFL)
    guard mode >= 0, mode & O_ACCMODE != O_RDONLY else {
      throw OutputError(path: "-", reason: "it is closed; name a file instead")
    }
  }

  /// Fails when a file's name does not end as its kind wants.
  ///
  /// - Throws: `OutputError`.
  package static func checkEnding(_ path: String, _ endings: [String]) throws(OutputError) {
    guard endings.contains(where: { path.lowercased().hasSuffix("." + $0) }) else {
      let list = endings.map { "." + $0 }.joined(separator: ", ")
      throw OutputError(path: path, reason: "the name must end in \(list)")
    }
  }

  /// Fails for a named pipe, for what is written with a look back.
  ///
  /// - Throws: `OutputError`.
  package static func checkIsNoPipe(_ path: String) throws(OutputError) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else { return }
    throw OutputError(path: path, reason: "this is a pipe; name a file")
  }

  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// An errno in words.
  static func reason(_ code: Int32) -> String {
    switch code {
    case EACCES, EPERM: "no permission to write there; choose another folder"
    case EROFS: "the file system is read-only; choose another folder"
    case ENOENT: "no file can be created there; choose another folder"
    case ENOSPC, EDQUOT: "there is no space left"
    case EEXIST: "a link to a file that does not exist; remove the link or name the file itself"
    default: String(cString: strerror(code))
    }
  }
}
