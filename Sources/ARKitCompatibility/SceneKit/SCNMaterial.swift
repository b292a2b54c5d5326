import SceneGraph
import SpatialMath

/// What a surface looks like.
public final class SCNMaterial {
  /// How the light counts.
  public enum LightingModel: Sendable {
    /// Not at all.
    case constant
    /// As on real surfaces.
    case physicallyBased
    /// As on real surfaces, too.
    case blinn
    /// As on real surfaces, too.
    case phong
    /// As on real surfaces, too.
    case lambert
  }

  /// One of the things that make up a surface.
  public final class Property {
    /// A `UIColor`, a `UIImage`, a picture's path, or a number.
    public var contents: Any?

    init(_ contents: Any? = nil) { self.contents = contents }
  }

  /// How shapes are filled.
  public var fillMode = SCNFillMode.fill
  /// The colour.
  public let diffuse = Property(UIColor.white)
  /// How much like bare metal: a number, 0…1.
  public let metalness = Property()
  /// How much like chalk: a number, 0…1.
  public let roughness = Property()
  /// What is mirrored: a picture in the layouts of cube maps, or six of them.
  public let reflective = Property()
  /// How much hides what is behind; 0 is not seen at all.
  public var transparency: CGFloat = 1
  /// How the light counts.
  public var lightingModel = LightingModel.blinn
  /// True shows the back, too.
  public var isDoubleSided = false
  /// What is drawn; nothing hides what is behind without being seen.
  public var colorBufferWriteMask = SCNColorMask.all
  /// Kept for programs that say so.
  public var writesToDepthBuffer = true
  private var cache: (path: String, image: UIImage?)?

  /// Creates a white surface.
  public init() {}

  /// What is drawn; nil for nothing.
  var core: SceneGraph.Material? {
    if transparency <= 0 { return nil }
    if colorBufferWriteMask.isEmpty { return .occlusion }
    let opacity = Float(min(1, transparency))
    var color = (diffuse.contents as? UIColor)?.components ?? SIMD4(1, 1, 1, 1)
    color.w *= opacity
    if fillMode == .lines { return .wireframe(color, width: 1) }
    let picture = image(diffuse.contents)?.texture
    if lightingModel == .constant {
      return picture.map { .picture($0, tint: color) } ?? .unlit(color)
    }
    var material = PhysicalMaterial(
      baseColor: SIMD3(color.x, color.y, color.z), metallic: number(metalness, 0),
      roughness: number(roughness, 0.5))
    material.isDoubleSided = isDoubleSided
    material.textures.baseColor = picture
    material.opacity = color.w
    if color.w < 1 || picture?.hasTransparency == true { material.opacityMode = .blend }
    material.reflection = reflection
    return .lit(material)
  }

  private var reflection: ReflectionResource? {
    if let list = reflective.contents as? [Any] {
      return ReflectionResource(faces: list.compactMap { image($0)?.texture })
    }
    return image(reflective.contents).flatMap { ReflectionResource($0.texture) }
  }

  private func number(_ property: Property, _ fallback: Float) -> Float {
    (property.contents as? NSNumber)?.floatValue ?? (property.contents as? Float)
      ?? (property.contents as? Double).map { Float($0) } ?? fallback
  }

  private func image(_ contents: Any?) -> UIImage? {
    if let image = contents as? UIImage { return image }
    guard let path = contents as? String else { return nil }
    if let cache, cache.path == path { return cache.image }
    let image = UIImage(named: path)
    cache = (path, image)
    return image
  }
}

/// How shapes are filled.
public enum SCNFillMode: Sendable {
  /// With their surface.
  case fill
  /// With the edges of their triangles.
  case lines
}

/// What of a colour is drawn.
public struct SCNColorMask: OptionSet, Sendable {
  /// The set's bits.
  public let rawValue: Int
  /// Creates a set from its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }
  /// All of it.
  public static let all = SCNColorMask(rawValue: 15)
}
