import SpatialMath

/// A screen before the user, to find what of it is looked at.
///
/// Its own space has the origin in its middle, +X to the user's right, +Y up and +Z towards the user,
/// metres. Points on it are (0, 0) top left to (1, 1) bottom right.
public struct GazeScreen: Sendable, Equatable {
  /// Front camera (+X right, +Y up, −Z forward) from screen.
  public var cameraFromScreen: Pose
  /// Width and height in metres.
  public var size: Vector2
  /// Width and height in pixels.
  public var pixels: SIMD2<Int>
  /// How far along a line of sight the screen may be, metres.
  public var reach = 2.0

  /// Creates a screen.
  public init(cameraFromScreen: Pose, size: Vector2, pixels: SIMD2<Int>) {
    self.cameraFromScreen = cameraFromScreen
    self.size = size
    self.pixels = pixels
  }

  /// Creates a screen with the front camera in the middle above it, looking the way that the screen
  /// does; `gap` is from its upper edge to the lens, metres.
  public init(belowCamera gap: Double = 0.01, size: Vector2, pixels: SIMD2<Int>) {
    // The camera's right is the user's left.
    self.init(
      cameraFromScreen: Pose(
        rotation: Quaternion(angle: .pi, axis: Vector3(0, 1, 0)),
        translation: Vector3(0, -gap - size.y / 2, 0)),
      size: size, pixels: pixels)
  }

  /// Where a line of sight meets the screen's plane, also beyond its edges.
  ///
  /// Nil when it does not within `reach`. `origin` and `direction` are in the front camera's space.
  public func intersection(origin: Vector3, direction: Vector3) -> Vector2? {
    let screenFromCamera = cameraFromScreen.inverse
    let eye = screenFromCamera.act(origin)
    let ray = screenFromCamera.rotation.act(direction.normalized)
    guard eye.z > 0, ray.z < 0, size.x > 0, size.y > 0 else { return nil }
    let distance = -eye.z / ray.z
    guard distance <= reach else { return nil }
    let hit = eye + ray * distance
    return Vector2(hit.x / size.x + 0.5, 0.5 - hit.y / size.y)
  }

  /// Where both eyes of a face look, also beyond the edges: the mean of the eyes' points; nil when
  /// neither meets the plane.
  ///
  /// `cameraFromFace` is the face in the front camera's space.
  public func point(
    cameraFromFace: Pose, leftEye: Pose, rightEye: Pose
  ) -> Vector2? {
    let points = [leftEye, rightEye].compactMap { eye in
      let cameraFromEye = cameraFromFace * eye
      return intersection(
        origin: cameraFromEye.translation,
        direction: cameraFromEye.rotation.act(Vector3(0, 0, 1)))
    }
    return points.isEmpty ? nil : points.reduce(.zero, +) / Double(points.count)
  }

  /// Where a face looks, also beyond the edges; nil when it is not tracked or looks elsewhere.
  public func point(of face: FaceAnchor, worldFromFront: Pose) -> Vector2? {
    guard face.isTracked else { return nil }
    return point(
      cameraFromFace: worldFromFront.inverse * face.transform, leftEye: face.leftEyeTransform,
      rightEye: face.rightEyeTransform)
  }

  /// The pixel of a point; nil beyond the edges.
  public func pixel(of point: Vector2) -> SIMD2<Int>? {
    guard 0..<1 ~= point.x, 0..<1 ~= point.y else { return nil }
    return SIMD2(Int(point.x * Double(pixels.x)), Int(point.y * Double(pixels.y)))
  }
}
