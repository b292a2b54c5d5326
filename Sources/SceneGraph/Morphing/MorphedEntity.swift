import SessionCore
import SpatialMath

/// A model whose shape is a mixture of morph targets, and that may follow joints.
///
/// The shape is computed when it is drawn, once for all changes since the last time.
public final class MorphedEntity: ModelEntity {
  /// The shape at rest with its targets.
  public let morphedMesh: MorphedMesh
  /// How far each target is on, in their order; 0…1 unless one wants a caricature.
  public var weights: [Float] {
    didSet { isDue = isDue || weights != oldValue }
  }
  /// Computes normals from the morphed triangles instead of morphing them.
  public var unifiesNormals = false {
    didSet { isDue = true }
  }
  /// The joints that the vertices follow; nil for a shape that stays in its own space.
  package var skin: JointSkin?
  private var isDue = true
  private var pose: [Matrix4x4] = []
  private let places: [String: Int]
  /// The target of each blend shape, by any of its three spellings.
  private let locations: [BlendShapeLocation: Int]

  /// Creates a model at rest.
  public init(
    name: String = "", _ mesh: MorphedMesh, material: Material = .lit(PhysicalMaterial()),
    transform: Transform = .identity
  ) {
    morphedMesh = mesh
    weights = mesh.targets.map { _ in 0 }
    places = Dictionary(
      mesh.targets.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { a, _ in a })
    locations = Dictionary(
      mesh.targets.enumerated().compactMap { index, target in
        BlendShapeLocation(anySpelling: target.name).map { ($0, index) }
      }, uniquingKeysWith: { a, _ in a })
    super.init(
      name: name, mesh: MeshResource(mesh.source, bounds: mesh.bounds), material: material,
      transform: transform)
  }

  /// A model with the same targets, at weights of its own.
  public override func makeCopy() -> Entity {
    let copy = MorphedEntity(name: name, morphedMesh, material: material)
    copy.castsShadow = castsShadow
    copy.weights = weights
    copy.unifiesNormals = unifiesNormals
    copy.skin = skin
    return copy
  }

  /// The blend shapes that have a target here.
  public var boundLocations: Set<BlendShapeLocation> { Set(locations.keys) }

  /// The place of a target; a blend shape's name is known in all three spellings.
  public func targetIndex(named name: String) -> Int? {
    places[name] ?? BlendShapeLocation(anySpelling: name).flatMap { locations[$0] }
  }

  /// Sets how far a target is on; names that are not there are ignored.
  public func setWeight(_ weight: Float, forTargetNamed name: String) {
    guard let index = targetIndex(named: name), weight.isFinite else { return }
    weights[index] = weight
  }

  /// How far a target is on; nil for one that is not there.
  public func weight(forTargetNamed name: String) -> Float? {
    targetIndex(named: name).map { weights[$0] }
  }

  /// Takes the weights of all bound targets from coefficients; others stay.
  public func setWeights(_ blendShapes: BlendShapes) {
    var changed = weights
    for (location, index) in locations { changed[index] = blendShapes[location] }
    weights = changed
  }

  override func prepareForDrawing() {
    let pose = skin?.matrices(relativeTo: self) ?? []
    guard isDue || pose != self.pose else { return }
    isDue = false
    self.pose = pose
    var shape = morphedMesh.morphed(weights: weights, unifiesNormals: unifiesNormals)
    var bounds = morphedMesh.bounds
    if let skin {
      skin.apply(pose, to: &shape)
      bounds = .empty
      for p in shape.positions { bounds.formUnion(Vector3(p)) }
    }
    mesh = mesh?.replaced(by: shape, bounds: bounds) ?? MeshResource(shape, bounds: bounds)
  }
}

/// How vertices follow joints: linear blend skinning, as in glTF.
package struct JointSkin {
  /// The joints.
  package var joints: [Entity]
  /// Joint from model at rest.
  package var inverseBindMatrices: [Matrix4x4]
  /// Four joints a vertex.
  package var indices: [SIMD4<UInt16>]
  /// How far the vertex follows each.
  package var weights: [SIMD4<Float>]

  /// Creates a skin.
  package init(
    joints: [Entity], inverseBindMatrices: [Matrix4x4], indices: [SIMD4<UInt16>],
    weights: [SIMD4<Float>]
  ) {
    self.joints = joints
    self.inverseBindMatrices = inverseBindMatrices
    self.indices = indices
    self.weights = weights
  }

  /// Model now from model at rest, for each joint.
  func matrices(relativeTo model: Entity) -> [Matrix4x4] {
    let modelFromWorld = model.transformMatrix(relativeTo: nil).affineInverse
    return zip(joints, inverseBindMatrices).map { joint, inverse in
      modelFromWorld * joint.transformMatrix(relativeTo: nil) * inverse
    }
  }

  /// Moves a shape's vertices; those without joints stay.
  func apply(_ matrices: [Matrix4x4], to mesh: inout TriangleMesh) {
    let columns = matrices.map { m in
      [m.column0, m.column1, m.column2, m.column3].map { SIMD3<Float>($0.xyz) }
    }
    for i in 0..<min(mesh.positions.count, indices.count, weights.count) {
      var c = (SIMD3<Float>.zero, SIMD3<Float>.zero, SIMD3<Float>.zero, SIMD3<Float>.zero)
      var total: Float = 0
      for k in 0..<4 where weights[i][k] > 0 {
        let joint = Int(indices[i][k])
        guard joint < columns.count else { continue }
        let w = weights[i][k]
        total += w
        c.0 += columns[joint][0] * w
        c.1 += columns[joint][1] * w
        c.2 += columns[joint][2] * w
        c.3 += columns[joint][3] * w
      }
      guard total > 0 else { continue }
      let p = mesh.positions[i]
      let n = mesh.normals[i]
      mesh.positions[i] = (c.0 * p.x + c.1 * p.y + c.2 * p.z + c.3) / total
      mesh.normals[i] = c.0 * n.x + c.1 * n.y + c.2 * n.z
    }
  }
}
