import SpatialMath

/// Solves bundle adjustments by Levenberg-Marquardt, the points eliminated by the Schur complement
/// (Triggs et al., 2000).
package struct BundleAdjuster {
  private var problem: BundleProblem
  private let free: Int
  /// Where each point's observations begin.
  private let starts: [Int]
  /// V⁻¹ and the right-hand side of each point.
  private var inverses: [Matrix3x3]
  private var rightSides: [Vector3]
  /// The pose-point block of each observation: rotation rows and translation rows.
  private var couplings: [Coupling]
  /// The reduced system, 6 · free rows; its lower triangle is used.
  private var system: [Double]
  private var gradient: [Double]

  /// Wᵣ and Wₜ, 3 × 3 each.
  private struct Coupling {
    var rotation = Matrix3x3.zero
    var translation = Matrix3x3.zero
  }

  private static let startDamping = 1e-4
  private static let leastDamping = 1e-7
  private static let maximumFailures = 4
  /// A relative gain this small ends the search.
  private static let smallGain = 1e-3

  private init(_ problem: BundleProblem) {
    self.problem = problem
    free = max(0, problem.poses.count - problem.fixedCount)
    var starts = [Int](repeating: 0, count: problem.points.count + 1)
    for o in problem.observations { starts[Int(o.point) + 1] += 1 }
    for i in 0..<problem.points.count { starts[i + 1] += starts[i] }
    self.starts = starts
    inverses = [Matrix3x3](repeating: .zero, count: problem.points.count)
    rightSides = [Vector3](repeating: .zero, count: problem.points.count)
    couplings = [Coupling](repeating: Coupling(), count: problem.observations.count)
    system = [Double](repeating: 0, count: 36 * free * free)
    gradient = [Double](repeating: 0, count: 6 * free)
  }

  /// Improves a problem's free poses and points; returns the final cost.
  ///
  /// - Complexity: O(observations · views a point + (6 · free poses)³) a step.
  package static func solve(_ problem: inout BundleProblem, steps: Int) -> Double {
    var adjuster = BundleAdjuster(problem)
    let cost = adjuster.run(steps)
    problem.poses = adjuster.problem.poses
    problem.points = adjuster.problem.points
    return cost
  }

  private mutating func run(_ steps: Int) -> Double {
    var cost = problem.cost(problem.poses, problem.points)
    guard free > 0, !problem.points.isEmpty else { return cost }
    var damping = Self.startDamping
    var failures = 0
    for _ in 0..<steps where failures < Self.maximumFailures {
      build(damping)
      var solution = gradient
      guard SymmetricSystem.solve(&system, &solution) else {
        damping *= 10
        failures += 1
        continue
      }
      let (poses, points) = stepped(solution)
      let newCost = problem.cost(poses, points)
      guard newCost < cost else {
        damping *= 10
        failures += 1
        continue
      }
      let gain = (cost - newCost) / cost
      problem.poses = poses
      problem.points = points
      cost = newCost
      damping = max(Self.leastDamping, damping * 0.2)
      failures = 0
      if gain < Self.smallGain { break }
    }
    for i in problem.poses.indices { problem.poses[i].orthonormalize() }
    return cost
  }

  /// Builds the reduced system H · δ = g at the present poses and points.
  private mutating func build(_ damping: Double) {
    let size = 6 * free
    // Taken out for the time, so that they can be written while the rest is read.
    var (matrix, vector) = (system, gradient)
    (system, gradient) = ([], [])
    for i in matrix.indices { matrix[i] = 0 }
    for i in vector.indices { vector[i] = 0 }
    matrix.withUnsafeMutableBufferPointer { h in
      vector.withUnsafeMutableBufferPointer { g in
        guard let h = h.baseAddress, let g = g.baseAddress else { return }
        for point in problem.points.indices {
          linearize(point, damping, Reduced(h: h, g: g, size: size))
        }
        // Damping also holds the scale when a single pose is fixed.
        for i in 0..<size { h[i * size + i] = h[i * size + i] * (1 + damping) + 1e-9 }
      }
    }
    (system, gradient) = (matrix, vector)
  }

  /// The reduced system's memory.
  private struct Reduced {
    let h: UnsafeMutablePointer<Double>
    let g: UnsafeMutablePointer<Double>
    let size: Int

    /// Adds a 3 × 3 block, its top left at a row and a column.
    @inline(__always) func add(_ m: Matrix3x3, _ row: Int, _ column: Int) {
      let p = h + row * size + column
      p[0] += m.column0.x
      p[1] += m.column1.x
      p[2] += m.column2.x
      let q = p + size
      q[0] += m.column0.y
      q[1] += m.column1.y
      q[2] += m.column2.y
      let r = q + size
      r[0] += m.column0.z
      r[1] += m.column1.z
      r[2] += m.column2.z
    }

    @inline(__always) func add(_ v: Vector3, _ row: Int) {
      g[row] += v.x
      g[row + 1] += v.y
      g[row + 2] += v.z
    }
  }

  /// Adds one point's observations and eliminates it.
  private mutating func linearize(_ point: Int, _ damping: Double, _ reduced: Reduced) {
    let x = problem.points[point]
    var v = Matrix3x3.zero
    var b = Vector3.zero
    let range = starts[point]..<starts[point + 1]
    for k in range { add(k, x, &v, &b, reduced) }
    if let prior = problem.priors[point] {
      let z = prior.depth(x)
      if z > Triangulation.minimumDepth {
        let j = -prior.row / (z * z)
        v = v + Matrix3x3(outer: j, j) * prior.information
        b -= j * (prior.information * (1 / z - prior.inverseDepth))
      }
    }
    v.column0.x = v.column0.x * (1 + damping) + 1e-6
    v.column1.y = v.column1.y * (1 + damping) + 1e-6
    v.column2.z = v.column2.z * (1 + damping) + 1e-6
    let inverse = v.inverse
    inverses[point] = inverse
    rightSides[point] = b
    eliminate(range, inverse, b, reduced)
  }

  @inline(__always) private mutating func add(
    _ k: Int, _ x: Vector3, _ v: inout Matrix3x3, _ b: inout Vector3, _ reduced: Reduced
  ) {
    let o = problem.observations[k]
    let pose = problem.poses[Int(o.pose)]
    let y = pose.act(x)
    guard y.z >= Triangulation.minimumDepth else {
      couplings[k] = Coupling()
      return
    }
    let n = y.imagePoint
    let e = (n - o.place) * problem.focalLength
    let m = e.length
    let w = m <= problem.huber ? 1 : problem.huber / m
    // D = f/z · [1 0 −x; 0 1 −y], so DᵀD and Dᵀe are short.
    let d = problem.focalLength / y.z
    let a = w * d * d
    let dd = Matrix3x3(
      columns: Vector3(a, 0, -a * n.x), Vector3(0, a, -a * n.y),
      Vector3(-a * n.x, -a * n.y, a * n.lengthSquared))
    let g = Vector3(e.x, e.y, -(e.x * n.x + e.y * n.y)) * (-w * d)
    let translation = dd * pose.rotation
    let t = pose.rotation.transpose
    v = v + t * translation
    b += t * g
    let f = Int(o.pose) - problem.fixedCount
    guard f >= 0 else { return }
    couplings[k] = Coupling(rotation: translation.crossed(by: y), translation: translation)
    let crossed = dd.crossed(by: y)
    let row = 6 * f
    // The lower triangle: translation rows by rotation columns.
    reduced.add(crossed.transpose.crossed(by: y), row, row)
    reduced.add(crossed.transpose, row + 3, row)
    reduced.add(dd, row + 3, row + 3)
    reduced.add(y.cross(g), row)
    reduced.add(g, row + 3)
  }

  /// Subtracts what the point explains: H −= W·V⁻¹·Wᵀ, g −= W·V⁻¹·b.
  @inline(__always) private func eliminate(
    _ range: Range<Int>, _ inverse: Matrix3x3, _ b: Vector3, _ reduced: Reduced
  ) {
    for k in range {
      let f = Int(problem.observations[k].pose) - problem.fixedCount
      guard f >= 0 else { continue }
      let q = Coupling(
        rotation: couplings[k].rotation * inverse, translation: couplings[k].translation * inverse)
      reduced.add(-(q.rotation * b), 6 * f)
      reduced.add(-(q.translation * b), 6 * f + 3)
      for l in range.lowerBound...k {
        let h = Int(problem.observations[l].pose) - problem.fixedCount
        guard h >= 0 else { continue }
        if h <= f {
          Self.subtract(q, couplings[l], reduced, 6 * f, 6 * h)
        } else {
          Self.subtractTransposed(q, couplings[l], reduced, 6 * h, 6 * f)
        }
      }
    }
  }

  @inline(__always) private static func subtract(
    _ q: Coupling, _ w: Coupling, _ reduced: Reduced, _ row: Int, _ column: Int
  ) {
    let (wr, wt) = (w.rotation.transpose, w.translation.transpose)
    reduced.add((q.rotation * wr) * -1, row, column)
    reduced.add((q.translation * wr) * -1, row + 3, column)
    reduced.add((q.rotation * wt) * -1, row, column + 3)
    reduced.add((q.translation * wt) * -1, row + 3, column + 3)
  }

  /// (q · wᵀ)ᵀ = w · qᵀ, for a pair met in the other order.
  @inline(__always) private static func subtractTransposed(
    _ q: Coupling, _ w: Coupling, _ reduced: Reduced, _ row: Int, _ column: Int
  ) {
    subtract(w, q, reduced, row, column)
  }

  /// The poses and points after a step.
  private func stepped(_ solution: [Double]) -> (poses: [RigidMotion], points: [Vector3]) {
    var poses = problem.poses
    var points = problem.points
    var turns = [Vector3](repeating: .zero, count: free)
    var shifts = turns
    for f in 0..<free {
      turns[f] = Vector3(solution[6 * f], solution[6 * f + 1], solution[6 * f + 2])
      shifts[f] = Vector3(solution[6 * f + 3], solution[6 * f + 4], solution[6 * f + 5])
      poses[problem.fixedCount + f].perturb(rotation: turns[f], translation: shifts[f])
    }
    for point in points.indices {
      var s = rightSides[point]
      for k in starts[point]..<starts[point + 1] {
        let f = Int(problem.observations[k].pose) - problem.fixedCount
        guard f >= 0 else { continue }
        s -= couplings[k].rotation.transposeAct(turns[f])
        s -= couplings[k].translation.transposeAct(shifts[f])
      }
      points[point] += inverses[point] * s
    }
    return (poses, points)
  }
}
