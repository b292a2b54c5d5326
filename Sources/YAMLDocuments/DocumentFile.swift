import Foundation

/// Reads the YAML files of this project from the disk.
package enum DocumentFile {
  /// The largest file that is read: a session file or a device row has a few kilobytes.
  private static let largestFile = 1 << 20

  /// The bytes of a file; throws `DocumentError` when it is not there, a folder, unreadable, or too
  /// large.
  package static func contents(of path: String) throws(DocumentError) -> [UInt8] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw DocumentError(at: nil, "\(path): there is no such file")
    }
    if isFolder.boolValue {
      throw DocumentError(at: nil, "\(path): this is a folder, not a file")
    }
    let data: Data
    do {
      let file = URL(fileURLWithPath: path)
      data = try FileHandle(forReadingFrom: file).read(upToCount: largestFile + 1) ?? Data()
    } catch {
      throw DocumentError(at: nil, "\(path): the file cannot be read; check its permissions")
    }
    guard data.count <= largestFile else {
      throw DocumentError(
        at: nil, "\(path): larger than \(largestFile >> 20) MB; such a file is a short text")
    }
    return Array(data)
  }
}
