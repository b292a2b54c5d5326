import SceneGraph
import SpatialMath

/// Scale, then rotation, then translation.
public struct Transform: Sendable, Equatable {
  /// Factors along the entity's own axes.
  public var scale: simd_float3
  /// The rotation.
  public var rotation: simd_quatf
  /// Metres.
  public var translation: simd_float3

  /// Nothing changes.
  public static let identity = Transform()

  /// Creates a transform that changes nothing.
  public init() {
    self.init(scale: simd_float3(1, 1, 1), translation: .zero)
  }

  /// Creates a transform; the default changes nothing.
  public init(
    scale: simd_float3 = simd_float3(1, 1, 1),
    rotation: simd_quatf = simd_quatf(ix: 0, iy: 0, iz: 0, r: 1), translation: simd_float3 = .zero
  ) {
    self.scale = scale
    self.rotation = rotation
    self.translation = translation
  }

  /// The rotation Ry(yaw) · Rx(pitch) · Rz(roll), radians.
  public init(pitch: Float = 0, yaw: Float = 0, roll: Float = 0) {
    self.init(
      SceneGraph.Transform(pitch: Double(pitch), yaw: Double(yaw), roll: Double(roll)))
  }

  /// Takes an affine matrix apart; shear is lost.
  public init(matrix: simd_float4x4) { self.init(SceneGraph.Transform(matrix: matrix.core)) }

  /// The matrix.
  public var matrix: simd_float4x4 { simd_float4x4(core.matrix) }

  init(_ core: SceneGraph.Transform) {
    self.init(
      scale: simd_float3(core.scale), rotation: simd_quatf(core.rotation),
      translation: simd_float3(core.translation))
  }

  var core: SceneGraph.Transform {
    SceneGraph.Transform(
      scale: Vector3(scale), rotation: rotation.core, translation: Vector3(translation))
  }
}

/// A box along the axes of some entity's space.
public struct BoundingBox: Sendable, Equatable {
  /// The corner with the least coordinates.
  public var min: simd_float3
  /// The corner with the greatest coordinates.
  public var max: simd_float3

  /// Creates a box.
  public init(min: simd_float3, max: simd_float3) {
    self.min = min
    self.max = max
  }

  /// The lengths of the edges; zero when empty.
  public var extents: simd_float3 { min.x > max.x ? .zero : max - min }
  /// The middle; zero when empty.
  public var center: simd_float3 { min.x > max.x ? .zero : (min + max) * 0.5 }
}
