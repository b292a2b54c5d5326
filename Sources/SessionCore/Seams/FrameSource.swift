import SpatialMath

/// How a source that is not a live camera keeps time.
public enum Pacing: Sendable, Equatable {
  /// Each picture at its time; a late consumer misses pictures.
  case realTime
  /// Each picture as soon as it is asked for; every picture is delivered.
  case asFastAsPossible
}

/// What a source delivers, fixed once it has started.
public struct CameraFormat: Sendable, Equatable {
  /// The kind's name in configurations and events: `v4l2`, `video`, `images`, `simulated`.
  public var sourceName: String
  /// Picture size in pixels.
  public var width: Int, height: Int
  /// Pictures a second, as promised.
  public var nominalRate: Double
  /// The lens.
  public var intrinsics: CameraIntrinsics

  /// Creates a format.
  public init(
    sourceName: String, width: Int, height: Int, nominalRate: Double, intrinsics: CameraIntrinsics
  ) {
    self.sourceName = sourceName
    self.width = width
    self.height = height
    self.nominalRate = nominalRate
    self.intrinsics = intrinsics
  }
}

/// What a source has counted since its start.
public struct FrameSourceStatistics: Sendable, Equatable {
  /// Pictures delivered.
  public var captured = 0
  /// Pictures that the driver says it lost (sequence gaps).
  public var droppedByDriver = 0
  /// Pictures that came but were skipped for newer ones.
  public var droppedByUs = 0
  /// Pictures that were damaged.
  public var corrupt = 0
  /// Pictures a second as the source gives them, skipped and lost ones included; nil when it does
  /// not measure.
  public var measuredRate: Double?
  /// How evenly pictures come: the standard deviation of the time from one to the next, seconds; nil
  /// when it is not measured.
  public var jitter: Double?

  /// Creates counters at zero.
  public init() {}
}

/// What comes out of a source.
public enum FrameSourceEvent: Sendable {
  /// A picture.
  case frame(CameraFrame)
  /// The camera stopped delivering; it may come back. The text says why and what to try.
  case interrupted(String)
  /// The camera delivers again; the next event is a picture.
  case resumed
  /// There are no more pictures.
  case ended
}

/// A camera, or what stands for one: the seam behind which V4L2 devices, video files, folders of
/// pictures, replays and simulated cameras are alike.
///
/// One thread calls `start`, then `next` until it returns `.ended` or throws; any thread may call
/// `stop` and read `statistics`.
public protocol FrameSource: AnyObject, Sendable {
  /// The camera's role.
  var role: CameraRole { get }
  /// What is delivered; final after `start`.
  var format: CameraFormat { get }
  /// The counters so far. Thread-safe.
  var statistics: FrameSourceStatistics { get }
  /// What a person should know although pictures come, in the order of its coming. Thread-safe.
  var notices: [String] { get }

  /// Opens the source.
  ///
  /// - Parameters:
  ///   - origin: the session's zero; recorded material starts there. Live cameras ignore it and
  ///     stamp with CLOCK_MONOTONIC.
  ///   - pacing: how recorded material keeps time; live cameras ignore it.
  /// - Throws: `SessionError` with what is wrong with the device or file.
  func start(origin: Timestamp, pacing: Pacing) throws(SessionError)

  /// Waits for what comes next. Timestamps never go back.
  ///
  /// - Throws: `SessionError` when the source is broken for good.
  func next() throws(SessionError) -> FrameSourceEvent

  /// Closes the source and makes a waiting `next` return `.ended`. May be called twice.
  func stop()
}

extension FrameSource {
  /// Nothing to say.
  public var notices: [String] { [] }
}
