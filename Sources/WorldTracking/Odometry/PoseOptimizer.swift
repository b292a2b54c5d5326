import SpatialMath

/// A point of the map and where the camera saw it.
package struct PoseObservation {
  /// The point in map space.
  package var position: Vector3
  /// The measured image point.
  package var point: Vector2
  /// The camera centre from which the point's depth is counted.
  package var anchorCenter: Vector3
  /// The relative sigma of that depth: 0.5 is hardly known, 0.01 well known.
  package var depthSigma: Double
  /// Whether it agrees with the pose.
  package var isInlier = true

  /// Creates an observation.
  package init(position: Vector3, point: Vector2, anchorCenter: Vector3, depthSigma: Double) {
    self.position = position
    self.point = point
    self.anchorCenter = anchorCenter
    self.depthSigma = depthSigma
  }
}

/// A camera's pose from points: robust least squares on the reprojection error.
///
/// The uncertainty of each depth is marginalised: the residual's covariance is
/// S = σ²·I + rel²·j·jᵀ, where j is how the pixel moves with the logarithm of the depth. A point of
/// unknown depth thus still holds the rotation and the direction across its epipolar line, and
/// nothing along it.
package struct PoseOptimizer {
  /// Pixels a unit of an image point.
  var focalLength: Double
  var parameters: TrackingParameters

  /// A weak pull of the camera's centre.
  package struct Prior {
    /// Where it pulls to.
    package var center: Vector3
    /// In map units.
    package var sigma: Double

    /// Creates a pull.
    package init(center: Vector3, sigma: Double) {
      self.center = center
      self.sigma = sigma
    }
  }

  /// Creates an optimiser for image points measured in pixels by a focal length.
  package init(focalLength: Double, parameters: TrackingParameters) {
    self.focalLength = focalLength
    self.parameters = parameters
  }

  private static let maximumSteps = 12
  /// Huber's weight while it converges, then one that lets outliers go altogether.
  private static let robustSteps = 4
  private static let huber = 1.345
  /// Where the Geman-McClure weight has fallen to a quarter, squared sigmas.
  private static let gemanMcClure = 6.0
  /// The median of a chi-square distribution with two degrees of freedom.
  private static let chiSquareMedian = 1.386
  private static let startSigma = 4.0
  private static let maximumSigma = 6.0
  private static let smallStep = 1e-6
  /// Three points give a pose; six give one worth having.
  private static let leastPoints = 6

  /// The residual of one observation.
  private struct Residual {
    /// In the camera.
    var point: Vector3
    /// Pixels.
    var error: Vector2
    /// How the pixel moves with the relative depth's sigma.
    var along: Vector2
  }

  /// Improves a pose and marks the inliers.
  ///
  /// `sigma` gets the robust sigma of the residuals in pixels. Returns the number of inliers; 0 when
  /// there are too few points.
  package func optimize(
    _ cameraFromMap: inout RigidMotion, _ observations: inout [PoseObservation], prior: Prior?,
    sigma: inout Double
  ) -> Int {
    var s = Self.startSigma
    var squares: [Double] = []
    squares.reserveCapacity(observations.count)
    for step in 0..<Self.maximumSteps {
      var system = NormalEquations6()
      squares.removeAll(keepingCapacity: true)
      observations.withUnsafeBufferPointer { list in
        for o in list {
          guard let r = residual(o, cameraFromMap) else { continue }
          let square = system.add(r, focalLength, s * s) { square in
            Self.weight(square, isLate: step >= Self.robustSteps)
          }
          squares.append(square)
        }
      }
      guard squares.count >= Self.leastPoints else { return 0 }
      if let prior { system.add(prior, cameraFromMap) }
      guard let (turn, shift) = system.solve() else { return 0 }
      cameraFromMap.perturb(rotation: turn, translation: shift)
      let median = Statistics.quantile(&squares, 0.5) ?? Self.chiSquareMedian
      s = s * (median / Self.chiSquareMedian).squareRoot()
      s = max(parameters.minimumSigma, min(Self.maximumSigma, s))
      if step > 5, turn.length < Self.smallStep, shift.length < Self.smallStep { break }
    }
    cameraFromMap.orthonormalize()
    sigma = s
    return gate(&observations, cameraFromMap, sigma: s)
  }

  /// Marks and counts the observations that agree with a pose.
  package func gate(
    _ observations: inout [PoseObservation], _ cameraFromMap: RigidMotion, sigma: Double
  ) -> Int {
    let s2 = sigma * sigma
    let limit = parameters.gate * parameters.gate
    var count = 0
    for i in observations.indices {
      observations[i].isInlier = false
      guard let r = residual(observations[i], cameraFromMap) else { continue }
      let a = r.along.dot(r.error)
      let square = (r.error.lengthSquared - a * a / (s2 + r.along.lengthSquared)) / s2
      if square < limit {
        observations[i].isInlier = true
        count += 1
      }
    }
    return count
  }

  @inline(__always) private func residual(
    _ o: PoseObservation, _ cameraFromMap: RigidMotion
  ) -> Residual? {
    let y = cameraFromMap.act(o.position)
    guard y.z >= Triangulation.minimumDepth else { return nil }
    let n = y.imagePoint
    let moved = cameraFromMap.rotation * (o.position - o.anchorCenter)
    let k = focalLength / y.z * o.depthSigma
    return Residual(
      point: y, error: (n - o.point) * focalLength,
      along: Vector2(moved.x - n.x * moved.z, moved.y - n.y * moved.z) * k)
  }

  @inline(__always) private static func weight(_ square: Double, isLate: Bool) -> Double {
    if isLate {
      let d = 1 + square / gemanMcClure
      return 1 / (d * d)
    }
    let m = square.squareRoot()
    return m < huber ? 1 : huber / m
  }

  /// H · δ = g for a pose's six parameters: rotation vector and translation, from the left.
  private struct NormalEquations6 {
    var rr = Matrix3x3.zero
    var rt = Matrix3x3.zero
    var tt = Matrix3x3.zero
    var gr = Vector3.zero
    var gt = Vector3.zero

    /// Adds an observation; returns its squared Mahalanobis length.
    @inline(__always) mutating func add(
      _ r: Residual, _ focalLength: Double, _ s2: Double, weight: (Double) -> Double
    ) -> Double {
      // W = (I − j·jᵀ / (σ² + |j|²)) / σ², the inverse of the residual's covariance.
      let c = 1 / (s2 + r.along.lengthSquared)
      let (jx, jy, ex, ey) = (r.along.x, r.along.y, r.error.x, r.error.y)
      let wxx = (1 - jx * jx * c) / s2
      let wxy = -jx * jy * c / s2
      let wyy = (1 - jy * jy * c) / s2
      let (wex, wey) = (wxx * ex + wxy * ey, wxy * ex + wyy * ey)
      let square = ex * wex + ey * wey
      let w = weight(square)
      // D = f/z · [1 0 −x; 0 1 −y]: how the pixel moves with the camera-space point.
      let k = focalLength / r.point.z
      let n = r.point.imagePoint
      let a = w * k * k
      let (dx, dy) = (-(wxx * n.x + wxy * n.y), -(wxy * n.x + wyy * n.y))
      let dwd = Matrix3x3(
        columns: Vector3(a * wxx, a * wxy, a * dx), Vector3(a * wxy, a * wyy, a * dy),
        Vector3(a * dx, a * dy, -a * (n.x * dx + n.y * dy)))
      let g = Vector3(wex, wey, -(wex * n.x + wey * n.y)) * (-w * k)
      // The rotation's derivative is −D·[Y]×, so its rows follow by crossing with Y.
      let crossed = dwd.crossed(by: r.point)
      tt = tt + dwd
      rt = rt + crossed
      rr = rr + crossed.transpose.crossed(by: r.point)
      gt += g
      gr += r.point.cross(g)
      return square
    }

    /// Adds the pull of the camera's centre: its derivative by the translation is −Rᵀ.
    mutating func add(_ prior: Prior, _ cameraFromMap: RigidMotion) {
      let w = 1 / (prior.sigma * prior.sigma)
      tt = tt + Matrix3x3(diagonal: Vector3(repeating: w))
      gt += cameraFromMap.rotation * (cameraFromMap.center - prior.center) * w
    }

    func solve() -> (rotation: Vector3, translation: Vector3)? {
      var h = [Double](repeating: 0, count: 36)
      for i in 0..<3 {
        for j in 0..<3 {
          h[i * 6 + j] = rr[i, j]
          h[i * 6 + 3 + j] = rt[i, j]
          h[(i + 3) * 6 + j] = rt[j, i]
          h[(i + 3) * 6 + 3 + j] = tt[i, j]
        }
        h[i * 7] += 1e-9
        h[(i + 3) * 7] += 1e-9
      }
      var d = [gr.x, gr.y, gr.z, gt.x, gt.y, gt.z]
      guard SymmetricSystem.solve(&h, &d) else { return nil }
      return (Vector3(d[0], d[1], d[2]), Vector3(d[3], d[4], d[5]))
    }
  }
}
