import Foundation
import Synchronization

/// The program's two ways to speak: results on standard output, words for people on standard error.
enum Console {
  /// Writes a line for people.
  ///
  /// What it quotes from files and names may not steer a terminal.
  static func say(_ line: String) { write(line.withVisibleControls + "\n", to: STDERR_FILENO) }

  /// Writes a result; an unwilling reader (`| head`) ends it quietly.
  ///
  /// What cannot be written otherwise is kept in mind: `lostResult`.
  ///
  /// - Returns: false when nobody reads any more.
  @discardableResult
  static func result(_ text: String) -> Bool {
    let isWritten = write(text, to: STDOUT_FILENO)
    let reason = errno
    if !isWritten, reason != EPIPE {
      lost.withLock { $0 = $0 ?? reason }
    }
    return isWritten
  }

  /// Why a result was not written; nil while all were, or nobody wanted more of them.
  static var lostResult: String? {
    lost.withLock(\.self).map {
      $0 == EBADF
        ? "standard output: it is closed; open it, or send it to a file"
        : "standard output: cannot be written: \(String(cString: strerror($0)))"
    }
  }

  /// The system's error number.
  private static let lost = Mutex<Int32?>(nil)

  /// Everything on standard input.
  static func input() throws -> [UInt8] {
    Array(try FileHandle.standardInput.readToEnd() ?? Data())
  }

  /// True when people look at standard error as it comes.
  static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// True when results may have colours: on a terminal, and `NO_COLOR` (no-color.org) is not set.
  static var isColored: Bool {
    isatty(STDOUT_FILENO) == 1 && ProcessInfo.processInfo.environment["NO_COLOR"] == nil
  }

  /// Writes without a newline over the line before, for progress.
  static func progress(_ line: String) { write("\r\u{1B}[K" + line, to: STDERR_FILENO) }

  @discardableResult
  private static func write(_ text: String, to descriptor: Int32) -> Bool {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let written = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if written < 0 {
        if errno == EINTR { continue }
        return false
      }
      bytes = bytes.dropFirst(written)
    }
    return true
  }
}
