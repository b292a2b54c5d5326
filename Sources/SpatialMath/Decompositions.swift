extension Matrix3x3 {
  /// Eigenvalues, ascending, and unit eigenvectors of a symmetric matrix, by Jacobi rotations.
  public func symmetricEigen() -> (values: Vector3, vectors: Matrix3x3) {
    var a = self
    var v = Matrix3x3.identity
    for _ in 0..<32 {
      let off = abs(a[0, 1]) + abs(a[0, 2]) + abs(a[1, 2])
      let size = abs(a[0, 0]) + abs(a[1, 1]) + abs(a[2, 2])
      if off <= 1e-16 * size || off == 0 { break }
      for (p, q) in [(0, 1), (0, 2), (1, 2)] where a[p, q] != 0 {
        let theta = (a[q, q] - a[p, p]) / (2 * a[p, q])
        let t = (theta >= 0 ? 1.0 : -1.0) / (abs(theta) + (theta * theta + 1).squareRoot())
        let c = 1 / (t * t + 1).squareRoot()
        let s = t * c
        var rotation = Matrix3x3.identity
        rotation[p, p] = c
        rotation[q, q] = c
        rotation[p, q] = s
        rotation[q, p] = -s
        a = rotation.transpose * a * rotation
        v = v * rotation
      }
    }
    let order = [0, 1, 2].sorted { a[$0, $0] < a[$1, $1] }
    let columns = [v.column0, v.column1, v.column2]
    return (
      Vector3(a[order[0], order[0]], a[order[1], order[1]], a[order[2], order[2]]),
      Matrix3x3(columns: columns[order[0]], columns[order[1]], columns[order[2]])
    )
  }

  /// The rotation R that maximises trace(Rᵀ · self): the orthogonal factor nearest to the matrix,
  /// with determinant +1 (Kabsch, Umeyama).
  public func nearestRotation() -> Matrix3x3 {
    // Columns of V from AᵀA; U = A·V / σ, its weakest column completed by the right-hand rule.
    let (_, vectors) = (transpose * self).symmetricEigen()
    let v0 = vectors.column2
    let v1 = vectors.column1
    let v2 = v0.cross(v1)
    var u0 = self * v0
    guard u0.length > 1e-300 else { return .identity }
    u0 = u0.normalized
    var u1 = self * v1
    u1 -= u0 * u0.dot(u1)
    if u1.length < 1e-12 * (self * v0).length {
      u1 = u0.cross(abs(u0.x) < 0.9 ? Vector3(1, 0, 0) : Vector3(0, 1, 0))
    }
    u1 = u1.normalized
    let u2 = u0.cross(u1)
    return Matrix3x3(columns: u0, u1, u2) * Matrix3x3(columns: v0, v1, v2).transpose
  }
}
