import Foundation
import SpatialMath

/// Places something of known size in a map whose size is not known, by all views of it together.
///
/// The cameras stand still; the target's place, attitude and the number of map units a metre move:
/// seven unknowns, robust least squares on the reprojection error. What is seen from one place only
/// says nothing of the size; the prior holds it then.
package struct TargetAdjustment: Sendable {
  /// What is known of the map's size beforehand.
  package struct SizePrior: Sendable {
    /// Map units a metre.
    package var unitsPerMetre: Double
    /// Relative.
    package var sigma: Double

    /// Creates a prior.
    package init(unitsPerMetre: Double, sigma: Double) {
      self.unitsPerMetre = unitsPerMetre
      self.sigma = sigma
    }
  }

  /// Pixels a unit of an image point.
  private let focalLength: Double

  private static let maximumSteps = 15
  private static let smallStep = 1e-7
  /// Where the cost of a residual becomes linear, pixels.
  private static let huber = 1.0
  /// Sights are no better than this, pixels.
  private static let leastSigma = 0.2
  /// Errors of one view's sights and of the map are alike: the sigma is larger by this.
  private static let alike = 2.0
  /// Turn, shift, logarithm of the size.
  private static let unknowns = 7

  /// Creates an adjustment for image points measured in pixels by a focal length.
  package init(focalLength: Double) { self.focalLength = focalLength }

  /// Improves a placement; nil when the views do not hold it.
  package func solve(
    _ views: [TargetView], from start: TargetPlacement, prior: SizePrior?
  ) -> TargetPlacement? {
    var placement = start
    var cost = Double.infinity
    var damping = 1e-4
    var best = start
    for _ in 0..<Self.maximumSteps {
      var system = System()
      let newCost = add(views, placement, prior, to: &system)
      if newCost > cost * (1 + 1e-12) {
        placement = best
        damping *= 10
        if damping > 1e3 { break }
        system = System()
        _ = add(views, placement, prior, to: &system)
      } else {
        best = placement
        cost = newCost
        damping = max(1e-9, damping * 0.2)
      }
      guard let step = system.solution(damping: damping) else { return nil }
      Self.move(&placement, step)
      guard placement.unitsPerMetre.isFinite, placement.unitsPerMetre > 0 else { return nil }
      if step.turn.length < Self.smallStep, abs(step.size) < Self.smallStep { break }
    }
    return finished(best, views, prior)
  }

  /// The placement with what is known of its certainty.
  private func finished(
    _ placement: TargetPlacement, _ views: [TargetView], _ prior: SizePrior?
  ) -> TargetPlacement? {
    var result = placement
    var system = System()
    _ = add(views, placement, prior, to: &system)
    guard system.count > 0, let variance = system.sizeVariance else { return nil }
    result.residual = (system.squares / Double(system.count)).squareRoot()
    result.sizeSigma = Self.alike * max(Self.leastSigma, result.residual) * variance.squareRoot()
    return result
  }

  private static func move(
    _ p: inout TargetPlacement, _ step: (turn: Vector3, shift: Vector3, size: Double)
  ) {
    p.rotation =
      Quaternion(Quaternion(rotationVector: step.turn).matrix * p.rotation).matrix
    p.translation += step.shift
    p.unitsPerMetre *= exp(step.size)
  }

  /// Adds all residuals; returns the cost.
  private func add(
    _ views: [TargetView], _ p: TargetPlacement, _ prior: SizePrior?, to system: inout System
  ) -> Double {
    var cost = 0.0
    for view in views {
      let turn = view.cameraFromMap.rotation
      for sight in view.sights {
        let arm = p.rotation * sight.point * p.unitsPerMetre
        let y = view.cameraFromMap.act(arm + p.translation)
        guard y.z > Triangulation.minimumDepth else {
          cost += 1e6
          continue
        }
        let n = y.imagePoint
        let error = (n - sight.place) * focalLength
        let length = error.length
        let weight = length <= Self.huber ? 1 : Self.huber / length
        cost += length <= Self.huber ? length * length : Self.huber * (2 * length - Self.huber)
        system.squares += length * length
        system.count += 1
        // How the pixel moves with the camera-space point, then with the map-space one.
        let k = focalLength / y.z
        let rows = [Vector3(k, 0, -k * n.x), Vector3(0, k, -k * n.y)]
        for (row, e) in zip(rows, [error.x, error.y]) {
          let m = turn.transposeAct(row)
          let r = arm.cross(m)
          system.add(
            SIMD8(r.x, r.y, r.z, m.x, m.y, m.z, arm.dot(m), 0), error: e, weight: weight)
        }
      }
    }
    if let prior {
      let e = log(p.unitsPerMetre / prior.unitsPerMetre)
      let weight = 1 / (prior.sigma * prior.sigma)
      system.add(SIMD8(0, 0, 0, 0, 0, 0, 1, 0), error: e, weight: weight)
      cost += weight * e * e
    }
    return cost
  }

  /// Normal equations of seven unknowns.
  private struct System {
    private var rows = [SIMD8<Double>](repeating: .zero, count: unknowns)
    private var gradient = SIMD8<Double>.zero
    /// The sum of squared pixels over all sights, and their number.
    var squares = 0.0
    var count = 0

    @inline(__always) mutating func add(_ j: SIMD8<Double>, error: Double, weight: Double) {
      let w = j * weight
      for i in 0..<unknowns { rows[i] += w * j[i] }
      gradient -= w * error
    }

    func solution(damping: Double) -> (turn: Vector3, shift: Vector3, size: Double)? {
      var h = matrix(damping)
      var g = (0..<unknowns).map { gradient[$0] }
      guard SymmetricSystem.solve(&h, &g) else { return nil }
      return (Vector3(g[0], g[1], g[2]), Vector3(g[3], g[4], g[5]), g[6])
    }

    /// The variance of the size for residuals of one pixel; nil when nothing holds it.
    var sizeVariance: Double? {
      var h = matrix(1e-12)
      var unit = [Double](repeating: 0, count: unknowns)
      unit[unknowns - 1] = 1
      guard SymmetricSystem.solve(&h, &unit), unit[unknowns - 1] > 0 else { return nil }
      return unit[unknowns - 1]
    }

    private func matrix(_ damping: Double) -> [Double] {
      var h = [Double](repeating: 0, count: unknowns * unknowns)
      for i in 0..<unknowns {
        for k in 0..<unknowns { h[i * unknowns + k] = rows[i][k] }
        h[i * unknowns + i] *= 1 + damping
      }
      return h
    }
  }
}
