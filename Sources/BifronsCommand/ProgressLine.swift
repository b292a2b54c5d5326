import SessionCore
import SessionRuntime
import SpatialMath
import Synchronization

/// One line on a terminal that says how a session goes.
final class ProgressLine: Sendable {
  /// Seconds between two looks.
  static let interval = 0.5

  private let isShown: Bool
  private let last = Mutex<(index: Int, time: Timestamp)?>(nil)

  init(isShown: Bool) { self.isShown = isShown }

  /// Shows the newest frame's state.
  func show(_ session: Session) {
    guard isShown, let frame = session.currentFrame else { return }
    let before = last.withLock { last in
      defer { last = (frame.index, frame.timestamp) }
      return last
    }
    var rate = ""
    if let before, frame.timestamp > before.time {
      let frames = Double(frame.index - before.index)
      rate = ", \(Int(saturating: frames / frame.timestamp.seconds(since: before.time))) fps"
    }
    Console.progress("\(Self.describe(frame))\(rate)")
  }

  /// Removes the line.
  func clear() {
    if isShown { Console.progress("") }
  }

  private static func describe(_ frame: SessionFrame) -> String {
    let reason = frame.trackingState.reason.map { " (\($0.rawValue))" } ?? ""
    let tracked = frame.faces.count(where: \.isTracked)
    return "frame \(frame.index), \(frame.trackingState.name)\(reason), "
      + "\(tracked) \(tracked == 1 ? "face" : "faces"), "
      + "\(frame.planes.count) \(frame.planes.count == 1 ? "plane" : "planes")"
  }
}
