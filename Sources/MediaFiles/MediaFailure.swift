import CFFmpeg
import Foundation
import SessionCore

/// Makes the errors of this module: "path: what; what to try".
enum MediaFailure {
  /// An error about a file in our own words.
  static func error(_ path: String, _ what: String) -> SessionError {
    SessionError(.fileIOFailed, "\(path): \(what)")
  }

  /// An error about a file with FFmpeg's or the system's reason in brackets.
  static func error(
    _ path: String, _ what: String, code: Int32, advice: String? = nil
  ) -> SessionError {
    let reason =
      code == -ENOSPC
      ? "the disk is full; free some space, or write elsewhere" : "\(what) (\(text(of: code)))"
    return error(path, advice.map { "\(reason); \($0)" } ?? reason)
  }

  /// Refuses what cannot be opened as a file, in words, before a library tries.
  static func requireReadableFile(_ path: String, kind: String) throws(SessionError) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      let why = errno
      if why == ENOENT, path.unicodeScalars.contains("\u{FFFD}") {
        // The system's bytes are no text, and Foundation has put this character there.
        throw error(path, "no such file, or its name is not UTF-8 text; rename it")
      }
      if why == ENOENT { throw error(path, "no such file; check the path") }
      throw error(path, "cannot be opened (\(String(cString: strerror(why))))")
    }
    if status.st_mode & S_IFMT == S_IFDIR {
      throw error(path, "is a folder, not a \(kind); name the file itself")
    }
    guard access(path, R_OK) == 0 else {
      throw error(path, "cannot be read (\(String(cString: strerror(errno)))); check its owner")
    }
  }

  /// The text of an FFmpeg error code.
  static func text(of code: Int32) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(AV_ERROR_MAX_STRING_SIZE)) {
      buffer in
      guard let base = buffer.baseAddress else { return "error \(code)" }
      av_strerror(code, base, buffer.count)
      return String(cString: base)
    }
  }
}

/// Keeps FFmpeg from printing: a library of ours never does.
enum MediaLog {
  /// Touch this before the first call into FFmpeg.
  static let silenced: Void = av_log_set_level(AV_LOG_QUIET)
}
