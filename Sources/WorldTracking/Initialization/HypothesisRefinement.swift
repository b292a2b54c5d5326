import SpatialMath

/// Improves motion hypotheses by bundle adjustment over the same views, so that their costs can be
/// compared.
struct HypothesisRefinement {
  /// Image points by view, then track: the first view, the newest, then some between.
  let places: [[Vector2]]
  let focalLength: Double
  let parameters: TrackingParameters

  private static let steps = 15, flatSteps = 20
  /// The most a track can cost in a view, squared pixels, and the residual up to which it counts as
  /// explained, pixels.
  private static let costLimit = 4.0
  private static let explained = 2.0
  /// The least depth in baselines after refinement.
  private static let leastDepth = 0.02

  /// Bounds of a mirrored inverse depth, of the median.
  private static let mirroredDepths = 0.2...3.0
  /// The relative sigma of the depths while motions are looked for from a flat start.
  private static let flatSigma = 0.5

  /// The hypothesis with refined motion, points, cost, residual and parallax.
  func refined(_ hypothesis: MotionHypothesis) -> MotionHypothesis {
    var result = hypothesis
    var (problem, tracks) = problem(hypothesis)
    _ = BundleAdjuster.solve(&problem, steps: Self.steps)
    result.motion = problem.poses[1]
    judge(&result, problem, tracks)
    return result
  }

  /// The motion found from a scene taken to be flat, and the one that its mirror image explains.
  ///
  /// At little parallax what is near and what is far can change places together with the motion's
  /// direction (Necker's reversal), and neither need be among the motions of two views' matrices: they
  /// are what the others must be told from.
  func opposites(turn: Matrix3x3) -> [MotionHypothesis] {
    let flat = fromDepths(
      places[0].map { _ in 1 }, motion: RigidMotion(rotation: turn, translation: .zero))
    let inverse = flat.points.map { x in x.map { 1 / max(Self.leastDepth, $0.z) } }
    let median = Statistics.quantile(of: inverse.compactMap { $0 }, 0.5, or: 1)
    let (least, most) = (
      Self.mirroredDepths.lowerBound * median, Self.mirroredDepths.upperBound * median
    )
    let mirrored = inverse.map { min(max(2 * median - ($0 ?? median), least), most) }
    let back = RigidMotion(rotation: turn, translation: -flat.motion.translation)
    return [flat, fromDepths(mirrored, motion: back)]
  }

  /// The motion that is found from guesses of the inverse depths: held by them at first, then free.
  private func fromDepths(_ inverse: [Double], motion: RigidMotion) -> MotionHypothesis {
    var result = MotionHypothesis(motion: motion)
    result.points = zip(places[0], inverse).map { Vector3($0, 1) / $1 }
    var (problem, tracks) = problem(result, depthSigma: Self.flatSigma)
    let information = 1 / (Self.flatSigma * Self.flatSigma)
    problem.priors = inverse.map {
      BundleProblem.DepthPrior(
        row: Vector3(0, 0, 1), offset: 0, inverseDepth: $0, information: information)
    }
    _ = BundleAdjuster.solve(&problem, steps: Self.flatSteps)
    problem.priors = problem.priors.map { _ in nil }
    _ = BundleAdjuster.solve(&problem, steps: Self.steps)
    result.motion = problem.poses[1]
    judge(&result, problem, tracks)
    return result
  }

  /// The adjustment of a hypothesis's motion and points over all views, and the tracks of its points.
  private func problem(
    _ hypothesis: MotionHypothesis, depthSigma: Double = 0
  ) -> (BundleProblem, tracks: [Int]) {
    var problem = BundleProblem(focalLength: focalLength, huber: parameters.huber)
    problem.poses = [RigidMotion(), hypothesis.motion]
    if depthSigma > 0 { problem.poses[1] = pose(of: 1, hypothesis, depthSigma: depthSigma) }
    var tracks: [Int] = []
    for (i, x) in hypothesis.points.enumerated() {
      guard let x else { continue }
      tracks.append(i)
      problem.points.append(x)
    }
    problem.priors = [BundleProblem.DepthPrior?](repeating: nil, count: tracks.count)
    for view in places.indices.dropFirst(2) {
      problem.poses.append(pose(of: view, hypothesis, depthSigma: depthSigma))
    }
    for (q, i) in tracks.enumerated() {
      for view in places.indices {
        problem.observations.append(
          .init(pose: Int32(view), point: Int32(q), place: places[view][i]))
      }
    }
    return (problem, tracks)
  }

  /// A view's pose by the hypothesis's points.
  private func pose(
    of view: Int, _ hypothesis: MotionHypothesis, depthSigma: Double
  ) -> RigidMotion {
    // From a flat start the turn is known already.
    hypothesis.pose(
      at: places[view], near: depthSigma > 0 ? hypothesis.motion : RigidMotion(), focalLength,
      parameters, depthSigma: depthSigma)
  }

  /// Costs over **all** tracks: a hypothesis with fewer points gains nothing by it.
  private func judge(
    _ h: inout MotionHypothesis, _ problem: BundleProblem, _ tracks: [Int]
  ) {
    h.trackCosts = [Double](repeating: Self.costLimit, count: h.points.count)
    var residuals: [Double] = []
    var parallaxes: [Double] = []
    for (q, i) in tracks.enumerated() {
      let x = problem.points[q]
      let fit = fit(of: x, track: i, problem.poses)
      h.trackCosts[i] = fit.cost
      guard fit.worst < Self.explained else {
        h.points[i] = nil
        continue
      }
      h.points[i] = x
      residuals.append(fit.worst)
      parallaxes.append(h.parallax(of: x))
    }
    h.poses = problem.poses
    h.cost = h.trackCosts.reduce(0, +) / Double(max(1, h.points.count))
    h.residual = Statistics.quantile(&residuals, 0.5) ?? .infinity
    h.parallax = Statistics.quantile(&parallaxes, 0.5) ?? 0
  }

  /// The largest residual over the views in pixels, and the mean cost a view.
  private func fit(
    of x: Vector3, track: Int, _ poses: [RigidMotion]
  ) -> (worst: Double, cost: Double) {
    guard x.z > Self.leastDepth, poses[1].act(x).z > Self.leastDepth else {
      return (.infinity, Self.costLimit)
    }
    var (worst, sum) = (0.0, 0.0)
    for (view, pose) in poses.enumerated() {
      let e = (pose.act(x).imagePoint - places[view][track]).length * focalLength
      worst = max(worst, e)
      sum += min(Self.costLimit, e * e)
    }
    return (worst, sum / Double(poses.count))
  }
}
