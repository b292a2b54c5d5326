import Glibc
import SessionCore
import Synchronization

/// A file, a pipe or standard output that lines are written to as they come.
///
/// A reader that goes away (`| head`) closes the stream quietly. Any other failure, such as a full
/// disk, is told once; what follows is dropped and the session goes on. Thread-safe; a write may
/// block on a slow reader.
package final class StreamFile: Sendable {
  /// How far the stream has come.
  package enum Status: Sendable, Equatable {
    /// Lines are written.
    case open
    /// `close` was called, or the reader has gone: lines are dropped.
    case closed
    /// Writing failed: lines are dropped.
    case failed(SessionError)
  }

  private struct State: Sendable {
    var status = Status.open
    var bytesWritten = 0
  }

  private let name: String
  private let descriptor: Int32
  private let onFailure: @Sendable (SessionError) -> Void
  private let state = Mutex(State())

  /// Creates or empties a file; `-` is standard output.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - onFailure: is told once when writing fails, on the writing thread.
  /// - Throws: `SessionError.fileIOFailed` with the file and the cause.
  package init(
    path: String, onFailure: @escaping @Sendable (SessionError) -> Void = { _ in }
  ) throws(SessionError) {
    name = path == "-" ? "standard output" : path
    descriptor =
      path == "-"
      ? fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0)
      // Non-blocking: a named pipe without a reader would hold the session for ever.
      : Glibc.open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK, 0o644)
    self.onFailure = onFailure
    guard descriptor >= 0 else { throw Self.error("cannot be created", name, errno) }
  }

  deinit { Glibc.close(descriptor) }

  /// How far the stream has come.
  package var status: Status { state.withLock { $0.status } }
  /// Bytes written so far.
  package var bytesWritten: Int { state.withLock { $0.bytesWritten } }

  /// Writes bytes, in one call where the kernel takes them in one.
  ///
  /// - Returns: false when the stream no longer takes any.
  @discardableResult package func write(_ bytes: [UInt8]) -> Bool {
    let failure = state.withLock { s -> SessionError? in
      guard s.status == .open, !bytes.isEmpty else { return nil }
      let code = BrokenPipeSignal.suppressed { writeAll(bytes, &s.bytesWritten) }
      if code == 0 { return nil }
      if code == EPIPE {
        s.status = .closed
        return nil
      }
      let error = Self.error("cannot be written", name, code)
      s.status = .failed(error)
      return error
    }
    if let failure { onFailure(failure) }
    return status == .open
  }

  /// Takes no more bytes; the descriptor is given back when the last reference goes.
  package func close() {
    state.withLock { s in if s.status == .open { s.status = .closed } }
  }

  private func writeAll(_ bytes: [UInt8], _ count: inout Int) -> Int32 {
    bytes.withUnsafeBytes { all in
      var rest = all[...]
      while !rest.isEmpty {
        let written = Glibc.write(
          descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if written > 0 {
          rest = rest.dropFirst(written)
          count += written
        } else if errno == EAGAIN {
          // A non-blocking pipe whose reader is slow.
          var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          poll(&wait, 1, -1)
        } else if errno != EINTR {
          return errno
        }
      }
      return 0
    }
  }

  private static func error(_ what: String, _ name: String, _ code: Int32) -> SessionError {
    let advice =
      switch code {
      case ENOSPC, EDQUOT: "free some space or write elsewhere"
      case EACCES, EPERM, EROFS: "choose a folder that can be written"
      case ENOENT, ENOTDIR: "create its folder first"
      case EISDIR: "name a file, not a folder"
      case ENXIO: "start what reads from the pipe first"
      default: "check the device and its connection"
      }
    return SessionError(
      .fileIOFailed, "\(name): \(what): \(String(cString: strerror(code))); \(advice)")
  }
}

/// Keeps SIGPIPE from ending the process while this thread writes.
enum BrokenPipeSignal {
  /// Runs a write with the signal blocked on this thread, and takes back a signal that it caused.
  ///
  /// A library must not change what the process does with its signals; this changes nothing that
  /// others can see (the way of POSIX's `sigtimedwait` rationale).
  static func suppressed(_ body: () -> Int32) -> Int32 {
    var pipe = sigset_t()
    var old = sigset_t()
    var pending = sigset_t()
    sigemptyset(&pipe)
    sigaddset(&pipe, SIGPIPE)
    sigpending(&pending)
    let wasPending = sigismember(&pending, SIGPIPE) == 1
    pthread_sigmask(SIG_BLOCK, &pipe, &old)
    let code = body()
    if code == EPIPE, !wasPending {
      var now = timespec(tv_sec: 0, tv_nsec: 0)
      while sigtimedwait(&pipe, nil, &now) == -1, errno == EINTR {}
    }
    pthread_sigmask(SIG_SETMASK, &old, nil)
    return code
  }
}
