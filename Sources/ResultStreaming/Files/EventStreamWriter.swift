import SessionCore
import SpatialMath
import Synchronization

/// Writes a session's events to a file as JSON lines: what `Session.observe` is given, in one
/// `write` for each frame.
///
/// Thread-safe.
package final class EventStreamWriter: Sendable {
  private let file: StreamFile
  private let encoder: Mutex<EventStreamEncoder>

  /// Creates a writer; `gaze` tells where on a screen the first face looks.
  package init(to file: StreamFile, gaze: GazeFollower? = nil) {
    self.file = file
    encoder = Mutex(EventStreamEncoder(gaze: gaze))
  }

  /// How far the stream has come.
  package var status: StreamFile.Status { file.status }

  /// Writes events.
  ///
  /// - Returns: false when the stream no longer takes any.
  @discardableResult package func write(_ events: [SessionEvent]) -> Bool {
    guard file.status == .open else { return false }
    return encoder.withLock { file.write($0.encode(events)) }
  }

  /// Takes no more events.
  package func close() { file.close() }
}

/// Writes what simulated cameras know to be true to a file, with the same fields as the events.
///
/// Thread-safe.
package final class TruthStreamWriter: Sendable {
  private let file: StreamFile
  private let encoder: Mutex<TruthStreamEncoder>

  /// Creates a writer for a rig.
  package init(to file: StreamFile, rearFromFront: Pose) {
    self.file = file
    encoder = Mutex(TruthStreamEncoder(rearFromFront: rearFromFront))
  }

  /// How far the stream has come.
  package var status: StreamFile.Status { file.status }

  /// Writes the truth of the frames among some events.
  ///
  /// - Parameters:
  ///   - events: what `Session.observe` is given.
  ///   - source: gives the running source of a role.
  /// - Returns: false when the stream no longer takes any.
  @discardableResult package func write(
    _ events: [SessionEvent], source: (CameraRole) -> (any FrameSource)?
  ) -> Bool {
    guard file.status == .open else { return false }
    var known: [CameraRole: any GroundTruthSource] = [:]
    for role in [CameraRole.front, .rear] { known[role] = source(role) as? any GroundTruthSource }
    return encoder.withLock { encoder in
      file.write(
        encoder.encode(events) { role, sequence in known[role]?.groundTruth(sequence: sequence) })
    }
  }

  /// Takes no more events.
  package func close() { file.close() }
}
