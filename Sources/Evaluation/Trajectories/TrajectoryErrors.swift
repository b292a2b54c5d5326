import SpatialMath

/// How far an estimated trajectory is from the true one.
package struct TrajectoryErrors: Sendable, Equatable {
  /// Numbers that describe a list of errors.
  package struct Spread: Sendable, Equatable {
    /// Root of the mean square, mean, median and largest value.
    package var rmse: Double, mean: Double, median: Double, max: Double

    /// Creates the numbers; nil for an empty list.
    package init?(_ errors: [Double]) {
      guard !errors.isEmpty else { return nil }
      let n = Double(errors.count)
      let sorted = errors.sorted()
      rmse = (errors.reduce(0) { $0 + $1 * $1 } / n).squareRoot()
      mean = errors.reduce(0, +) / n
      let middle = sorted.count / 2
      median =
        sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
      max = sorted[sorted.count - 1]
    }
  }

  /// Pairs of an estimate and the truth.
  package var pairs: Int
  /// Absolute error after the best similarity (scale free), metres.
  package var similar: Spread
  /// Absolute error after the best rigid motion (scale kept), metres.
  package var rigid: Spread
  /// The true size over the estimated one.
  package var scale: Double
  /// Error of the motion over `interval`, metres and degrees; the estimate's scale corrected.
  package var relative: Spread?
  /// Error of the turn over `interval`, degrees.
  package var relativeRotation: Spread?
  /// Root mean square of the change of the absolute error from one pair to the next, metres.
  package var jitter: Double
  /// Mean angle between "up" as estimated and in truth, seen from the camera, degrees.
  package var gravity: Double?

  /// Compares pairs of poses.
  ///
  /// - Parameters:
  ///   - estimate: poses in order of time.
  ///   - truth: the true pose of each.
  ///   - times: seconds of each.
  ///   - interval: seconds over which relative motion is compared.
  ///   - up: the true world's up direction, when known; the estimate's is +Y.
  /// - Throws: `EvaluationError.nothingToCompare` for fewer than three pairs or no motion.
  package init(
    estimate: [Pose], truth: [Pose], times: [Double], interval: Double = 1, up: Vector3? = nil
  ) throws(EvaluationError) {
    let source = estimate.map(\.translation)
    let target = truth.map(\.translation)
    guard Self.moves(target),
      let similarity = Similarity(from: source, to: target, fitsScale: true),
      let motion = Similarity(from: source, to: target, fitsScale: false),
      let similar = Spread(Self.distances(source, target, similarity)),
      let rigid = Spread(Self.distances(source, target, motion))
    else {
      throw .nothingToCompare(
        "there are \(estimate.count) pairs of poses, or no motion in them; "
          + "at least three and some motion are needed")
    }
    pairs = estimate.count
    self.similar = similar
    self.rigid = rigid
    scale = similarity.scale
    let offsets = zip(source, target).map { similarity.act($0) - $1 }
    let changes = zip(offsets.dropFirst(), offsets).map { ($0 - $1).lengthSquared }
    jitter = (changes.reduce(0, +) / Double(max(1, changes.count))).squareRoot()
    let relatives = Self.relatives(estimate, truth, times, interval, similarity.scale)
    relative = Spread(relatives.map(\.distance))
    relativeRotation = Spread(relatives.map(\.degrees))
    gravity = up.map { Self.gravityError(estimate, truth, $0) }
  }

  /// Whether not all places are one: fitted to a single one, every error would be zero.
  private static func moves(_ places: [Vector3]) -> Bool {
    places.contains { $0 != places.first }
  }

  /// Compares two trajectories, each estimate with the truth nearest in time.
  ///
  /// - Parameters:
  ///   - estimate: the poses to judge.
  ///   - truth: the true poses.
  ///   - offset: seconds to add to the estimate's times to get the truth's.
  ///   - tolerance: how far apart in time a pose and its truth may be, seconds.
  ///   - up: the true world's up direction, when known.
  /// - Throws: `EvaluationError.nothingToCompare`.
  package init(
    estimate: Trajectory, truth: Trajectory, offset: Double = 0, tolerance: Double = 0.02,
    up: Vector3? = nil
  ) throws(EvaluationError) {
    let pairs = estimate.samples.compactMap { sample in
      truth.nearest(to: sample.time + offset, within: tolerance).map { (sample, $0.pose) }
    }
    try self.init(
      estimate: pairs.map(\.0.pose), truth: pairs.map(\.1), times: pairs.map(\.0.time), up: up)
  }

  private static func distances(
    _ source: [Vector3], _ target: [Vector3], _ fit: Similarity
  ) -> [Double] {
    zip(source, target).map { (fit.act($0) - $1).length }
  }

  /// The errors of the motions between poses that lie `interval` apart.
  private static func relatives(
    _ estimate: [Pose], _ truth: [Pose], _ times: [Double], _ interval: Double, _ scale: Double
  ) -> [(distance: Double, degrees: Double)] {
    var result: [(distance: Double, degrees: Double)] = []
    var j = 0
    for i in estimate.indices {
      while j < estimate.count, times[j] - times[i] < interval - 1e-6 { j += 1 }
      guard j < estimate.count else { break }
      // A gap in the tracking makes no pair.
      if times[j] - times[i] > interval * 1.1 { continue }
      var motion = estimate[i].inverse * estimate[j]
      motion.translation *= scale
      let error = (truth[i].inverse * truth[j]).inverse * motion
      result.append((error.translation.length, error.rotation.angle * 180 / .pi))
    }
    return result
  }

  private static func gravityError(
    _ estimate: [Pose], _ truth: [Pose], _ up: Vector3
  ) -> Double {
    let angles = zip(estimate, truth).map { estimated, true_ in
      degrees(
        between: estimated.rotation.inverse.act(Vector3(0, 1, 0)),
        and: true_.rotation.inverse.act(up.normalized))
    }
    return angles.reduce(0, +) / Double(max(1, angles.count))
  }
}

/// The angle between two unit vectors in degrees.
func degrees(between a: Vector3, and b: Vector3) -> Double {
  Quaternion(from: a, to: b).angle * 180 / .pi
}
