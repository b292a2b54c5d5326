import SpatialMath

/// Three floats.
public struct SCNVector3: Sendable, Equatable {
  /// The parts.
  public var x: Float, y: Float, z: Float

  /// Zero.
  public init() { (x, y, z) = (0, 0, 0) }
  /// Creates a vector.
  public init(_ x: Float, _ y: Float, _ z: Float) { (self.x, self.y, self.z) = (x, y, z) }
  /// Creates a vector.
  public init(x: Float, y: Float, z: Float) { self.init(x, y, z) }
  /// Creates a vector.
  public init(_ x: Double, _ y: Double, _ z: Double) { self.init(Float(x), Float(y), Float(z)) }
  /// Creates a vector.
  public init(_ v: simd_float3) { self.init(v.x, v.y, v.z) }

  init(_ v: Vector3) { self.init(Float(v.x), Float(v.y), Float(v.z)) }
  var core: Vector3 { Vector3(Double(x), Double(y), Double(z)) }
}

/// Four floats: of a rotation the axis and the angle in radians, of a quaternion the real part last.
public struct SCNVector4: Sendable, Equatable {
  /// The parts.
  public var x: Float, y: Float, z: Float, w: Float

  /// Zero.
  public init() { (x, y, z, w) = (0, 0, 0, 0) }
  /// Creates a vector.
  public init(_ x: Float, _ y: Float, _ z: Float, _ w: Float) {
    (self.x, self.y, self.z, self.w) = (x, y, z, w)
  }
  /// Creates a vector.
  public init(x: Float, y: Float, z: Float, w: Float) { self.init(x, y, z, w) }
}

/// A quaternion, the real part last.
public typealias SCNQuaternion = SCNVector4

/// A 4 × 4 matrix, m41…m43 the translation: the transpose, in rows, of a matrix for columns.
public struct SCNMatrix4: Sendable, Equatable {
  /// The first row.
  public var m11: Float, m12: Float, m13: Float, m14: Float
  /// The second row.
  public var m21: Float, m22: Float, m23: Float, m24: Float
  /// The third row.
  public var m31: Float, m32: Float, m33: Float, m34: Float
  /// The fourth row.
  public var m41: Float, m42: Float, m43: Float, m44: Float

  /// The same matrix.
  public init(_ m: simd_float4x4) {
    let (a, b, c, d) = m.columns
    (m11, m12, m13, m14) = (a.x, a.y, a.z, a.w)
    (m21, m22, m23, m24) = (b.x, b.y, b.z, b.w)
    (m31, m32, m33, m34) = (c.x, c.y, c.z, c.w)
    (m41, m42, m43, m44) = (d.x, d.y, d.z, d.w)
  }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The identity.
public let SCNMatrix4Identity = SCNMatrix4(simd_float4x4(1))

extension simd_float4x4 {
  /// The same matrix.
  public init(_ m: SCNMatrix4) {
    self.init(
      simd_float4(m.m11, m.m12, m.m13, m.m14), simd_float4(m.m21, m.m22, m.m23, m.m24),
      simd_float4(m.m31, m.m32, m.m33, m.m34), simd_float4(m.m41, m.m42, m.m43, m.m44))
  }
}

extension simd_float3 {
  /// The same vector.
  public init(_ v: SCNVector3) { self.init(v.x, v.y, v.z) }
}
