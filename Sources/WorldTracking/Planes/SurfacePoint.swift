import SpatialMath

/// A well-known point of the map as evidence of surfaces.
package struct SurfacePoint: Sendable {
  /// In map space, or wherever the caller works.
  package var position: Vector3
  /// From where it was first seen.
  package var eye: Vector3
  /// From where it was last seen.
  package var lastEye: Vector3
  /// The relative sigma of its distance from there.
  package var depthSigma: Double
  /// Its slot in the map.
  package var slot: Int

  /// Creates a point; without `lastEye` it was seen from one place only.
  package init(
    position: Vector3, eye: Vector3, lastEye: Vector3? = nil, depthSigma: Double, slot: Int
  ) {
    self.position = position
    self.eye = eye
    self.lastEye = lastEye ?? eye
    self.depthSigma = depthSigma
    self.slot = slot
  }

  /// The sigma of the point's distance from a surface with a normal: the part of its depth's error
  /// that leads across the surface.
  @inline(__always) package func sigma(across normal: Vector3) -> Double {
    abs((position - eye).dot(normal)) * depthSigma
  }
}

extension WorldMap {
  /// The points whose depths are known to a relative sigma.
  package func surfacePoints(depthSigma limit: Double) -> [SurfacePoint] {
    points.indices.compactMap { slot in
      let p = points[slot]
      guard p.isAlive, p.depthSigma < limit else { return nil }
      let last = p.observations.last.map { keyframes[$0.keyframe].cameraFromMap.center }
      return SurfacePoint(
        position: p.position, eye: anchorCenter(p), lastEye: last, depthSigma: p.depthSigma,
        slot: slot)
    }
  }
}
