// swift-format-ignore-file: AlwaysUseLowerCamelCase
// swift-format-ignore-file: TypeNamesShouldBeCapitalized
// The names are those of Apple's simd module, which there is none of on Linux.
import SpatialMath

/// A quaternion of floats; of unit length it is a rotation, right-handed.
public struct simd_quatf: Sendable, Equatable {
  /// The imaginary part (x, y, z) and the real part (w).
  public var vector: simd_float4

  /// Creates a quaternion from its parts, the real one last.
  public init(vector: simd_float4) { self.vector = vector }
  /// Creates a quaternion from its parts.
  public init(ix: Float, iy: Float, iz: Float, r: Float) {
    vector = simd_float4(ix, iy, iz, r)
  }
  /// Creates a quaternion from its parts.
  public init(real: Float, imag: simd_float3) { vector = simd_float4(imag, real) }
  /// A rotation by an angle in radians about an axis of unit length.
  public init(angle: Float, axis: simd_float3) {
    self.init(Quaternion(angle: Double(angle), axis: Vector3(axis)))
  }
  /// The rotation that takes one direction to another by the shortest way.
  public init(from a: simd_float3, to b: simd_float3) {
    self.init(Quaternion(from: Vector3(a), to: Vector3(b)))
  }
  /// The rotation of a rigid matrix.
  public init(_ matrix: simd_float4x4) { self.init(Quaternion(matrix.core.linear)) }

  /// The real part.
  public var real: Float { vector.w }
  /// The imaginary part.
  public var imag: simd_float3 { simd_float3(vector.x, vector.y, vector.z) }
  /// The angle in radians, 0…π.
  public var angle: Float { Float(core.angle) }
  /// The axis, of unit length; zero for no rotation.
  public var axis: simd_float3 { simd_float3(core.rotationVector.normalized) }
  /// The inverse rotation.
  public var inverse: simd_quatf { simd_quatf(core.inverse) }
  /// The same with unit length.
  public var normalized: simd_quatf { simd_quatf(vector: vector.normalized) }
  /// The length.
  public var length: Float { vector.length }

  /// A vector turned by the rotation.
  public func act(_ v: simd_float3) -> simd_float3 { simd_float3(core.act(Vector3(v))) }

  /// Composition: `a * b` turns by `b` first.
  public static func * (a: simd_quatf, b: simd_quatf) -> simd_quatf {
    simd_quatf(a.core * b.core)
  }
}

/// Interpolates rotations on the shorter arc.
public func simd_slerp(_ a: simd_quatf, _ b: simd_quatf, _ t: Float) -> simd_quatf {
  simd_quatf(a.core.interpolated(to: b.core, fraction: Double(t)))
}

extension simd_quatf {
  /// The same in single precision.
  init(_ q: Quaternion) { vector = simd_float4(q.vector) }

  /// The same in double precision.
  var core: Quaternion {
    let v = Vector4(vector)
    return Quaternion(imaginary: v.xyz, real: v.w)
  }
}
