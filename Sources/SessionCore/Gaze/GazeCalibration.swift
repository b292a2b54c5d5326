import SpatialMath

/// Corrects where a user's gaze meets a screen, learnt from points that the user looked at.
public struct GazeCalibration: Sendable, Equatable, Codable {
  /// The most points of a calibration.
  public static let mostPoints = 9

  /// The corrected point is `x · xAxis + y · yAxis + offset`.
  public var xAxis: Vector2, yAxis: Vector2, offset: Vector2
  /// How far corrected points are from the true ones, root mean square, in parts of the screen's
  /// width and height.
  public var residual: Double

  /// Changes nothing.
  public static let none = GazeCalibration(
    xAxis: Vector2(1, 0), yAxis: Vector2(0, 1), offset: .zero, residual: 0)

  /// Takes over a correction that was found before.
  public init(xAxis: Vector2, yAxis: Vector2, offset: Vector2, residual: Double) {
    self.xAxis = xAxis
    self.yAxis = yAxis
    self.offset = offset
    self.residual = residual
  }

  /// Fits a correction by least squares: a shift from one or two points or points on a line, else
  /// scale and shear as well.
  ///
  /// Points beyond the ninth are left out; nil without any.
  public init?(measured: [Vector2], shown: [Vector2]) {
    let count = min(measured.count, shown.count, Self.mostPoints)
    guard count > 0 else { return nil }
    let from = measured.prefix(count)
    let to = shown.prefix(count)
    let fromMiddle = from.reduce(.zero, +) / Double(count)
    let toMiddle = to.reduce(.zero, +) / Double(count)
    var (xx, xy, yy) = (0.0, 0.0, 0.0)
    var (px, py) = (Vector2.zero, Vector2.zero)
    for (a, b) in zip(from, to) {
      let (d, e) = (a - fromMiddle, b - toMiddle)
      xx += d.x * d.x
      xy += d.x * d.y
      yy += d.y * d.y
      px += d.x * e
      py += d.y * e
    }
    let determinant = xx * yy - xy * xy
    xAxis = Vector2(1, 0)
    yAxis = Vector2(0, 1)
    if count >= 3, determinant > Self.leastSpread {
      xAxis = (px * yy - py * xy) / determinant
      yAxis = (py * xx - px * xy) / determinant
    }
    offset = toMiddle - fromMiddle.x * xAxis - fromMiddle.y * yAxis
    residual = 0
    let errors = zip(from, to).map { (corrected($0) - $1).lengthSquared }
    residual = (errors.reduce(0, +) / Double(count)).squareRoot()
  }

  /// Points nearer to one line than this tell nothing across it, in fourth powers of the screen.
  private static let leastSpread = 1e-6

  /// The corrected point.
  public func corrected(_ point: Vector2) -> Vector2 {
    point.x * xAxis + point.y * yAxis + offset
  }
}
