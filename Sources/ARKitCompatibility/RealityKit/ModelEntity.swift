import SceneGraph
import SpatialMath

/// An entity with a shape and a surface.
open class ModelEntity: Entity {
  /// The shape and its surface.
  public var model: ModelComponent? {
    didSet { show() }
  }

  /// Creates a model that shows nothing yet.
  public required init() {
    super.init(core: SceneGraph.ModelEntity(mesh: nil))
  }

  /// Creates a model.
  ///
  /// A shape has one surface here: the first material counts.
  public convenience init(mesh: MeshResource, materials: [any Material]) {
    self.init()
    model = ModelComponent(mesh: mesh, materials: materials)
    show()
  }

  init(model: SceneGraph.ModelEntity) { super.init(core: model) }

  private func show() {
    guard let entity = core as? SceneGraph.ModelEntity else { return }
    entity.mesh = model?.mesh.core
    entity.material = model?.materials.first?.core ?? .lit(PhysicalMaterial())
  }
}

/// A shape and its surfaces.
public struct ModelComponent {
  /// The shape.
  public var mesh: MeshResource
  /// The surfaces; the first one counts.
  public var materials: [any Material]

  /// Creates a component.
  public init(mesh: MeshResource, materials: [any Material]) {
    self.mesh = mesh
    self.materials = materials
  }
}

/// A shape.
public struct MeshResource {
  let core: SceneGraph.MeshResource

  /// A box round the origin.
  public static func generateBox(
    size: simd_float3, cornerRadius: Float = 0
  ) -> MeshResource {
    MeshResource(core: SceneGraph.MeshResource(.roundedBox(size: size, radius: cornerRadius)))
  }

  /// A cube round the origin.
  public static func generateBox(size: Float, cornerRadius: Float = 0) -> MeshResource {
    generateBox(size: simd_float3(repeating: size), cornerRadius: cornerRadius)
  }

  /// A sphere round the origin.
  public static func generateSphere(radius: Float) -> MeshResource {
    MeshResource(core: SceneGraph.MeshResource(.sphere(radius: radius)))
  }

  /// A rectangle that looks up.
  public static func generatePlane(width: Float, depth: Float) -> MeshResource {
    MeshResource(core: SceneGraph.MeshResource(.plane(width: width, depth: depth)))
  }
}

/// What a surface looks like.
public protocol Material {
  /// What is drawn.
  var drawn: DrawnMaterial { get }
}

/// A surface as the renderer knows it.
public struct DrawnMaterial {
  let material: SceneGraph.Material
}

extension Material {
  var core: SceneGraph.Material { drawn.material }
}

/// A surface that the scene's light falls on.
public struct SimpleMaterial: Material {
  /// The colour.
  public typealias Color = UIColor

  /// The colour of the surface.
  public var color: UIColor
  /// 0 is a mirror, 1 is chalk.
  public var roughness: Float
  /// True is bare metal.
  public var isMetallic: Bool

  /// Creates a surface.
  public init(color: UIColor = .white, roughness: Float = 0.5, isMetallic: Bool = false) {
    self.color = color
    self.roughness = roughness
    self.isMetallic = isMetallic
  }

  /// What is drawn.
  public var drawn: DrawnMaterial {
    let c = color.components
    var material = PhysicalMaterial(
      baseColor: SIMD3(c.x, c.y, c.z), metallic: isMetallic ? 1 : 0, roughness: roughness)
    if c.w < 1 { (material.opacityMode, material.opacity) = (.blend, c.w) }
    return DrawnMaterial(material: .lit(material))
  }
}

/// A surface of one colour whatever the light.
public struct UnlitMaterial: Material {
  /// The colour of the surface.
  public var color: UIColor

  /// Creates a surface.
  public init(color: UIColor = .white) { self.color = color }

  /// What is drawn.
  public var drawn: DrawnMaterial { DrawnMaterial(material: .unlit(color.components)) }
}

/// A surface that is not seen, but hides what is behind it.
public struct OcclusionMaterial: Material {
  /// Creates a surface.
  public init() {}

  /// What is drawn.
  public var drawn: DrawnMaterial { DrawnMaterial(material: .occlusion) }
}
