import SessionCore
import SpatialMath

/// What a world session's events are compared with.
package enum WorldTruth: Sendable {
  /// A truth stream: true poses and planes, gravity along −Y.
  case events(EventLog)
  /// A trajectory file, and the direction of "up" in it when it is known.
  case trajectory(Trajectory, up: Vector3?)

  /// Reads a truth stream, a trajectory file, or the folder of a data set (TUM, EuRoC, 7-Scenes),
  /// whichever it is.
  ///
  /// - Throws: `EvaluationError`.
  package init(contentsOf path: String, up: Vector3? = nil) throws(EvaluationError) {
    if let folder = try Trajectory(folder: path) {
      self = .trajectory(folder, up: up)
      return
    }
    self =
      try EventLog.isJSON(path: path)
      ? .events(try EventLog(contentsOf: path))
      : .trajectory(try Trajectory(contentsOf: path), up: up)
  }
}

/// Compares the rear camera's poses and the planes of a session with the truth.
package enum WorldEvaluation {
  /// How far apart in time a pose and its truth may be, seconds: less than a picture at 30 a second.
  static let timeTolerance = 0.02

  /// Makes the report.
  ///
  /// - Parameters:
  ///   - log: the session's events.
  ///   - truth: what they are compared with.
  ///   - timeOffset: seconds to add to the events' times to get the trajectory file's; nil takes
  ///     the first picture's where a folder tells it, else that of its first line. A truth stream
  ///     has the events' own times.
  /// - Returns: the numbers.
  /// - Throws: `EvaluationError.nothingToCompare` when there are no frames of a rear camera, or no
  ///   poses that could be compared.
  package static func evaluate(
    _ log: EventLog, against truth: WorldTruth, timeOffset: Double? = nil
  ) throws(EvaluationError) -> EvaluationReport {
    let life = TrackingLife(log.frames)
    let pairs = pairs(of: log.frames, truth, timeOffset)
    let up: Vector3? =
      switch truth {
      case .events: Vector3(0, 1, 0)
      case .trajectory(_, let up): up
      }
    let errors = try TrajectoryErrors(
      estimate: pairs.map(\.estimate), truth: pairs.map(\.truth), times: pairs.map(\.time), up: up)
    var metrics = life.metrics + metrics(of: errors)
    if case .events(let true_) = truth {
      let truthFromEstimate = Similarity.rigid(
        from: pairs.map(\.estimate), to: pairs.map(\.truth))
      metrics +=
        PlaneComparison(
          estimate: log, truth: true_, truthFromEstimate: truthFromEstimate
        ).metrics
    }
    return EvaluationReport(
      title: "world: \(log.frames.count) frames, \(pairs.count) poses compared", metrics: metrics)
  }

  /// Compares poses that another program has given, a TUM file with the session's times, with the
  /// truth.
  ///
  /// - Throws: `EvaluationError.nothingToCompare` when there are no poses that could be compared.
  package static func evaluate(
    _ estimate: Trajectory, against truth: WorldTruth, timeOffset: Double? = nil
  ) throws(EvaluationError) -> EvaluationReport {
    // Each pose as a frame of a session that was always tracked; pictures at 30 a second count.
    let frames = estimate.samples.map { sample in
      EventLog.Frame(
        index: estimate.countsPictures
          ? Int(sample.time) : Int((sample.time * Self.usualRate).rounded()),
        time: sample.time, role: .rear, worldFromRear: sample.pose, worldFromFront: nil,
        trackingState: .normal)
    }
    let pairs = pairs(of: frames, truth, timeOffset)
    let errors = try TrajectoryErrors(
      estimate: pairs.map(\.estimate), truth: pairs.map(\.truth), times: pairs.map(\.time),
      up: nil)
    return EvaluationReport(
      title: "world: \(frames.count) poses, \(pairs.count) compared",
      metrics: metrics(of: errors).filter { $0.name != "gravity-error" })
  }

  /// Pictures a second where a truth counts pictures and an estimate seconds.
  private static let usualRate = 30.0

  private static func pairs(
    of frames: [EventLog.Frame], _ truth: WorldTruth, _ timeOffset: Double?
  ) -> [(time: Double, estimate: Pose, truth: Pose)] {
    let trajectory: Trajectory
    let offset: Double
    switch truth {
    case .events(let log):
      trajectory = Trajectory(
        log.frames.compactMap { frame in
          frame.worldFromRear.map { Trajectory.Sample(time: frame.time, pose: $0) }
        })
      offset = 0
    case .trajectory(let given, _):
      trajectory = given
      offset = timeOffset ?? given.firstPicture ?? given.samples.first?.time ?? 0
    }
    return frames.compactMap { frame in
      guard frame.trackingState == .normal, let estimate = frame.worldFromRear else { return nil }
      let key = trajectory.countsPictures ? Double(frame.index) : frame.time + offset
      let tolerance = trajectory.countsPictures ? 0 : timeTolerance
      return trajectory.nearest(to: key, within: tolerance).map {
        (frame.time, estimate, $0.pose)
      }
    }
  }

  private static func metrics(of errors: TrajectoryErrors) -> [Metric] {
    [
      Metric("ate", errors.similar.rmse, "m", "absolute error, root mean square, scale corrected"),
      Metric("ate-mean", errors.similar.mean, "m", "its mean"),
      Metric("ate-median", errors.similar.median, "m", "its median"),
      Metric("ate-max", errors.similar.max, "m", "its largest value"),
      Metric("ate-metric", errors.rigid.rmse, "m", "absolute error with the scale as it is"),
      Metric("scale-error", abs(1 / errors.scale - 1) * 100, "%", "the world's size is wrong by"),
      Metric("rpe", errors.relative?.rmse, "m", "error of the motion over one second"),
      Metric("rpe-rotation", errors.relativeRotation?.rmse, "°", "error of the turn over it"),
      Metric(
        "jitter", errors.jitter * 1000, "mm", "error from picture to picture, root mean square"),
      Metric("gravity-error", errors.gravity, "°", "angle between 'up' and true 'up', mean"),
    ]
  }
}

