import SpatialMath

/// What a surface looks like.
public enum Material: Sendable, Equatable {
  /// Lit by the scene's light.
  case lit(PhysicalMaterial)
  /// One colour whatever the light; red, green, blue and opacity, sRGB, 0…1.
  case unlit(SIMD4<Float>)
  /// The edges of the triangles as lines; colour as in `unlit`, width in pixels.
  case wireframe(SIMD4<Float>, width: Float)
  /// Nothing is seen, but what lies behind is hidden: stands for a real thing.
  case occlusion
}

/// A surface of the metallic-roughness kind, as in glTF.
public struct PhysicalMaterial: Sendable, Equatable {
  /// Red, green, blue in sRGB, 0…1.
  public var baseColor: SIMD3<Float>
  /// 0 is paint, plastic, skin; 1 is bare metal.
  public var metallic: Float
  /// 0 is a mirror, 1 is chalk.
  public var roughness: Float
  /// Light that the surface itself sends out: red, green, blue, linear, 1 is full white.
  public var emissive: SIMD3<Float>
  /// A layer of clear varnish, 0…1.
  public var clearcoat: Float
  /// How strongly the metal is brushed along its own x axis, 0…1.
  public var brushed: Float

  /// Creates a surface; the default is light grey paint.
  public init(
    baseColor: SIMD3<Float> = SIMD3(0.8, 0.8, 0.8), metallic: Float = 0, roughness: Float = 0.5,
    emissive: SIMD3<Float> = .zero, clearcoat: Float = 0, brushed: Float = 0
  ) {
    self.baseColor = baseColor
    self.metallic = metallic
    self.roughness = roughness
    self.emissive = emissive
    self.clearcoat = clearcoat
    self.brushed = brushed
  }
}
