import SessionCore
import SpatialMath

/// Where a ray meets an entity.
public struct EntityHit {
  /// The model that was hit.
  public var entity: ModelEntity
  /// Along the ray, metres.
  public var distance: Double
  /// In the world.
  public var position: Vector3
}

extension Scene {
  /// The models that a ray of the world meets, the nearest first, from either side.
  ///
  /// What only hides other things is met too, and hides them: a tap does not reach through a face.
  ///
  /// What of a model counts is its `collisionShape`.
  /// - Complexity: O(triangles of the models whose box is met).
  public func hitTest(_ ray: Ray) -> [EntityHit] {
    var hits: [EntityHit] = []
    for anchor in anchors where anchor.visibility > 0 && anchor.isEnabled {
      collect(anchor, .identity, ray, &hits)
    }
    hits.sort { $0.distance < $1.distance }
    return hits
  }

  private func collect(
    _ entity: Entity, _ parentMatrix: Matrix4x4, _ ray: Ray, _ hits: inout [EntityHit]
  ) {
    guard entity.isEnabled, entity.isHitTestable else { return }
    let matrix = parentMatrix * entity.transform.matrix
    if let model = entity as? ModelEntity,
      let distance = model.distance(along: ray, worldFromModel: matrix)
    {
      hits.append(
        EntityHit(
          entity: model, distance: distance, position: ray.origin + ray.direction * distance))
    }
    for child in entity.children { collect(child, matrix, ray, &hits) }
  }
}

extension MeshResource {
  /// How far along a ray of the world the shape is met; nil when it is missed.
  ///
  /// From either side, or only from where its triangles run counter-clockwise.
  package func distance(
    along ray: Ray, worldFromModel: Matrix4x4, frontOnly: Bool = false
  ) -> Double? {
    // A shape that is flat for the moment (a shut eye) has no inverse and cannot be hit.
    guard abs(worldFromModel.linear.determinant) > 1e-18 else { return nil }
    let modelFromWorld = worldFromModel.affineInverse
    // Not normalised, so that lengths along it are those of the world.
    let origin = modelFromWorld.transform(point: ray.origin)
    let direction = modelFromWorld.transform(direction: ray.direction)
    guard bounds.entry(of: origin, along: direction) != nil else { return nil }
    let (o, d) = (SIMD3<Float>(origin), SIMD3<Float>(direction))
    var best = Float.infinity
    for i in stride(from: 0, to: mesh.indices.count - 2, by: 3) {
      let a = mesh.positions[Int(mesh.indices[i])]
      let u = mesh.positions[Int(mesh.indices[i + 1])] - a
      let v = mesh.positions[Int(mesh.indices[i + 2])] - a
      // Möller and Trumbore (1997).
      let p = d.cross(v)
      let determinant = u.dot(p)
      guard abs(determinant) > 1e-20, !frontOnly || determinant > 0 else { continue }
      let s = o - a
      let x = s.dot(p) / determinant
      guard x >= 0, x <= 1 else { continue }
      let q = s.cross(u)
      let y = d.dot(q) / determinant
      guard y >= 0, x + y <= 1 else { continue }
      let t = v.dot(q) / determinant
      if t > 0, t < best { best = t }
    }
    return best.isFinite ? Double(best) : nil
  }
}
