/// A moment on the session's clock: nanoseconds of CLOCK_MONOTONIC, or of a replay's own clock.
@frozen public struct Timestamp: Sendable, Hashable, Comparable {
  /// Nanoseconds since the clock's zero.
  public var nanoseconds: Int64

  /// Creates a timestamp from nanoseconds.
  @inlinable public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// The clock's zero.
  public static let zero = Timestamp(nanoseconds: 0)

  /// Earlier before later.
  @inlinable public static func < (a: Timestamp, b: Timestamp) -> Bool {
    a.nanoseconds < b.nanoseconds
  }

  /// The seconds from another timestamp to this one; negative when the other is later.
  @inlinable public func seconds(since other: Timestamp) -> Double {
    Double(nanoseconds - other.nanoseconds) * 1e-9
  }

  /// The timestamp a number of seconds later.
  @inlinable public func advanced(bySeconds seconds: Double) -> Timestamp {
    Timestamp(nanoseconds: nanoseconds + Int64((seconds * 1e9).rounded()))
  }
}
