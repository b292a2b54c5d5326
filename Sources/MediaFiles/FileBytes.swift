import Foundation
import SessionCore

/// Whole files in and out, with the system's reason in every error.
package enum FileBytes {
  /// Reads a file, or a pipe to its end.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - kind: what it is to be, for errors: `picture`.
  ///   - limit: bytes; a file that claims more is no such thing.
  ///   - isPlain: refuses pipes and devices: what is no file is never waited for.
  /// - Returns: all bytes.
  /// - Throws: `SessionError.fileIOFailed`.
  package static func read(
    _ path: String, kind: String, atMost limit: Int, isPlain: Bool = false
  ) throws(SessionError) -> [UInt8] {
    try MediaFailure.requireReadableFile(path, kind: kind)
    // Opening a pipe waits for its writer, for ever where there is none.
    let file = open(path, O_RDONLY | O_CLOEXEC | (isPlain ? O_NONBLOCK : 0))
    guard file >= 0 else { throw failure(path, "cannot be opened") }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw failure(path, "cannot be read") }
    guard !isPlain || status.st_mode & S_IFMT == S_IFREG else {
      throw MediaFailure.error(path, "a pipe or device, not a \(kind); name a plain file")
    }
    // One byte more tells the end without another read.
    var bytes = [UInt8](repeating: 0, count: min(max(Int(status.st_size), 4095), limit) + 1)
    var done = 0
    while true {
      let got = bytes.withUnsafeMutableBytes {
        Glibc.read(file, $0.baseAddress.map { $0 + done }, $0.count - done)
      }
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { throw failure(path, "cannot be read") }
      if got == 0 { return Array(bytes[..<done]) }
      done += got
      guard done <= limit else {
        throw MediaFailure.error(path, "larger than \(limit >> 20) MB; that is no \(kind)")
      }
      if done == bytes.count {
        bytes += [UInt8](repeating: 0, count: min(done, limit + 1 - done))
      }
    }
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
