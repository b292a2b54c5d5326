import SceneGraph
import SessionCore
import SpatialMath

/// The found planes as thin coloured sheets, for a view from outside.
final class PlaneFills {
  private struct Sheet {
    var boundary: [Vector3]
    var mesh: MeshResource
  }

  private var sheets: [AnchorIdentifier: Sheet] = [:]

  /// The sheets of a frame's planes as models of a snapshot.
  func items(_ frame: SessionFrame) -> [SceneSnapshot.Item] {
    let planes = frame.planes
    let present = Set(planes.map(\.identifier))
    sheets = sheets.filter { present.contains($0.key) }
    return planes.compactMap { plane in
      guard let mesh = mesh(plane) else { return nil }
      let color: SIMD4<Float> =
        plane.alignment == .horizontal ? SIMD4(0.3, 0.75, 1, 0.22) : SIMD4(1, 0.7, 0.3, 0.22)
      return SceneSnapshot.Item(
        mesh: mesh, material: .unlit(color), worldFromModel: plane.transform.matrix,
        castsShadow: false)
    }
  }

  private func mesh(_ plane: PlaneAnchor) -> MeshResource? {
    let known = sheets[plane.identifier]
    if let known, known.boundary == plane.boundary { return known.mesh }
    guard let shape = plane.sheet else { return nil }
    let mesh = known?.mesh.replaced(by: shape) ?? MeshResource(shape)
    sheets[plane.identifier] = Sheet(boundary: plane.boundary, mesh: mesh)
    return mesh
  }
}
