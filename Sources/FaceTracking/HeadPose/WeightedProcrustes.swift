import SpatialMath

/// A rotation, a scale and a translation: `scale · rotation · p + translation`.
package struct Similarity: Equatable, Sendable {
  /// The rotation, determinant +1.
  package var rotation: Matrix3x3
  /// The scale.
  package var scale: Double
  /// The translation, applied last.
  package var translation: Vector3

  /// Creates a similarity.
  package init(rotation: Matrix3x3, scale: Double, translation: Vector3) {
    self.rotation = rotation
    self.scale = scale
    self.translation = translation
  }

  /// Where a point goes.
  package func act(_ p: Vector3) -> Vector3 { rotation * p * scale + translation }
  /// Where a point came from, the scale left out: the rotation and the translation undone.
  package func undoingMotion(_ p: Vector3) -> Vector3 { rotation.transpose * (p - translation) }
}

/// Fits one set of points to another with a similarity, by weighted least squares.
///
/// The rotation follows from the singular vectors of the weighted covariance (Umeyama, PAMI 1991).
package struct WeightedProcrustes: Sendable {
  private let points: [Vector3]
  private let weights: [Double]
  private let total: Double
  private let centered: [Vector3]
  private let spread: Double

  /// Prepares the points that are fitted again and again; the weights are positive.
  package init(points: [Vector3], weights: [Double]) {
    self.points = points
    self.weights = weights
    let total = weights.reduce(0, +)
    let middle = zip(points, weights).reduce(Vector3.zero) { $0 + $1.0 * $1.1 } / total
    let centered = points.map { $0 - middle }
    self.total = total
    self.centered = centered
    spread = zip(zip(centered, points), weights).reduce(0) { $0 + $1.0.0.dot($1.0.1) * $1.1 }
  }

  /// The similarity that takes the points nearest to `targets`; nil when it is not determined.
  package func fit(to targets: [Vector3]) -> Similarity? {
    var covariance = Matrix3x3.zero
    for i in points.indices {
      covariance = covariance + Matrix3x3(outer: targets[i] * weights[i], centered[i])
    }
    let rotation = covariance.nearestRotation()
    var agreement = 0.0
    for i in points.indices {
      agreement += (rotation * centered[i]).dot(targets[i]) * weights[i]
    }
    let scale = agreement / spread
    guard scale.isFinite, scale > 0 else { return nil }
    var translation = Vector3.zero
    for i in points.indices {
      translation += (targets[i] - rotation * points[i] * scale) * weights[i]
    }
    return Similarity(rotation: rotation, scale: scale, translation: translation / total)
  }
}
