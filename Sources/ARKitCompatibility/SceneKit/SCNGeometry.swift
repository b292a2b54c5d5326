import SceneGraph
import SpatialMath

/// A shape with its surfaces.
open class SCNGeometry {
  /// The surfaces; the first one counts.
  public var materials = [SCNMaterial()]
  var mesh: SceneGraph.MeshResource?

  init(_ mesh: SceneGraph.MeshResource?) { self.mesh = mesh }

  /// The surface that counts.
  public var firstMaterial: SCNMaterial? {
    get { materials.first }
    set { materials = newValue.map { [$0] } ?? [] }
  }
}

/// A rectangle in the X–Y plane round the origin that looks along +Z.
public final class SCNPlane: SCNGeometry {
  /// Along x.
  public let width: CGFloat
  /// Along y.
  public let height: CGFloat

  /// Creates a rectangle.
  public init(width: CGFloat, height: CGFloat) {
    self.width = width
    self.height = height
    let (x, y) = (Float(width) / 2, Float(height) / 2)
    super.init(
      SceneGraph.MeshResource(
        TriangleMesh(
          positions: [SIMD3(-x, -y, 0), SIMD3(x, -y, 0), SIMD3(x, y, 0), SIMD3(-x, y, 0)],
          normals: .init(repeating: SIMD3(0, 0, 1), count: 4),
          textureCoordinates: [SIMD2(0, 0), SIMD2(1, 0), SIMD2(1, 1), SIMD2(0, 1)],
          indices: [0, 1, 2, 0, 2, 3])))
  }
}

/// A box round the origin.
public final class SCNBox: SCNGeometry {
  /// Creates a box with rounded edges.
  public init(width: CGFloat, height: CGFloat, length: CGFloat, chamferRadius: CGFloat) {
    super.init(
      SceneGraph.MeshResource(
        .roundedBox(
          size: SIMD3(Float(width), Float(height), Float(length)), radius: Float(chamferRadius))))
  }
}

/// A sphere round the origin.
public final class SCNSphere: SCNGeometry {
  /// Creates a sphere.
  public init(radius: CGFloat) {
    super.init(SceneGraph.MeshResource(.sphere(radius: Float(radius))))
  }
}
