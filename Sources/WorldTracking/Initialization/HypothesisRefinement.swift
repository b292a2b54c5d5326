import SpatialMath

/// Improves motion hypotheses by bundle adjustment over the same views, so that their costs can be
/// compared.
struct HypothesisRefinement {
  /// Image points by view, then track: the first view, the newest, then some between.
  let places: [[Vector2]]
  let focalLength: Double
  let parameters: TrackingParameters

  private static let steps = 15
  /// The most a track can cost, and the residual up to which it counts as explained, pixels.
  private static let costLimit = 9.0
  private static let explained = 2.0
  /// The least depth in baselines after refinement.
  private static let leastDepth = 0.02

  /// The hypothesis with refined motion, points, cost, residual and parallax.
  func refined(_ hypothesis: MotionHypothesis) -> MotionHypothesis {
    var result = hypothesis
    var problem = BundleProblem(focalLength: focalLength, huber: parameters.huber)
    problem.poses = [RigidMotion(), hypothesis.motion]
    var tracks: [Int] = []
    for (i, x) in hypothesis.points.enumerated() {
      guard let x else { continue }
      tracks.append(i)
      problem.points.append(x)
    }
    problem.priors = [BundleProblem.DepthPrior?](repeating: nil, count: tracks.count)
    for view in places.indices.dropFirst(2) { problem.poses.append(pose(of: view, hypothesis)) }
    for (q, i) in tracks.enumerated() {
      for view in places.indices {
        problem.observations.append(
          .init(pose: Int32(view), point: Int32(q), place: places[view][i]))
      }
    }
    _ = BundleAdjuster.solve(&problem, steps: Self.steps)
    result.motion = problem.poses[1]
    judge(&result, problem, tracks)
    return result
  }

  /// A view's pose by the hypothesis's points.
  private func pose(of view: Int, _ hypothesis: MotionHypothesis) -> RigidMotion {
    var observations: [PoseObservation] = []
    for (i, x) in hypothesis.points.enumerated() {
      guard let x else { continue }
      observations.append(
        PoseObservation(
          position: x, point: places[view][i], anchorCenter: .zero, depthSigma: 0))
    }
    var pose = RigidMotion()
    var sigma = 1.0
    _ = PoseOptimizer(focalLength: focalLength, parameters: parameters)
      .optimize(&pose, &observations, prior: nil, sigma: &sigma)
    return pose
  }

  /// Costs over **all** tracks: a hypothesis with fewer points gains nothing by it.
  private func judge(
    _ h: inout MotionHypothesis, _ problem: BundleProblem, _ tracks: [Int]
  ) {
    var cost = Self.costLimit * Double(h.points.count - tracks.count)
    var residuals: [Double] = []
    var parallaxes: [Double] = []
    for (q, i) in tracks.enumerated() {
      let x = problem.points[q]
      let e = worstResidual(of: x, track: i, problem.poses)
      cost += min(Self.costLimit, e * e)
      guard e < Self.explained else {
        h.points[i] = nil
        continue
      }
      h.points[i] = x
      residuals.append(e)
      parallaxes.append(h.parallax(of: x))
    }
    h.cost = cost / Double(max(1, h.points.count))
    h.residual = Statistics.quantile(&residuals, 0.5) ?? .infinity
    h.parallax = Statistics.quantile(&parallaxes, 0.5) ?? 0
  }

  /// The largest residual over the views, pixels.
  private func worstResidual(of x: Vector3, track: Int, _ poses: [RigidMotion]) -> Double {
    guard x.z > Self.leastDepth, poses[1].act(x).z > Self.leastDepth else { return .infinity }
    var worst = 0.0
    for (view, pose) in poses.enumerated() {
      worst = max(worst, (pose.act(x).imagePoint - places[view][track]).length * focalLength)
    }
    return worst
  }
}
