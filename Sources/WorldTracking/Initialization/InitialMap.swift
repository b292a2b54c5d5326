import SpatialMath

/// Two views and the points between them: what a map begins with.
///
/// The reference camera is the origin, the median depth in it is 1.
struct InitialMap {
  /// A point with its places in both views.
  struct Point {
    var position: Vector3
    var referencePixel: Vector2
    var currentPixel: Vector2
  }

  /// The reference view's picture and number.
  var referencePyramid: ImagePyramid
  var referenceFrame: Int
  /// Current camera from reference camera.
  var currentFromReference: RigidMotion
  var points: [Point]
  /// The pictures since the reference and their poses, camera from reference.
  var views: [(frame: Int, cameraFromReference: RigidMotion)]
}
