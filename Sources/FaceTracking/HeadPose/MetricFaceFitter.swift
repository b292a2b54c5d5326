import FaceMesh
import SpatialMath

/// A face with a place and a size in space.
package struct MetricFace: Sendable {
  /// Session camera (+Y up, −Z forward) from face space.
  package var cameraFromFace: Pose
  /// All landmarks in face space, metres; seen from the pose they project onto the picture's.
  package var landmarks: [SIMD3<Float>]
  /// The fit of the canonical face to the camera, in centimetres.
  package var cameraFromCanonical: Similarity

  /// Creates a face.
  package init(
    cameraFromFace: Pose, landmarks: [SIMD3<Float>], cameraFromCanonical: Similarity
  ) {
    self.cameraFromFace = cameraFromFace
    self.landmarks = landmarks
    self.cameraFromCanonical = cameraFromCanonical
  }
}

/// Gives landmarks of a picture a place and a size in space, by fitting the average face to them.
///
/// Landmarks have a depth, but in pixels and relative to the face. Following MediaPipe's geometry
/// pipeline: the landmarks on the image plane are fitted once for a first scale, pushed out along
/// their rays and fitted again for a second one, and pushed out and fitted a last time. The result
/// is as large as the average adult's face; the size of a face cannot be seen from one camera.
package struct MetricFaceFitter: Sendable {
  private let canonical: CanonicalFace
  private let procrustes: WeightedProcrustes
  /// The distance of the plane from which the rays start, centimetres.
  private static let near = 1.0
  /// A face nearer or farther than this is no face.
  private static let distancesInCentimetres = 1.0...5000

  /// Prepares the fit.
  package init(canonical: CanonicalFace = .standard) {
    self.canonical = canonical
    procrustes = WeightedProcrustes(
      points: canonical.basis.map { canonical.centimetres[$0.landmark] },
      weights: canonical.basis.map(\.weight))
  }

  /// Places a face.
  ///
  /// `points` are landmarks with x and y in pixels and z in the scale of x. Nil when they do not
  /// look like a face at all.
  package func fit(_ points: [Vector3], intrinsics: CameraIntrinsics) -> MetricFace? {
    let plane = points.map { Self.onNearPlane($0, intrinsics) }
    let depth =
      plane.prefix(LandmarkIndices.faceCount).reduce(0) { $0 + $1.z }
      / Double(LandmarkIndices.faceCount)
    let basis = canonical.basis.map { plane[$0.landmark] }
    guard let first = procrustes.fit(to: basis.map { $0 * Self.towardsViewer }) else { return nil }
    func place(_ p: Vector3, scale: Double) -> Vector3 {
      let z = (p.z - depth + Self.near) / scale
      return Vector3(p.x * z / Self.near, p.y * z / Self.near, -z)
    }
    guard
      let second = procrustes.fit(to: basis.map { place($0, scale: first.scale) }),
      let last = procrustes.fit(
        to: basis.map { place($0, scale: first.scale * second.scale) }),
      Self.distancesInCentimetres ~= -last.translation.z
    else { return nil }
    let scale = first.scale * second.scale
    let offset = FaceMeshDeformation.offset
    let landmarks = plane.map {
      SIMD3<Float>(last.undoingMotion(place($0, scale: scale)) / 100 + offset)
    }
    let rotation = Quaternion(last.rotation)
    return MetricFace(
      cameraFromFace: Pose(
        rotation: rotation, translation: last.translation / 100 - rotation.act(offset)),
      landmarks: landmarks, cameraFromCanonical: last)
  }

  /// z grows away from the viewer in pictures and towards it in camera axes.
  private static let towardsViewer = Vector3(1, 1, -1)

  /// A landmark on the plane at `near`, y up, with z in the same unit.
  private static func onNearPlane(_ p: Vector3, _ intrinsics: CameraIntrinsics) -> Vector3 {
    let ray = intrinsics.unproject(Vector2(p.x, p.y))
    return Vector3(ray.x, -ray.y, p.z / intrinsics.fx) * near
  }
}
