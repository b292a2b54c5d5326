import Foundation

/// A unit quaternion: a rotation in three dimensions, right-handed.
@frozen public struct Quaternion: Sendable, Equatable {
  /// The imaginary part (x, y, z) and the real part (w).
  public var vector: Vector4

  /// Creates a quaternion from its parts; the caller gives unit length.
  @inlinable public init(imaginary: Vector3, real: Double) { vector = Vector4(imaginary, real) }
  /// No rotation.
  public static let identity = Quaternion(imaginary: .zero, real: 1)

  /// The imaginary part.
  @inlinable public var imaginary: Vector3 { vector.xyz }
  /// The real part.
  @inlinable public var real: Double { vector.w }

  /// A rotation by an angle in radians about an axis; the axis need not have unit length.
  public init(angle: Double, axis: Vector3) {
    self.init(imaginary: axis.normalized * sin(angle / 2), real: cos(angle / 2))
  }

  /// The exponential map: a rotation by `|v|` radians about `v`.
  public init(rotationVector v: Vector3) {
    let angle = v.length
    if angle < 1e-12 {
      self.init(imaginary: v * 0.5, real: 1)
      normalize()
    } else {
      self.init(angle: angle, axis: v)
    }
  }

  /// The logarithmic map: axis times angle in radians, |angle| ≤ π.
  public var rotationVector: Vector3 {
    let q = real < 0 ? -vector : vector
    let s = q.xyz.length
    guard s > 1e-12 else { return q.xyz * 2 }
    return q.xyz * (2 * atan2(s, q.w) / s)
  }

  /// The rotation angle in radians, 0…π.
  public var angle: Double { rotationVector.length }

  /// The rotation that takes one direction to another by the shortest way.
  public init(from a: Vector3, to b: Vector3) {
    let u = a.normalized
    let v = b.normalized
    let d = u.dot(v)
    if d < -0.999999999 {
      let helper = abs(u.x) < 0.9 ? Vector3(1, 0, 0) : Vector3(0, 1, 0)
      self.init(angle: .pi, axis: u.cross(helper))
      return
    }
    self.init(imaginary: u.cross(v), real: 1 + d)
    normalize()
  }

  /// The rotation of an orthonormal matrix with determinant +1 (Shepperd's method).
  public init(_ m: Matrix3x3) {
    let trace = m[0, 0] + m[1, 1] + m[2, 2]
    if trace > 0 {
      let s = (trace + 1).squareRoot() * 2
      self.init(
        imaginary: Vector3(m[2, 1] - m[1, 2], m[0, 2] - m[2, 0], m[1, 0] - m[0, 1]) / s,
        real: s / 4)
    } else {
      let i = m[0, 0] > m[1, 1] ? (m[0, 0] > m[2, 2] ? 0 : 2) : (m[1, 1] > m[2, 2] ? 1 : 2)
      let j = (i + 1) % 3
      let k = (i + 2) % 3
      let s = (1 + m[i, i] - m[j, j] - m[k, k]).squareRoot() * 2
      var v = Vector3.zero
      v[i] = s / 4
      v[j] = (m[j, i] + m[i, j]) / s
      v[k] = (m[k, i] + m[i, k]) / s
      self.init(imaginary: v, real: (m[k, j] - m[j, k]) / s)
    }
    normalize()
  }

  /// The same rotation as an orthonormal matrix.
  @inlinable public var matrix: Matrix3x3 {
    let (x, y, z, w) = (vector.x, vector.y, vector.z, vector.w)
    return Matrix3x3(
      columns: Vector3(1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)),
      Vector3(2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)),
      Vector3(2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)))
  }

  /// Scales to unit length.
  @inlinable public mutating func normalize() { vector = vector.normalized }

  /// The inverse rotation.
  @inlinable public var inverse: Quaternion { Quaternion(imaginary: -imaginary, real: real) }

  /// Composition: `(a * b)` turns by `b` first.
  @inlinable public static func * (a: Quaternion, b: Quaternion) -> Quaternion {
    Quaternion(
      imaginary: a.real * b.imaginary + b.real * a.imaginary + a.imaginary.cross(b.imaginary),
      real: a.real * b.real - a.imaginary.dot(b.imaginary))
  }

  /// A vector turned by the rotation.
  @inlinable public func act(_ v: Vector3) -> Vector3 {
    let t = 2 * imaginary.cross(v)
    return v + real * t + imaginary.cross(t)
  }

  /// Spherical interpolation on the shorter arc; `fraction` 0 gives `self`, 1 gives `other`.
  public func interpolated(to other: Quaternion, fraction: Double) -> Quaternion {
    let difference = (inverse * other).rotationVector
    var result = self * Quaternion(rotationVector: difference * fraction)
    result.normalize()
    return result
  }
}
