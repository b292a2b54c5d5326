import SpatialMath

/// An entity with a shape and a surface.
open class ModelEntity: Entity {
  /// The shape; nil draws nothing.
  public var mesh: MeshResource?
  /// The surface.
  public var material: Material
  /// True lets the model throw a shadow on the plane below it and on other models.
  public var castsShadow = true
  /// True for a picture of letters whose middle is x = 0: where the camera's picture is shown like a
  /// mirror, they are turned so that they can be read.
  public var isLettering = false

  /// What of it is met by taps, looks and rays.
  public var collisionShape = CollisionShape.mesh

  /// Creates a model.
  public init(
    name: String = "", mesh: MeshResource?, material: Material = .lit(PhysicalMaterial()),
    transform: Transform = .identity
  ) {
    self.mesh = mesh
    self.material = material
    super.init(name: name, transform: transform)
  }

  /// A model with the same shape and surface.
  open override func makeCopy() -> Entity {
    let copy = ModelEntity(name: name, mesh: mesh, material: material)
    copy.castsShadow = castsShadow
    return copy
  }

  /// Brings `mesh` up to date before a snapshot is taken; the default has nothing to do.
  func prepareForDrawing() {}

  /// The box round this model and everything below it.
  public override func visualBounds(relativeTo reference: Entity?) -> BoundingBox {
    var result = super.visualBounds(relativeTo: reference)
    if let mesh {
      result.formUnion(mesh.bounds(transformedBy: transformMatrix(relativeTo: reference)))
    }
    return result
  }
}
