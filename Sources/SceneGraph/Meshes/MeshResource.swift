import SpatialMath
import Synchronization

/// A shape that models share and a renderer uploads once.
///
/// Immutable, thread-safe. A shape that changes (a face) is replaced by its `replaced(by:)`, so
/// that a renderer writes to the buffers it already has.
public final class MeshResource: Sendable {
  /// The same for all revisions of one shape.
  public let identifier: UInt64
  /// Counts the revisions from 0.
  public let revision: Int
  /// Positions, normals, indices.
  ///
  /// Normals are always there.
  public let mesh: TriangleMesh
  /// The box round the shape in its own space.
  public let bounds: BoundingBox

  /// The same shape with fewer triangles, for when it is small in the picture.
  public let coarser: MeshResource?

  private static let nextIdentifier = Atomic<UInt64>(1)

  /// Creates a shape; normals that are missing are computed.
  public convenience init(_ mesh: TriangleMesh, coarser: MeshResource? = nil) {
    let (identifier, _) = Self.nextIdentifier.add(1, ordering: .relaxed)
    self.init(mesh, identifier: identifier, revision: 0, coarser: coarser)
  }

  /// Creates a shape whose box is known; normals must be there.
  package convenience init(_ mesh: TriangleMesh, bounds: BoundingBox) {
    let (identifier, _) = Self.nextIdentifier.add(1, ordering: .relaxed)
    self.init(mesh, identifier: identifier, revision: 0, bounds: bounds)
  }

  private init(
    _ mesh: TriangleMesh, identifier: UInt64, revision: Int, coarser: MeshResource? = nil,
    bounds: BoundingBox? = nil
  ) {
    self.coarser = coarser
    self.identifier = identifier
    self.revision = revision
    var complete = mesh
    if complete.normals.count != complete.positions.count {
      complete.normals = complete.computedNormals()
    }
    self.mesh = complete
    self.bounds = bounds ?? Self.box(round: complete.positions)
  }

  private static func box(round positions: [SIMD3<Float>]) -> BoundingBox {
    var box = BoundingBox.empty
    for p in positions { box.formUnion(Vector3(p)) }
    return box
  }

  /// The next revision of this shape.
  public func replaced(by mesh: TriangleMesh) -> MeshResource {
    MeshResource(mesh, identifier: identifier, revision: revision + 1)
  }

  /// The next revision, whose box is known.
  package func replaced(by mesh: TriangleMesh, bounds: BoundingBox) -> MeshResource {
    MeshResource(mesh, identifier: identifier, revision: revision + 1, bounds: bounds)
  }

  /// The tight box round the shape moved by a matrix.
  /// - Complexity: O(vertices).
  public func bounds(transformedBy matrix: Matrix4x4) -> BoundingBox {
    var box = BoundingBox.empty
    for p in mesh.positions { box.formUnion(matrix.transform(point: Vector3(p))) }
    return box
  }
}
