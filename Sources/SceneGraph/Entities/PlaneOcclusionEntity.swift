import SessionCore
import SpatialMath

/// All planes that were found, unseen, hiding what is behind them: a table's edge hides what stands
/// on the floor.
///
/// Hang it below `AnchorEntity(world: .identity)`. Taps and looks pass through.
public final class PlaneOcclusionEntity: Entity {
  private var sheets: [AnchorIdentifier: (plane: PlaneAnchor, model: ModelEntity)] = [:]

  /// The sheets lie so far below their planes, metres, that what stands on a plane, and its shadow,
  /// are not cut off.
  private static let depth = 0.006

  /// Knows of no plane yet.
  public init(name: String = "") {
    super.init(name: name)
    isHitTestable = false
  }

  /// An entity that hides behind the same planes.
  public override func makeCopy() -> Entity { PlaneOcclusionEntity(name: name) }

  override var copiesChildren: Bool { true }

  /// Takes over the frame's planes; while tracking is limited they stay.
  public override func update(with frame: SessionFrame) {
    let planes = frame.planes
    for (identifier, sheet) in sheets where !planes.contains(where: { $0.identifier == identifier })
    {
      removeChild(sheet.model)
      sheets[identifier] = nil
    }
    for plane in planes { follow(plane) }
  }

  private func follow(_ plane: PlaneAnchor) {
    let known = sheets[plane.identifier]
    guard known?.plane != plane, let shape = plane.sheet else { return }
    let model = known?.model ?? ModelEntity(mesh: nil, material: .occlusion)
    if known?.plane.boundary != plane.boundary {
      model.mesh = model.mesh?.replaced(by: shape) ?? MeshResource(shape)
    }
    model.castsShadow = false
    let normal = plane.transform.rotation.act(Vector3(0, 1, 0))
    model.transform = Transform(
      rotation: plane.transform.rotation,
      translation: plane.transform.translation - normal * Self.depth)
    if known == nil { addChild(model) }
    sheets[plane.identifier] = (plane, model)
  }
}
