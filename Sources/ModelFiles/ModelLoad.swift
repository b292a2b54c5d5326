import SpatialMath

/// What drawing a model costs.
///
/// A file's size tells nothing of it: nodes show one shape any number of times, and few triangles that
/// all lie in one place keep a renderer busy for hours.
enum ModelLoad {
  /// Layers that dense hair and foliage have, with much to spare; they are not counted.
  private static let usual = 20.0
  /// Layers beyond those that a model may have, all shapes as often as they are drawn.
  private static let most = 1000.0

  /// Fails for a model that no machine draws in time.
  static func check(_ document: ModelDocument, _ limits: ModelLimits) throws(ModelFault) {
    var (parts, indices) = (0, 0)
    let budget = ModelBudget(limits)
    for mesh in document.nodes.compactMap(\.mesh) {
      parts += document.meshes[mesh].parts.count
      indices += document.meshes[mesh].parts.reduce(0) { $0 + $1.mesh.indices.count }
      try budget.check(parts, limits.drawnParts, "shapes that are drawn")
      try budget.check(indices, limits.indices, "indices that are drawn")
    }
    let excess = document.meshes.map { mesh in
      mesh.parts.reduce(0) { $0 + max(0, layers($1.mesh) - usual) }
    }
    let total = document.nodes.compactMap(\.mesh).reduce(0) { $0 + excess[$1] }
    guard total <= most else {
      throw ModelFault(
        "its triangles lie over each other more than \(Int(most)) times; remove doubles, or simplify "
          + "the model")
    }
  }

  /// The area of a shape's triangles over that of the box round it.
  static func layers(_ mesh: TriangleMesh) -> Double {
    guard let first = mesh.positions.first else { return 0 }
    let (low, high) = mesh.positions.reduce((first, first)) {
      (pointwiseMin($0.0, $1), pointwiseMax($0.1, $1))
    }
    let size = SIMD3<Double>(high - low)
    let box = 2 * (size.x * size.y + size.y * size.z + size.z * size.x)
    guard box > 0, box.isFinite else { return 0 }
    var sum = 0.0
    for i in stride(from: 0, to: mesh.indices.count - 2, by: 3) {
      let a = mesh.positions[Int(mesh.indices[i])]
      let u = mesh.positions[Int(mesh.indices[i + 1])] - a
      let v = mesh.positions[Int(mesh.indices[i + 2])] - a
      sum += Double(u.cross(v).length) / 2
    }
    return sum / box
  }
}
