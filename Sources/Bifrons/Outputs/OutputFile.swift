import Foundation
import Synchronization

/// A file, or standard output, that bytes are appended to.
///
/// Thread-safe. Bytes are gathered and written in pieces; on a terminal or a pipe each call is
/// written at once, so that a reader sees every line as it comes.
package final class OutputFile: Sendable {
  /// The file as it was named.
  package let path: String
  private let descriptor: Int32
  private let pieceSize: Int
  private let pending = Mutex<[UInt8]>([])

  /// Creates or empties a file; `-` is standard output.
  ///
  /// - Throws: `OutputError` when that is not possible.
  package init(path: String) throws(OutputError) {
    self.path = path
    if path == "-" {
      descriptor = dup(STDOUT_FILENO)
    } else {
      try OutputCheck.check(path)
      descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    }
    guard descriptor >= 0 else {
      throw OutputError(path: path, reason: OutputCheck.reason(errno))
    }
    var status = stat()
    let isRegular = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    pieceSize = isRegular ? 1 << 16 : 1
  }

  deinit { close(descriptor) }

  /// Appends bytes.
  ///
  /// - Throws: `OutputError`; with `isReaderGone` when the pipe's reader has ended.
  package func write(_ bytes: [UInt8]) throws(OutputError) {
    try pending.withLock { (buffer) throws(OutputError) in
      buffer += bytes
      if buffer.count >= pieceSize { try drain(&buffer) }
    }
  }

  /// Writes what is still gathered.
  ///
  /// - Throws: `OutputError` as `write` does.
  package func flush() throws(OutputError) {
    try pending.withLock { (buffer) throws(OutputError) in try drain(&buffer) }
  }

  private func drain(_ buffer: inout [UInt8]) throws(OutputError) {
    var start = 0
    defer { buffer.removeAll(keepingCapacity: true) }
    while start < buffer.count {
      let written = buffer.withUnsafeBytes { bytes in
        Glibc.write(descriptor, bytes.baseAddress.map { $0 + start }, bytes.count - start)
      }
      if written < 0 {
        if errno == EINTR { continue }
        let code = errno
        throw OutputError(
          path: path, reason: OutputCheck.reason(code), isReaderGone: code == EPIPE)
      }
      start += written
    }
  }
}
