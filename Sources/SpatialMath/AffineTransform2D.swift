/// An affine map of the plane: `x' = a·x + c·y + tx`, `y' = b·x + d·y + ty`.
///
/// The six numbers are named and ordered as Core Graphics has them.
@frozen public struct AffineTransform2D: Sendable, Equatable {
  /// The linear part, column after column.
  public var a: Double, b: Double, c: Double, d: Double
  /// The translation.
  public var tx: Double, ty: Double

  /// Creates a map from its six numbers.
  @inlinable public init(
    a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double
  ) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }

  /// The map that changes nothing.
  public static let identity = AffineTransform2D(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  /// The image of a point.
  @inlinable public func act(_ p: Vector2) -> Vector2 {
    Vector2(a * p.x + c * p.y + tx, b * p.x + d * p.y + ty)
  }

  /// Composition: the right map first.
  @inlinable public static func * (f: AffineTransform2D, g: AffineTransform2D) -> AffineTransform2D
  {
    let origin = f.act(Vector2(g.tx, g.ty))
    return AffineTransform2D(
      a: f.a * g.a + f.c * g.b, b: f.b * g.a + f.d * g.b, c: f.a * g.c + f.c * g.d,
      d: f.b * g.c + f.d * g.d, tx: origin.x, ty: origin.y)
  }

  /// The map back; nil where the map flattens the plane.
  public var inverse: AffineTransform2D? {
    let determinant = a * d - b * c
    guard determinant != 0 else { return nil }
    let (ia, ib) = (d / determinant, -b / determinant)
    let (ic, id) = (-c / determinant, a / determinant)
    return AffineTransform2D(
      a: ia, b: ib, c: ic, d: id, tx: -(ia * tx + ic * ty), ty: -(ib * tx + id * ty))
  }
}
