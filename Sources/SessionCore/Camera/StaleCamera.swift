import SpatialMath

/// A camera of a running session that delivers nothing at the moment.
public struct StaleCamera: Sendable, Equatable {
  /// Which camera.
  public var role: CameraRole
  /// The capture time of its last picture; where it has delivered none, when that was noticed.
  public var since: Timestamp
  /// Why, and what to try.
  public var reason: String

  /// Creates a record.
  public init(role: CameraRole, since: Timestamp, reason: String) {
    self.role = role
    self.since = since
    self.reason = reason
  }
}
