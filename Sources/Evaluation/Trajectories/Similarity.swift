import SpatialMath

/// A rotation, a translation and a scale that lay one set of points onto another.
package struct Similarity: Sendable, Equatable {
  /// How much larger the target is.
  package var scale: Double
  /// Target from source, without scale.
  package var pose: Pose

  /// Changes nothing.
  package static let identity = Similarity(scale: 1, pose: .identity)

  /// Creates a similarity.
  package init(scale: Double, pose: Pose) {
    self.scale = scale
    self.pose = pose
  }

  /// A point laid onto the target.
  package func act(_ p: Vector3) -> Vector3 { pose.act(p * scale) }

  /// The best fit in the least-squares sense (Umeyama, PAMI 1991).
  ///
  /// Nil for fewer than three points, or when all lie in one place.
  ///
  /// - Parameters:
  ///   - source: the points to move.
  ///   - target: where they belong, as many.
  ///   - fitsScale: false keeps the scale at 1.
  package init?(from source: [Vector3], to target: [Vector3], fitsScale: Bool) {
    guard source.count == target.count, source.count >= 3 else { return nil }
    let n = Double(source.count)
    let sourceMean = source.reduce(.zero, +) / n
    let targetMean = target.reduce(.zero, +) / n
    var covariance = Matrix3x3.zero
    var sourceVariance = 0.0
    for (a, b) in zip(source, target) {
      covariance = covariance + Matrix3x3(outer: b - targetMean, a - sourceMean)
      sourceVariance += (a - sourceMean).lengthSquared
    }
    guard sourceVariance > 1e-12 * n else { return nil }
    let rotation = covariance.nearestRotation()
    // trace(Rᵀ·Σ) is trace(D·S) of the paper.
    let product = rotation.transpose * covariance
    let trace = product[0, 0] + product[1, 1] + product[2, 2]
    scale = fitsScale ? trace / sourceVariance : 1
    pose = Pose(
      rotation: Quaternion(rotation),
      translation: targetMean - rotation * sourceMean * scale)
  }

  /// The rigid motion that best turns one set of poses onto another by their orientations, and
  /// then lays the middles of their positions onto each other.
  ///
  /// Unlike a fit of positions it is well determined on a straight or short path.
  package static func rigid(from source: [Pose], to target: [Pose]) -> Pose {
    guard !source.isEmpty, source.count == target.count else { return .identity }
    var sum = Matrix3x3.zero
    for (a, b) in zip(source, target) { sum = sum + (b.rotation * a.rotation.inverse).matrix }
    let rotation = Quaternion(sum.nearestRotation())
    let offsets = zip(source, target).map { $1.translation - rotation.act($0.translation) }
    return Pose(
      rotation: rotation, translation: offsets.reduce(.zero, +) / Double(source.count))
  }
}
