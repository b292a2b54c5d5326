import ResultStreaming
import SessionCore
import SessionRuntime
import SpatialMath

/// The event stream of `--events`: one JSON object a line.
final class EventOutput: SessionOutput {
  private let path: String
  private let writer: EventStreamWriter

  /// Creates the file; `-` is standard output.
  init(path: String) throws(LaunchError) {
    self.path = path
    writer = EventStreamWriter(to: try StreamFile.creating(path))
  }

  func take(_ events: [SessionEvent], of session: Session) throws(LaunchError) {
    writer.write(events)
    try writer.status.check(path)
  }

  func finish() throws(LaunchError) { writer.close() }
}

/// What simulated cameras know to be true, for `--truth`.
final class TruthOutput: SessionOutput {
  private let path: String
  private let writer: TruthStreamWriter

  /// Creates the file; `-` is standard output.
  init(path: String, rearFromFront: Pose) throws(LaunchError) {
    self.path = path
    writer = TruthStreamWriter(to: try StreamFile.creating(path), rearFromFront: rearFromFront)
  }

  func take(_ events: [SessionEvent], of session: Session) throws(LaunchError) {
    writer.write(events) { session.source(of: $0) }
    try writer.status.check(path)
  }

  func finish() throws(LaunchError) { writer.close() }
}

extension StreamFile {
  /// Creates a file, with errors as a launch knows them.
  static func creating(_ path: String) throws(LaunchError) -> StreamFile {
    do throws(SessionError) { return try StreamFile(path: path) } catch {
      throw .output(OutputError(path: path, error))
    }
  }

  /// Writes a whole small file.
  static func write(_ bytes: [UInt8], to path: String) throws(LaunchError) {
    let file = try creating(path)
    file.write(bytes)
    try file.status.check(path)
  }
}

extension StreamFile.Status {
  /// Fails when the stream takes no more.
  fileprivate func check(_ path: String) throws(LaunchError) {
    switch self {
    case .open: return
    case .closed:
      throw .output(OutputError(path: path, reason: "the reader has gone", isReaderGone: true))
    case .failed(let error): throw .output(OutputError(path: path, error))
    }
  }
}

extension OutputError {
  /// The error of a writer whose message begins with the path already.
  init(path: String, _ error: SessionError) {
    let name = path == "-" ? "standard output" : path
    let prefix = "\(name): "
    let text = error.message
    self.init(
      path: path, reason: text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text)
  }
}
