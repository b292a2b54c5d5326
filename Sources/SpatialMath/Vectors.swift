/// A 2-vector of doubles.
public typealias Vector2 = SIMD2<Double>
/// A 3-vector of doubles.
public typealias Vector3 = SIMD3<Double>
/// A 4-vector of doubles.
public typealias Vector4 = SIMD4<Double>

extension SIMD where Scalar: FloatingPoint {
  /// The dot product of two vectors.
  @inlinable public func dot(_ other: Self) -> Scalar { (self * other).sum() }
  /// The squared Euclidean length.
  @inlinable public var lengthSquared: Scalar { (self * self).sum() }
  /// The Euclidean length.
  @inlinable public var length: Scalar { (self * self).sum().squareRoot() }
  /// The vector scaled to unit length; a zero vector stays as it is.
  @inlinable public var normalized: Self {
    let l = length
    return l > 0 ? self / l : self
  }
}

extension SIMD3 where Scalar: FloatingPoint {
  /// The cross product, right-handed.
  @inlinable public func cross(_ other: Self) -> Self {
    Self(
      y * other.z - z * other.y,
      z * other.x - x * other.z,
      x * other.y - y * other.x)
  }
}

extension SIMD4 {
  /// The first three components.
  @inlinable public var xyz: SIMD3<Scalar> { SIMD3(x, y, z) }
}