/// How long tracking held.
struct TrackingLife {
  private let frames: [EventLog.Frame]
  private let first: Int?

  init(_ frames: [EventLog.Frame]) {
    self.frames = frames
    first = frames.firstIndex { $0.trackingState == .normal }
  }

  var metrics: [Metric] {
    let after = first.map { frames[$0...] } ?? []
    let tracked = after.count { $0.trackingState == .normal }
    let coverage = after.isEmpty ? nil : 100 * Double(tracked) / Double(after.count)
    let losses = zip(after, after.dropFirst()).count { before, now in
      before.trackingState == .normal && now.trackingState != .normal
    }
    return [
      Metric("first-pose", first.map(Double.init), "", "frames before the first pose"),
      Metric(
        "start-time", first.map { frames[$0].time - frames[0].time }, "s",
        "seconds to the first pose"),
      Metric("coverage", coverage, "%", "frames tracked from the first pose on"),
      Metric("lost", coverage.map { 100 - $0 }, "%", "frames not tracked from the first pose on"),
      Metric("losses", first.map { _ in Double(losses) }, "", "times that tracking was lost"),
      Metric(
        "relocalization-time",
        absences.isEmpty ? nil : absences.reduce(0, +) / Double(absences.count),
        "s", "seconds until it was found again, mean"),
      Metric("relocalization-max", absences.max(), "s", "the longest"),
    ]
  }

  /// Seconds from each loss until tracking was normal again, or to the end.
  private var absences: [Double] {
    guard let first else { return [] }
    var absences: [Double] = []
    var lostAt: Double?
    for frame in frames[first...] {
      if frame.trackingState == .normal {
        if let lostAt { absences.append(frame.time - lostAt) }
        lostAt = nil
      } else {
        lostAt = lostAt ?? frame.time
      }
    }
    if let lostAt, let last = frames.last { absences.append(last.time - lostAt) }
    return absences
  }
}
