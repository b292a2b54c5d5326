import FaceMesh
import SceneGraph
import SpatialMath

/// A face's mesh as a shape.
public final class ARSCNFaceGeometry: SCNGeometry {
  private let isClosed: Bool

  /// Creates the face at rest; `fillMesh` closes eyes and mouth.
  public init?(device: any MTLDevice, fillMesh: Bool = false) {
    isClosed = fillMesh
    super.init(
      SceneGraph.MeshResource(
        FaceMeshTopology.standard.mesh(of: .neutral, closed: fillMesh)))
  }

  /// Takes over a face's positions.
  public func update(from faceGeometry: ARFaceGeometry) {
    let shape = FaceMeshTopology.standard.mesh(of: faceGeometry.core, closed: isClosed)
    mesh = mesh?.replaced(by: shape) ?? SceneGraph.MeshResource(shape)
  }
}

/// What draws.
public protocol MTLDevice: AnyObject {
  /// What it calls itself.
  var name: String { get }
}

/// The only one there is.
final class GraphicsDevice: MTLDevice {
  let name = "OpenGL"
}
