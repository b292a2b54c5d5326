import SpatialMath

/// What a session says when it begins to deliver.
public struct SessionStart: Sendable, Equatable {
  /// The session's zero: the capture time of its first frame ever.
  public var zero: Timestamp
  /// What runs from here on.
  public var configuration: SessionConfiguration
  /// What each camera delivers, the leading camera first.
  public var cameras: [Camera]

  /// A camera and what it delivers.
  public struct Camera: Sendable, Equatable {
    /// The role.
    public var role: CameraRole
    /// What is delivered.
    public var format: CameraFormat

    /// Creates a camera.
    public init(role: CameraRole, format: CameraFormat) {
      self.role = role
      self.format = format
    }
  }

  /// Creates a start.
  public init(zero: Timestamp, configuration: SessionConfiguration, cameras: [Camera]) {
    self.zero = zero
    self.configuration = configuration
    self.cameras = cameras
  }
}

/// Why a session no longer delivers.
public enum SessionStopReason: String, Sendable {
  /// The program paused it.
  case paused
  /// The leading camera's material is at its end.
  case ended
  /// It failed.
  case failed
}

/// Something that happened in a session.
///
/// The events of one frame come in this order: `trackingStateChanged`, `frame`, `anchorsRemoved`,
/// `anchorsAdded`, `anchorsUpdated`; they all carry the frame's capture time.
public enum SessionEvent: Sendable {
  /// The session delivers from here on; comes right before the first frame after each `run`.
  case started(SessionStart)
  /// How well the camera's place is known has changed.
  case trackingStateChanged(TrackingState, time: Timestamp)
  /// A picture of the leading camera with all that is known at it.
  case frame(SessionFrame)
  /// New anchors.
  case anchorsAdded([Anchor], time: Timestamp)
  /// Anchors with new values; a face is listed once for each of its pictures.
  case anchorsUpdated([Anchor], time: Timestamp)
  /// Anchors that are gone, with their last values.
  case anchorsRemoved([Anchor], time: Timestamp)
  /// A camera stopped delivering; the text says why and what to try.
  case interrupted(CameraRole, reason: String, time: Timestamp)
  /// A camera delivers again.
  case interruptionEnded(CameraRole, time: Timestamp)
  /// The session failed; `stopped` follows.
  case failed(SessionError, time: Timestamp)
  /// The session delivers no more until the next `run`; the count is of all frames so far.
  case stopped(SessionStopReason, frames: Int, time: Timestamp)

  /// When it happened on the session's clock; for `started`, the session's zero.
  public var time: Timestamp {
    switch self {
    case .started(let start): start.zero
    case .frame(let frame): frame.timestamp
    case .trackingStateChanged(_, let time), .anchorsAdded(_, let time),
      .anchorsUpdated(_, let time), .anchorsRemoved(_, let time), .interrupted(_, _, let time),
      .interruptionEnded(_, let time), .failed(_, let time), .stopped(_, _, let time):
      time
    }
  }
}
