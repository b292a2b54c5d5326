import SpatialMath

/// The rotation that best takes one bundle of rays to another.
enum RotationFit {
  private static let rounds = 4
  /// The residual of a ray that would lie behind or beside the camera, pixels.
  private static let farResidual = 100.0

  /// Fits by iteratively reweighted Kabsch.
  ///
  /// - Returns: second from first, and the 70 % quantile of the residuals in pixels: small when the
  ///   camera has only turned.
  static func fit(
    _ first: [Vector2], _ second: [Vector2], focalLength: Double
  ) -> (rotation: Matrix3x3, residual: Double) {
    var weights = [Double](repeating: 1, count: first.count)
    var residuals = weights
    var rotation = Matrix3x3.identity
    for _ in 0..<rounds {
      var m = Matrix3x3.zero
      for i in first.indices {
        let a = Vector3(first[i], 1).normalized
        let b = Vector3(second[i], 1).normalized
        m = m + Matrix3x3(outer: b * weights[i], a)
      }
      rotation = m.nearestRotation()
      for i in first.indices {
        let y = rotation * Vector3(first[i], 1)
        residuals[i] =
          y.z > 0.1 ? (y.imagePoint - second[i]).length * focalLength : farResidual
        weights[i] = 1 / (1 + residuals[i])
      }
    }
    return (rotation, Statistics.quantile(of: residuals, 0.7, or: farResidual))
  }
}
