import SpatialMath

/// A camera's lens for world tracking: between pixels and normalised image points.
///
/// An image point is where a ray meets the plane at depth 1, distortion removed, in vision axes. A
/// pixel here has whole numbers at its **centre**, as OpenCV counts; this is the only place that
/// knows of the half pixel between that and `CameraIntrinsics`.
package struct Lens: Sendable, Equatable {
  /// The picture's size in pixels.
  package let width: Int, height: Int
  private let fx: Double, fy: Double, cx: Double, cy: Double
  /// What it was created from.
  let intrinsics: CameraIntrinsics
  /// The lens with distortion; nil when there is none.
  private let distorting: CameraIntrinsics?

  /// Creates a lens from the intrinsics that came with a picture.
  package init(_ intrinsics: CameraIntrinsics) {
    self.intrinsics = intrinsics
    width = intrinsics.width
    height = intrinsics.height
    fx = intrinsics.fx
    fy = intrinsics.fy
    cx = intrinsics.cx - 0.5
    cy = intrinsics.cy - 0.5
    distorting = intrinsics.distortion == .none ? nil : intrinsics
  }

  /// The mean focal length in pixels: what one unit of an image point measures.
  package var focalLength: Double { (fx * fy).squareRoot() }

  /// The image point seen at a pixel.
  package func point(at pixel: Vector2) -> Vector2 {
    let n = Vector2((pixel.x - cx) / fx, (pixel.y - cy) / fy)
    return distorting?.undistorted(n) ?? n
  }

  /// The pixel that shows an image point.
  package func pixel(of point: Vector2) -> Vector2 {
    let n = distorting?.distorted(point) ?? point
    return Vector2(fx * n.x + cx, fy * n.y + cy)
  }

  /// Whether a pixel lies inside the picture, a margin in pixels away from its edges.
  package func contains(_ pixel: Vector2, margin: Double) -> Bool {
    pixel.x >= margin && pixel.y >= margin && pixel.x < Double(width) - margin
      && pixel.y < Double(height) - margin
  }
}
