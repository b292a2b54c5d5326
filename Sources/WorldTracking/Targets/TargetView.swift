import SpatialMath

/// A place of something of known size, and where a picture shows it.
package struct TargetSight: Sendable {
  /// In target space, metres.
  package var point: Vector3
  /// The image point.
  package var place: Vector2

  /// Creates a sight.
  package init(point: Vector3, place: Vector2) {
    self.point = point
    self.place = place
  }
}

/// One picture of something of known size, from a camera whose place in the map is known.
package struct TargetView: Sendable {
  /// Camera from map.
  package var cameraFromMap: RigidMotion
  /// At least four.
  package var sights: [TargetSight]

  /// Creates a view.
  package init(cameraFromMap: RigidMotion, sights: [TargetSight]) {
    self.cameraFromMap = cameraFromMap
    self.sights = sights
  }
}

/// Where something of known size is in the map, and how large a metre is there.
package struct TargetPlacement: Sendable {
  /// Map from target without size.
  package var rotation: Matrix3x3
  package var translation: Vector3
  /// Map units a metre.
  package var unitsPerMetre: Double
  /// The relative sigma of that.
  package var sizeSigma = Double.infinity
  /// The root mean square of the residuals, pixels.
  package var residual = 0.0

  /// A placement as one view shows it, for an assumed size of the map.
  package init(cameraFromTarget: RigidMotion, cameraFromMap: RigidMotion, unitsPerMetre: Double) {
    let inverse = cameraFromMap.inverse
    rotation = inverse.rotation * cameraFromTarget.rotation
    translation = inverse.act(cameraFromTarget.translation * unitsPerMetre)
    self.unitsPerMetre = unitsPerMetre
  }

  /// A point of the target in the map.
  package func act(_ p: Vector3) -> Vector3 { rotation * p * unitsPerMetre + translation }

  /// Camera from target in metres.
  package func cameraFromTarget(_ cameraFromMap: RigidMotion) -> RigidMotion {
    RigidMotion(
      rotation: cameraFromMap.rotation * rotation,
      translation: cameraFromMap.act(translation) / unitsPerMetre)
  }
}
