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
    let (difference, isTooLarge) = nanoseconds.subtractingReportingOverflow(other.nanoseconds)
    return isTooLarge
      ? (Double(nanoseconds) - Double(other.nanoseconds)) * 1e-9 : Double(difference) * 1e-9
  }

  /// The timestamp a number of seconds later; the last or first one there is where that lies
  /// beyond, some 292 years from zero.
  @inlinable public func advanced(bySeconds seconds: Double) -> Timestamp {
    let step = Int64(saturating: seconds * 1e9)
    let (sum, isTooLarge) = nanoseconds.addingReportingOverflow(step)
    return Timestamp(nanoseconds: isTooLarge ? (step < 0 ? .min : .max) : sum)
  }
}
