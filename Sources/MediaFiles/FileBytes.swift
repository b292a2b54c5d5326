import Foundation
import SessionCore

/// Whole files in and out, with the system's reason in every error.
enum FileBytes {
  static func read(_ path: String) throws(SessionError) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw failure(path, "cannot be opened") }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw failure(path, "cannot be read") }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    var done = 0
    while done < bytes.count {
      let got = bytes.withUnsafeMutableBytes {
        Glibc.read(file, $0.baseAddress.map { $0 + done }, $0.count - done)
      }
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { throw failure(path, "cannot be read") }
      if got == 0 { break }
      done += got
    }
    return Array(bytes[..<done])
  }

  /// Writes beside the target first: there is the whole new file or the old one, never a part.
  static func write(_ bytes: [UInt8], to path: String) throws(SessionError) {
    let partial = "\(path).\(getpid()).part"
    let file = open(partial, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard file >= 0 else {
      throw failure(path, "cannot be written", "check that the folder is there and yours")
    }
    var done = 0
    var why: Int32 = 0
    while done < bytes.count, why == 0 {
      let put = bytes.withUnsafeBytes {
        Glibc.write(file, $0.baseAddress.map { $0 + done }, $0.count - done)
      }
      if put >= 0 { done += put } else if errno != EINTR { why = errno }
    }
    if close(file) != 0, why == 0 { why = errno }
    if why == 0, rename(partial, path) != 0 { why = errno }
    guard why == 0 else {
      unlink(partial)
      throw MediaFailure.error(path, "cannot be written", code: -why)
    }
  }

  private static func failure(
    _ path: String, _ what: String, _ advice: String? = nil
  ) -> SessionError {
    MediaFailure.error(path, what, code: -errno, advice: advice)
  }
}
