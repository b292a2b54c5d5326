import SessionCore
import SpatialMath

/// How much of a session is wanted.
package enum SessionLimit: Sendable, Equatable {
  /// Until the material ends or someone stops it.
  case none
  /// So many frames.
  case frames(Int)
  /// So many seconds of session time.
  case seconds(Double)

  /// Half a millisecond: 300 pictures at 30 a second are 10 seconds, not one more.
  private static let slack = 0.0005

  /// Whether a frame lies beyond the limit.
  package func excludes(_ frame: SessionFrame, zero: Timestamp) -> Bool {
    switch self {
    case .none: false
    case .frames(let count): frame.index >= count
    case .seconds(let seconds): frame.timestamp.seconds(since: zero) > seconds - Self.slack
    }
  }

  /// Whether a frame is the last one within the limit, by what is known at it.
  ///
  /// - Parameters:
  ///   - frame: the newest frame.
  ///   - zero: the session's zero.
  ///   - interval: seconds to the next frame, as promised.
  /// - Returns: true when the next frame would lie beyond.
  package func isReached(by frame: SessionFrame, zero: Timestamp, interval: Double) -> Bool {
    switch self {
    case .none: false
    case .frames(let count): frame.index + 1 >= count
    case .seconds(let seconds):
      frame.timestamp.seconds(since: zero) + interval > seconds - Self.slack
    }
  }
}
