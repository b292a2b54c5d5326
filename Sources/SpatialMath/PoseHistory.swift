/// The recent poses of one moving thing, to be asked for any time near them.
///
/// Between two samples the pose is interpolated; before the first it is held. After the last the
/// motion of the last two samples goes on for at most `maximumExtrapolation` seconds and then
/// stops there: a camera's motion is steady over a frame or two and unknown beyond.
public struct PoseHistory: Sendable {
  /// A pose at a moment.
  public struct Sample: Sendable, Equatable {
    /// When.
    public var time: Timestamp
    /// Where.
    public var pose: Pose

    /// Creates a sample.
    public init(time: Timestamp, pose: Pose) {
      self.time = time
      self.pose = pose
    }
  }

  /// Samples in order of time, the newest last.
  public private(set) var samples: [Sample] = []
  /// How many samples are kept.
  public let capacity: Int
  /// How far the motion is carried on after the last sample, seconds.
  public let maximumExtrapolation: Double

  /// Creates an empty history.
  ///
  /// - Parameters:
  ///   - capacity: at least 2; the default holds two seconds at 30 pictures a second.
  ///   - maximumExtrapolation: seconds; the default is one and a half pictures at 30 a second.
  public init(capacity: Int = 64, maximumExtrapolation: Double = 0.05) {
    self.capacity = max(2, capacity)
    self.maximumExtrapolation = maximumExtrapolation
  }

  /// Adds a pose; a time that is not later than the last sample's replaces that sample.
  public mutating func append(_ pose: Pose, at time: Timestamp) {
    if let last = samples.last, time <= last.time { samples.removeLast() }
    if samples.count >= capacity { samples.removeFirst(samples.count - capacity + 1) }
    samples.append(Sample(time: time, pose: pose))
  }

  /// Forgets all samples.
  public mutating func removeAll() { samples.removeAll(keepingCapacity: true) }

  /// Expresses all poses in another result frame: each becomes `newFromOld * pose`.
  public mutating func move(by newFromOld: Pose) {
    for i in samples.indices { samples[i].pose = newFromOld * samples[i].pose }
  }

  /// The pose at a time; nil while there are no samples.
  ///
  /// - Complexity: O(n) from the newest sample backwards; the usual answer is among the last two.
  public func pose(at time: Timestamp) -> Pose? {
    guard let last = samples.last, let first = samples.first else { return nil }
    if time <= first.time { return first.pose }
    if time >= last.time { return extrapolated(to: time, from: last) }
    guard let after = samples.lastIndex(where: { $0.time <= time }) else { return first.pose }
    let a = samples[after]
    let b = samples[after + 1]
    return a.pose.interpolated(
      to: b.pose, fraction: time.seconds(since: a.time) / b.time.seconds(since: a.time))
  }

  private func extrapolated(to time: Timestamp, from last: Sample) -> Pose {
    let ahead = min(time.seconds(since: last.time), maximumExtrapolation)
    guard ahead > 0, samples.count >= 2 else { return last.pose }
    let before = samples[samples.count - 2]
    let step = last.time.seconds(since: before.time)
    // Two samples far apart say nothing about the speed now.
    guard step <= 4 * maximumExtrapolation else { return last.pose }
    return before.pose.interpolated(to: last.pose, fraction: 1 + ahead / step)
  }
}
