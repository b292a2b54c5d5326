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
      guard plane.boundary.count >= 3 else { return nil }
      let color: SIMD4<Float> =
        plane.alignment == .horizontal ? SIMD4(0.3, 0.75, 1, 0.22) : SIMD4(1, 0.7, 0.3, 0.22)
      return SceneSnapshot.Item(
        mesh: mesh(plane), material: .unlit(color), worldFromModel: plane.transform.matrix,
        castsShadow: false)
    }
  }

  private func mesh(_ plane: PlaneAnchor) -> MeshResource {
    let known = sheets[plane.identifier]
    if let known, known.boundary == plane.boundary { return known.mesh }
    let shape = Self.shape(plane)
    let mesh = known?.mesh.replaced(by: shape) ?? MeshResource(shape)
    sheets[plane.identifier] = Sheet(boundary: plane.boundary, mesh: mesh)
    return mesh
  }

  /// Both sides of a fan round the middle: boundaries are convex.
  private static func shape(_ plane: PlaneAnchor) -> TriangleMesh {
    let corners = plane.boundary
    let middle = corners.reduce(Vector3.zero, +) / Double(corners.count)
    let positions = (corners + [middle]).map { SIMD3<Float>($0) }
    let last = UInt32(corners.count)
    var indices: [UInt32] = []
    for i in 0..<last {
      let next = (i + 1) % last
      indices += [last, i, next, last, next, i]
    }
    return TriangleMesh(
      positions: positions,
      normals: [SIMD3<Float>](repeating: SIMD3(0, 1, 0), count: positions.count),
      indices: indices)
  }
}
