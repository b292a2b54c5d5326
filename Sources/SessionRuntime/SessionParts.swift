import SessionCore
import SpatialMath
import SystemSupport

/// The concrete parts that a session is joined from.
public struct SessionParts: Sendable {
  /// Makes a camera's source; called on its capture thread at every start, also after a pause.
  ///
  /// Slow preparations belong here, not into `FrameSource.start`.
  public var makeSource: @Sendable (CameraRole) throws(SessionError) -> any FrameSource
  /// Makes the face tracker; called on its own thread.
  public var makeFaceTracker:
    @Sendable (SessionConfiguration) throws(SessionError) -> any FaceTracker
  /// Makes the world tracker; called on its own thread, again when `worldAlignment` changes.
  public var makeWorldTracker:
    @Sendable (SessionConfiguration) throws(SessionError) -> any WorldTracker
  /// The rig: rear camera from front camera.
  public var rearFromFront = SessionParts.backToBack
  /// Real time, or lock-step with every picture processed.
  public var pacing = Pacing.realTime
  /// The depth camera; nil for none.
  public var depth: DepthParts?
  /// Where identifiers come from.
  ///
  /// The same seed gives the same identifiers. Nil draws one.
  public var seed: UInt64?
  /// Whether a session over two cameras goes on with one when the other cannot be opened.
  ///
  /// It then says so by an interruption of that camera and in `SessionFrame.staleCameras`. Where
  /// the leading camera is missing, the other one's pictures make the frames; in lock-step the
  /// leading camera is needed.
  public var toleratesMissingCamera = false
  /// The clock of live pictures; not asked in lock-step.
  public var now: @Sendable () -> Timestamp = { MonotonicClock.now() }

  /// Two cameras in one place that look in opposite directions: 180° about Y.
  public static let backToBack = Pose(
    rotation: Quaternion(imaginary: Vector3(0, 1, 0), real: 0))

  /// Creates parts in real time with the default rig.
  public init(
    makeSource: @escaping @Sendable (CameraRole) throws(SessionError) -> any FrameSource,
    makeFaceTracker:
      @escaping @Sendable (SessionConfiguration) throws(SessionError) -> any FaceTracker,
    makeWorldTracker:
      @escaping @Sendable (SessionConfiguration) throws(SessionError) -> any WorldTracker
  ) {
    self.makeSource = makeSource
    self.makeFaceTracker = makeFaceTracker
    self.makeWorldTracker = makeWorldTracker
  }
}

/// The part of a session that delivers depth.
public struct DepthParts: Sendable {
  /// Makes the depth camera's source; called on its thread at every start, also after a pause.
  public var makeSource: @Sendable () throws(SessionError) -> any FrameSource
  /// Metres of one unit of the source's `depth16` pictures.
  public var metresPerUnit: Double
  /// Whether it stamps with the session's clock by itself, so that it may start before the first
  /// frame.
  public var isLive: Bool
  /// Whether the session goes on without it when it cannot be opened.
  public var isOptional: Bool

  /// Creates a part.
  public init(
    metresPerUnit: Double, isLive: Bool, isOptional: Bool = false,
    makeSource: @escaping @Sendable () throws(SessionError) -> any FrameSource
  ) {
    self.metresPerUnit = metresPerUnit
    self.isLive = isLive
    self.isOptional = isOptional
    self.makeSource = makeSource
  }
}
