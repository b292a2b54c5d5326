import Foundation
import SessionCore
import SpatialMath

/// Aligns a print's patches with a picture, round a pose that is nearly right.
struct PrintAligner {
  let pattern: ReferencePattern
  let lens: Lens
  let pyramid: ImagePyramid
  let parameters: TrackingParameters

  /// What an alignment gave.
  struct Result {
    /// Camera from print, metres.
    var pose: RigidMotion
    /// The patches that agree with it.
    var sights: [TargetSight]
    /// The patches that should be seen.
    var tried: Int
    /// The root mean square of their residuals, pixels.
    var residual: Double

    /// The share of what should be seen that was found.
    var share: Double { Double(sights.count) / Double(max(1, tried)) }
  }

  /// The least correlation of a patch.
  private static let correlation = 0.72
  /// The farthest that a patch may lie from its prediction, pixels: after a search, and at the next
  /// picture.
  private static let wideReach = 9.0, narrowReach = 4.0
  private static let margin = 10.0
  private static let leastSights = 8
  /// Half a patch, over which its change of shape is measured, pixels of the copy.
  private static let warpReach = 6.0

  /// Aligns at most so many patches; nil when too few are found for a pose.
  func align(at start: RigidMotion, isCoarse: Bool, limit: Int) -> Result? {
    guard let copy = copy(for: start) else { return nil }
    let stride = max(1, copy.patches.count / max(1, limit))
    var observations: [PoseObservation] = []
    var tried = 0
    for (i, pixel) in copy.patches.enumerated() where i % stride == 0 {
      guard let (center, warp) = view(of: pixel, copy, start),
        lens.contains(center, margin: Self.margin)
      else { continue }
      tried += 1
      guard
        let match = PatchAligner.align(
          copy.pyramid, at: pixel, in: pyramid, warp: warp, start: center, isCoarse: isCoarse),
        match.correlation >= Self.correlation,
        (match.pixel - center).length <= (isCoarse ? Self.wideReach : Self.narrowReach)
      else { continue }
      observations.append(
        PoseObservation(
          position: copy.point(pixel), point: lens.point(at: match.pixel), anchorCenter: .zero,
          depthSigma: 0))
    }
    guard observations.count >= Self.leastSights else { return nil }
    return fitted(start, &observations, tried)
  }

  private func fitted(
    _ start: RigidMotion, _ observations: inout [PoseObservation], _ tried: Int
  ) -> Result? {
    let optimizer = PoseOptimizer(focalLength: lens.focalLength, parameters: parameters)
    var pose = start
    var sigma = 1.0
    let count = optimizer.optimize(&pose, &observations, prior: nil, sigma: &sigma)
    guard count >= Self.leastSights else { return nil }
    var squares = 0.0
    let sights = observations.filter(\.isInlier).map { o in
      let n = pose.act(o.position).imagePoint
      squares += (n - o.point).lengthSquared
      return TargetSight(point: o.position, place: o.point)
    }
    return Result(
      pose: pose, sights: sights, tried: tried,
      residual: (squares / Double(sights.count)).squareRoot() * lens.focalLength)
  }

  /// The copy whose pixels are most nearly as large as the picture's.
  private func copy(for pose: RigidMotion) -> ReferencePattern.Copy? {
    let depth = pose.translation.z
    guard depth > 0 else { return nil }
    let metres = depth / lens.focalLength
    return pattern.copies.min {
      abs(log($0.scale / metres)) < abs(log($1.scale / metres))
    }
  }

  /// Where a pixel of the copy is seen, and how pixels round it move; nil from behind.
  private func view(
    of pixel: Vector2, _ copy: ReferencePattern.Copy, _ pose: RigidMotion
  ) -> (center: Vector2, warp: Warp)? {
    func seen(_ offset: Vector2) -> Vector2? {
      let y = pose.act(copy.point(pixel + offset))
      return y.z > Triangulation.minimumDepth ? lens.pixel(of: y.imagePoint) : nil
    }
    guard let center = seen(.zero), let right = seen(Vector2(Self.warpReach, 0)),
      let down = seen(Vector2(0, Self.warpReach))
    else { return nil }
    return (
      center,
      Warp(right: (right - center) / Self.warpReach, down: (down - center) / Self.warpReach)
    )
  }
}
