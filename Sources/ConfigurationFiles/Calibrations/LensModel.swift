import Foundation
import SpatialMath

/// A lens model of other programs, which is carried over to the one that is used here by the nearest
/// coefficients.
enum LensModel {
  /// OpenCV's rational model with thin prism: k1, k2, p1, p2, k3, k4, k5, k6, s1…s4; tilt is left
  /// out.
  case rational([Double])
  /// Kannala and Brandt's fish-eye model, four coefficients of the angle.
  case equidistant([Double])

  /// The most that the carried model may be off anywhere in the picture, pixels.
  static let largestError = 1.0
  /// Points across and down the picture at which the models are compared.
  private static let gridSize = (31, 23)

  /// Where a direction (at depth 1) is seen, in normalised picture coordinates.
  private func distorted(_ n: Vector2) -> Vector2 {
    switch self {
    case .rational(let d):
      let r2 = n.lengthSquared
      let radial =
        (1 + r2 * (d[0] + r2 * (d[1] + r2 * d[4])))
        / (1 + r2 * (d[5] + r2 * (d[6] + r2 * d[7])))
      return Vector2(
        n.x * radial + 2 * d[2] * n.x * n.y + d[3] * (r2 + 2 * n.x * n.x)
          + r2 * (d[8] + d[9] * r2),
        n.y * radial + d[2] * (r2 + 2 * n.y * n.y) + 2 * d[3] * n.x * n.y
          + r2 * (d[10] + d[11] * r2))
    case .equidistant(let k):
      let r = n.lengthSquared.squareRoot()
      guard r > 1e-9 else { return n }
      let angle = atan(r)
      let a2 = angle * angle
      let bent = angle * (1 + a2 * (k[0] + a2 * (k[1] + a2 * (k[2] + a2 * k[3]))))
      return n * (bent / r)
    }
  }

  /// The direction that is seen at a place; nil where the model has none.
  private func undistorted(_ place: Vector2) -> Vector2? {
    var n = place
    for _ in 0..<100 {
      let error = distorted(n) - place
      n -= error
      if error.lengthSquared < 1e-20 { return n }
    }
    return (distorted(n) - place).lengthSquared < 1e-10 ? n : nil
  }

  /// The Brown-Conrady coefficients that come nearest over the whole picture, and by how many pixels
  /// they are off at worst.
  ///
  /// The model is linear in its coefficients, so that the least squares have one answer.
  func asBrownConrady(
    _ lens: CameraIntrinsics
  ) -> (CameraIntrinsics.Distortion, error: Double) {
    var normal = DenseSystem(size: 5)
    var pairs: [(direction: Vector2, place: Vector2)] = []
    for row in 0..<Self.gridSize.1 {
      for column in 0..<Self.gridSize.0 {
        let x = Double(lens.width) * Double(column) / Double(Self.gridSize.0 - 1)
        let y = Double(lens.height) * Double(row) / Double(Self.gridSize.1 - 1)
        let place = Vector2((x - lens.cx) / lens.fx, (y - lens.cy) / lens.fy)
        guard let n = undistorted(place) else { return (.none, .infinity) }
        pairs.append((n, place))
        let r2 = n.lengthSquared
        let (r4, r6) = (r2 * r2, r2 * r2 * r2)
        normal.add(
          [n.x * r2, n.x * r4, 2 * n.x * n.y, r2 + 2 * n.x * n.x, n.x * r6], place.x - n.x)
        normal.add(
          [n.y * r2, n.y * r4, r2 + 2 * n.y * n.y, 2 * n.x * n.y, n.y * r6], place.y - n.y)
      }
    }
    guard let c = normal.solved() else { return (.none, .infinity) }
    var fitted = lens
    fitted.distortion = .init(k1: c[0], k2: c[1], p1: c[2], p2: c[3], k3: c[4])
    let error = pairs.map { pair in
      let off = fitted.distorted(pair.direction) - pair.place
      return Vector2(off.x * lens.fx, off.y * lens.fy).length
    }.max()
    return (fitted.distortion, error ?? .infinity)
  }
}
