// swift-format-ignore-file: AlwaysUseLowerCamelCase
// swift-format-ignore-file: TypeNamesShouldBeCapitalized
// The names are those of Apple's simd module, which there is none of on Linux.
@_exported import Foundation
import SpatialMath

/// Two floats.
public typealias simd_float2 = SIMD2<Float>
/// Three floats.
public typealias simd_float3 = SIMD3<Float>
/// Four floats.
public typealias simd_float4 = SIMD4<Float>
/// Two floats.
public typealias vector_float2 = SIMD2<Float>
/// Three floats.
public typealias vector_float3 = SIMD3<Float>
/// Four floats.
public typealias vector_float4 = SIMD4<Float>

/// The dot product.
public func simd_dot(_ a: simd_float3, _ b: simd_float3) -> Float { a.dot(b) }
/// The cross product, right-handed.
public func simd_cross(_ a: simd_float3, _ b: simd_float3) -> simd_float3 { a.cross(b) }
/// The Euclidean length.
public func simd_length(_ v: simd_float3) -> Float { v.length }
/// The distance of two points.
public func simd_distance(_ a: simd_float3, _ b: simd_float3) -> Float { (a - b).length }
/// The vector scaled to unit length; a zero vector stays as it is.
public func simd_normalize(_ v: simd_float3) -> simd_float3 { v.normalized }
/// The point a part of the way from one to another.
public func simd_mix(_ a: simd_float3, _ b: simd_float3, _ t: simd_float3) -> simd_float3 {
  a + (b - a) * t
}

/// Radians of degrees, as GLKit has it.
public func GLKMathDegreesToRadians(_ degrees: Float) -> Float { degrees * .pi / 180 }
/// Degrees of radians, as GLKit has it.
public func GLKMathRadiansToDegrees(_ radians: Float) -> Float { radians * 180 / .pi }
