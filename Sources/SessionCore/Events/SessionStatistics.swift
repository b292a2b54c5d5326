/// What a session has done so far, in numbers.
public struct SessionStatistics: Sendable, Equatable {
  /// One camera's counters.
  public struct Camera: Sendable, Equatable {
    /// What the camera gave: `captured` are all whole pictures that came, and of those `droppedByUs`
    /// were skipped for newer ones, by the capture thread or by a busy tracker.
    ///
    /// `captured + droppedByDriver + corrupt` is every picture that the camera took, and
    /// `captured - droppedByUs` every picture that a tracker saw.
    public var counters: FrameSourceStatistics
    /// Pictures a second, as promised.
    public var nominalRate: Double
    /// Pictures a second by their timestamps, of a live camera also those that were skipped or lost;
    /// nil before the second picture.
    public var measuredRate: Double?

    /// Creates counters.
    public init(counters: FrameSourceStatistics, nominalRate: Double, measuredRate: Double?) {
      self.counters = counters
      self.nominalRate = nominalRate
      self.measuredRate = measuredRate
    }
  }

  /// Seconds from the middle of a picture's exposure to `didUpdate` of its frame; without a delegate,
  /// to the frame's publication.
  public struct Latency: Sendable, Equatable {
    /// The median, and what 95 and 99 of 100 frames stay below.
    public var p50: Double, p95: Double, p99: Double

    /// Creates percentiles.
    public init(p50: Double, p95: Double, p99: Double) {
      self.p50 = p50
      self.p95 = p95
      self.p99 = p99
    }
  }

  /// The cameras that ran.
  public var cameras: [CameraRole: Camera] = [:]
  /// Frames published.
  public var frames = 0
  /// Seconds from the first frame to the last by their timestamps.
  public var duration = 0.0
  /// How late frames are; nil when time is not real.
  public var latency: Latency?
  /// CPU seconds of the process since the first `run`.
  public var cpuSeconds = 0.0
  /// CPU seconds of each stage by its name; the program may add stages of its own.
  public var stageSeconds: [String: Double] = [:]
  /// The process's largest resident size, bytes.
  public var peakMemoryBytes = 0
  /// Different faces that were given an anchor.
  public var faces = 0
  /// Updates of tracked faces.
  public var faceUpdates = 0
  /// Planes now.
  public var planes = 0
  /// Seconds in each tracking state.
  public var trackingStateSeconds: [TrackingState: Double] = [:]

  /// Creates statistics of nothing.
  public init() {}
}
