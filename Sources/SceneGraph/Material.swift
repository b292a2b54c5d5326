import SpatialMath

/// What a surface looks like.
public enum Material: Sendable, Equatable {
  /// Lit by the scene's light.
  case lit(PhysicalMaterial)
  /// One colour whatever the light; red, green, blue and opacity, sRGB, 0…1.
  case unlit(SIMD4<Float>)
  /// A picture whatever the light, seen from both sides; its colours times the tint's.
  case picture(TextureResource, tint: SIMD4<Float>)
  /// The edges of the triangles as lines; colour as in `unlit`, width in pixels.
  case wireframe(SIMD4<Float>, width: Float)
  /// Nothing is seen, but what lies behind is hidden: stands for a real thing.
  case occlusion
}

/// A surface of the metallic-roughness kind, as in glTF.
public struct PhysicalMaterial: Sendable, Equatable {
  /// How a surface lets what is behind it through.
  public enum OpacityMode: Sendable, Equatable {
    /// Not at all.
    case opaque
    /// By its opacity; drawn after all else, the farthest first.
    case blend
    /// Not at all where the opacity reaches a threshold, and all of it elsewhere.
    case cutOut(Float)
  }

  /// Red, green, blue in sRGB, 0…1.
  public var baseColor: SIMD3<Float>
  /// How much hides what is behind, 0…1; counts for `blend` and `cutOut` only.
  public var opacity: Float = 1
  /// How the opacity counts.
  public var opacityMode = OpacityMode.opaque
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
  /// True shows the back of the triangles, too.
  public var isDoubleSided = false
  /// What is mirrored in it instead of the scene's own light; nil for that.
  public var reflection: ReflectionResource?
  /// Pictures that vary what is said above.
  public var textures = Textures()

  /// Pictures over a surface, by its texture coordinates; nil changes nothing.
  public struct Textures: Sendable, Equatable {
    /// Times base colour and opacity.
    public var baseColor: TextureResource?
    /// Green times roughness, blue times metallic; linear.
    public var metallicRoughness: TextureResource?
    /// Normals in the surface's own axes; linear.
    public var normal: TextureResource?
    /// How strongly normals count.
    public var normalScale: Float = 1
    /// Times the light that the surface sends out.
    public var emissive: TextureResource?

    /// No pictures.
    public init() {}

    /// True when there is none.
    public var isEmpty: Bool {
      baseColor == nil && metallicRoughness == nil && normal == nil && emissive == nil
    }
  }

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

extension Material {
  /// The same, seen only in part.
  package func faded(to visibility: Float) -> Material {
    func part(_ color: SIMD4<Float>) -> SIMD4<Float> {
      SIMD4(color.x, color.y, color.z, color.w * visibility)
    }
    switch self {
    case .lit(var material):
      if material.opacityMode != .blend { material.opacityMode = .blend }
      material.opacity *= visibility
      return .lit(material)
    case .unlit(let color): return .unlit(part(color))
    case .picture(let texture, let tint): return .picture(texture, tint: part(tint))
    case .wireframe(let color, let width): return .wireframe(part(color), width: width)
    case .occlusion: return self
    }
  }

  /// True for what must be drawn after all else, the farthest first.
  package var isTransparent: Bool {
    switch self {
    case .lit(let material): material.opacityMode == .blend
    case .unlit(let color): color.w < 1
    case .picture(let texture, let tint): tint.w < 1 || texture.hasTransparency
    case .wireframe, .occlusion: false
    }
  }
}
