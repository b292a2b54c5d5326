import ResultStreaming
import SessionCore
import SessionRuntime
import SpatialMath
import Synchronization

/// The event stream of `--events`: one JSON object a line.
final class EventOutput: SessionOutput {
  private let path: String
  private let gaze: GazeFollower?
  private let writer = LateValue<EventStreamWriter>()

  /// Names the file; `-` is standard output.
  init(path: String, gaze: GazeFollower?) {
    self.path = path
    self.gaze = gaze
  }

  func take(_ events: [SessionEvent], of session: Session) throws(LaunchError) {
    let writer = try writer.value { () throws(LaunchError) in
      EventStreamWriter(to: try StreamFile.creating(path), gaze: gaze)
    }
    writer.write(events)
    try writer.status.check(path)
  }

  var written: [String] { writer.made == nil ? [] : [path] }

  func finish() throws(LaunchError) { writer.made?.close() }
}

/// What simulated cameras know to be true, for `--truth`.
final class TruthOutput: SessionOutput {
  private let path: String
  private let rearFromFront: Pose
  private let writer = LateValue<TruthStreamWriter>()

  /// Names the file; `-` is standard output.
  init(path: String, rearFromFront: Pose) {
    self.path = path
    self.rearFromFront = rearFromFront
  }

  func take(_ events: [SessionEvent], of session: Session) throws(LaunchError) {
    let writer = try writer.value { () throws(LaunchError) in
      TruthStreamWriter(to: try StreamFile.creating(path), rearFromFront: rearFromFront)
    }
    writer.write(events) { session.source(of: $0) }
    try writer.status.check(path)
  }

  var written: [String] { writer.made == nil ? [] : [path] }

  func finish() throws(LaunchError) { writer.made?.close() }
}

/// Something that is made when it is first needed: a file that the first event creates, so that a
/// launch that fails spares what an earlier one has written.
private final class LateValue<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)

  /// The value, when it was needed.
  var made: Value? { value.withLock { $0 } }

  func value(_ make: () throws(LaunchError) -> Value) throws(LaunchError) -> Value {
    try value.withLock { (value: inout Value?) throws(LaunchError) -> Value in
      if let value { return value }
      let new = try make()
      value = new
      return new
    }
  }
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
