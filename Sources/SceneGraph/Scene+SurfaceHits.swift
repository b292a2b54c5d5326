import SessionCore
import SpatialMath

/// What a ray meets: something of the scene, or something real.
public enum SceneHit {
  /// A model of the scene.
  case entity(EntityHit)
  /// A plane that the session has found.
  case surface(RaycastResult)

  /// Along the ray, metres.
  public var distance: Double {
    switch self {
    case .entity(let hit): hit.distance
    case .surface(let hit): hit.distance
    }
  }

  /// In the world.
  public var position: Vector3 {
    switch self {
    case .entity(let hit): hit.position
    case .surface(let hit): hit.worldTransform.translation
    }
  }
}

extension Scene {
  /// The models and the real planes that a ray of the world meets, the nearest first.
  ///
  /// Of a model and a plane at one distance the model comes first: it stands there. Things that lie
  /// on the screen (`AnchorEntity.Target.screen`) are before everything else.
  ///
  /// - Parameters:
  ///   - ray: in the world.
  ///   - frame: whose planes count; none while tracking is limited.
  ///   - target: planes within their outlines, or without end.
  ///   - alignment: which planes count.
  /// - Returns: the hits, the nearest first.
  /// - Complexity: O(triangles of the models whose box is met + planes).
  public func hitTest(
    _ ray: Ray, in frame: SessionFrame,
    target: RaycastQuery.Target = .existingPlaneGeometry,
    alignment: RaycastQuery.TargetAlignment = .any
  ) -> [SceneHit] {
    let query = RaycastQuery(ray: ray, target: target, alignment: alignment)
    let hits =
      hitTest(ray).map(SceneHit.entity) + frame.raycast(query).map(SceneHit.surface)
    // The sort is stable: entities stay before planes.
    return hits.sorted { $0.distance < $1.distance }
  }

  /// The models and the real planes under a point of a camera's picture, the nearest first.
  ///
  /// - Parameters:
  ///   - point: (0, 0) top left to (1, 1).
  ///   - role: whose picture; nil for the leading camera's.
  ///   - frame: whose pictures and planes count.
  ///   - target: planes within their outlines, or without end.
  ///   - alignment: which planes count.
  /// - Returns: nothing where that camera does not run.
  public func hitTest(
    atImagePoint point: Vector2, of role: CameraRole? = nil, in frame: SessionFrame,
    target: RaycastQuery.Target = .existingPlaneGeometry,
    alignment: RaycastQuery.TargetAlignment = .any
  ) -> [SceneHit] {
    guard let ray = frame.ray(through: point, role: role ?? frame.primaryRole) else { return [] }
    return hitTest(ray, in: frame, target: target, alignment: alignment)
  }
}
