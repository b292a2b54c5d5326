import Foundation

/// The pin-hole model of a camera with Brown-Conrady distortion, for one picture size.
///
/// Pixel coordinates have (0, 0) at the **corner** of the top-left pixel, so the middle of a
/// 640 × 480 picture is (320, 240). Calibrations that count from pixel centres (OpenCV, ROS) are
/// converted by adding 0.5 to `cx` and `cy`. Rays are in vision axes: +X right, +Y down, +Z
/// forward.
public struct CameraIntrinsics: Sendable, Equatable {
  /// The picture size in pixels that the other values belong to.
  public var width: Int, height: Int
  /// The focal lengths in pixels.
  public var fx: Double, fy: Double
  /// The principal point in pixels from the corner of the top-left pixel.
  public var cx: Double, cy: Double
  /// k1, k2, p1, p2, k3 of the Brown-Conrady model, as OpenCV orders them; zeros for none.
  public var distortion: Distortion

  /// Brown-Conrady distortion coefficients in OpenCV's order.
  public struct Distortion: Sendable, Equatable {
    /// Radial coefficients.
    public var k1: Double, k2: Double, k3: Double
    /// Tangential coefficients.
    public var p1: Double, p2: Double

    /// Creates coefficients; all zero means none.
    public init(
      k1: Double = 0, k2: Double = 0, p1: Double = 0, p2: Double = 0, k3: Double = 0
    ) {
      self.k1 = k1
      self.k2 = k2
      self.p1 = p1
      self.p2 = p2
      self.k3 = k3
    }

    /// No distortion.
    public static let none = Distortion()
    /// The coefficients in OpenCV's order: k1, k2, p1, p2, k3.
    public var openCVOrder: [Double] { [k1, k2, p1, p2, k3] }
  }

  /// Creates intrinsics for one picture size.
  public init(
    width: Int, height: Int, fx: Double, fy: Double, cx: Double, cy: Double,
    distortion: Distortion = .none
  ) {
    self.width = width
    self.height = height
    self.fx = fx
    self.fy = fy
    self.cx = cx
    self.cy = cy
    self.distortion = distortion
  }

  /// Square pixels, a centred principal point and a horizontal field of view in radians.
  public init(width: Int, height: Int, horizontalFieldOfView: Double) {
    let f = Double(width) / (2 * tan(horizontalFieldOfView / 2))
    self.init(
      width: width, height: height, fx: f, fy: f, cx: Double(width) / 2, cy: Double(height) / 2)
  }

  /// The horizontal field of view in radians, without distortion.
  public var horizontalFieldOfView: Double { 2 * atan(Double(width) / (2 * fx)) }
  /// The vertical field of view in radians, without distortion.
  public var verticalFieldOfView: Double { 2 * atan(Double(height) / (2 * fy)) }

  /// The same camera for a picture scaled to another size.
  public func scaled(width newWidth: Int, height newHeight: Int) -> CameraIntrinsics {
    let sx = Double(newWidth) / Double(width)
    let sy = Double(newHeight) / Double(height)
    return CameraIntrinsics(
      width: newWidth, height: newHeight, fx: fx * sx, fy: fy * sy, cx: cx * sx, cy: cy * sy,
      distortion: distortion)
  }

  /// The same camera for pictures of another size and maybe another aspect ratio, which are taken for
  /// a scaled part of the known picture, cut off alike on both sides.
  ///
  /// That is what sensors do that are read out in part for a narrower or flatter picture; distortion
  /// stays as it is, since it belongs to directions.
  public func fitted(width newWidth: Int, height newHeight: Int) -> CameraIntrinsics {
    let scale = max(Double(newWidth) / Double(width), Double(newHeight) / Double(height))
    return CameraIntrinsics(
      width: newWidth, height: newHeight, fx: fx * scale, fy: fy * scale,
      cx: Double(newWidth) / 2 + (cx - Double(width) / 2) * scale,
      cy: Double(newHeight) / 2 + (cy - Double(height) / 2) * scale, distortion: distortion)
  }

  /// The pixel of a point in vision camera axes; nil at or behind the camera.
  public func project(_ p: Vector3) -> Vector2? {
    guard p.z > 1e-9 else { return nil }
    let d = distorted(Vector2(p.x / p.z, p.y / p.z))
    return Vector2(fx * d.x + cx, fy * d.y + cy)
  }

  /// The point at depth 1 in vision axes that is seen at a pixel, distortion removed.
  public func unproject(_ pixel: Vector2) -> Vector2 {
    undistorted(Vector2((pixel.x - cx) / fx, (pixel.y - cy) / fy))
  }

  /// Applies the distortion to a normalised image point.
  public func distorted(_ n: Vector2) -> Vector2 {
    if distortion == .none { return n }
    let d = distortion
    let r2 = n.lengthSquared
    let radial = 1 + r2 * (d.k1 + r2 * (d.k2 + r2 * d.k3))
    return Vector2(
      n.x * radial + 2 * d.p1 * n.x * n.y + d.p2 * (r2 + 2 * n.x * n.x),
      n.y * radial + d.p1 * (r2 + 2 * n.y * n.y) + 2 * d.p2 * n.x * n.y)
  }

  /// Removes the distortion from a normalised image point by fixed-point iteration (20 rounds).
  public func undistorted(_ n: Vector2) -> Vector2 {
    if distortion == .none { return n }
    var u = n
    for _ in 0..<20 {
      let error = distorted(u) - n
      u -= error
      if error.lengthSquared < 1e-20 { break }
    }
    return u
  }

  /// OpenGL's clip-from-camera matrix for session camera axes (+Y up, −Z forward), distortion left
  /// out; depth −1…1 between the near and far distances in metres.
  public func projectionMatrix(near: Double, far: Double) -> Matrix4x4 {
    let w = Double(width)
    let h = Double(height)
    return Matrix4x4(
      columns: Vector4(2 * fx / w, 0, 0, 0), Vector4(0, 2 * fy / h, 0, 0),
      Vector4(1 - 2 * cx / w, 2 * cy / h - 1, -(far + near) / (far - near), -1),
      Vector4(0, 0, -2 * far * near / (far - near), 0))
  }
}
