import SessionCore
import SpatialMath

/// The 1220-vertex mesh of a face as a model: wireframe, painted, or only hiding what is behind.
///
/// Hang it below `AnchorEntity(.face(index:))` with the same index.
public final class FaceMeshEntity: ModelEntity {
  /// Which of the frame's faces is shown, from 0.
  public let faceIndex: Int
  private let topology: TriangleMesh

  /// Creates a mesh that follows a face.
  ///
  /// - Parameters:
  ///   - topology: triangles and texture coordinates of the face geometry; positions are ignored.
  ///   - faceIndex: which face.
  ///   - material: how it looks.
  public init(
    topology: TriangleMesh, faceIndex: Int = 0,
    material: Material = .wireframe(SIMD4(0.45, 0.95, 1, 0.85), width: 1)
  ) {
    self.faceIndex = faceIndex
    self.topology = topology
    super.init(name: "face-mesh", mesh: nil, material: material)
    castsShadow = false
  }

  /// A mesh that follows the same face.
  public override func makeCopy() -> Entity {
    let copy = FaceMeshEntity(topology: topology, faceIndex: faceIndex, material: material)
    copy.name = name
    return copy
  }

  /// Takes over the positions of the frame's face.
  public override func update(with frame: SessionFrame) {
    let faces = frame.faces
    guard faces.indices.contains(faceIndex), faces[faceIndex].isTracked else { return }
    let vertices = faces[faceIndex].geometry.vertices
    guard topology.indices.allSatisfy({ Int($0) < vertices.count }) else { return }
    var shape = topology
    shape.positions = vertices
    shape.normals = []
    if shape.textureCoordinates.count != vertices.count { shape.textureCoordinates = [] }
    mesh = mesh?.replaced(by: shape) ?? MeshResource(shape)
  }
}
