import SessionCore
import SpatialMath

extension Scene {
  /// Moves an anchored entity to where a ray hit, and binds it to the plane that was hit.
  ///
  /// - Returns: false when the result's plane is not in the frame, or the entity is not bound to
  ///   planes; then nothing moves.
  @discardableResult
  public func place(
    _ anchor: AnchorEntity, at result: RaycastResult, in frame: SessionFrame
  ) -> Bool {
    guard case .plane = anchor.target,
      let plane = frame.planes.first(where: { $0.identifier == result.anchor })
    else { return false }
    anchor.place(on: plane, worldFromEntity: result.worldTransform)
    return true
  }

  /// Tap to place: moves the first plane-bound entity to the nearest fitting plane under a point of
  /// the rear picture, (0, 0) top left to (1, 1).
  ///
  /// Planes are tried within their outlines first, then without end.
  ///
  /// - Returns: the hit, or nil when no plane lies there or tracking is limited.
  @discardableResult
  public func placeFirstAnchor(
    atImagePoint point: Vector2, in frame: SessionFrame
  ) -> RaycastResult? {
    guard let ray = frame.ray(through: point, role: .rear) else { return nil }
    for anchor in anchors {
      guard case .plane(let requirement) = anchor.target else { continue }
      for target in [RaycastQuery.Target.existingPlaneGeometry, .existingPlaneInfinite] {
        let query = RaycastQuery(ray: ray, target: target, alignment: requirement.alignment)
        for hit in frame.raycast(query) where place(anchor, at: hit, in: frame) { return hit }
      }
    }
    return nil
  }
}
