import SpatialMath

/// From the world and the camera's picture to a viewport that the picture fills, as in ARKit.
extension CameraView {
  /// Viewport point from image point, both (0, 0) top left to (1, 1).
  ///
  /// The picture is turned and fills the viewport, with its middle in the viewport's; what sticks
  /// out on two sides lies beyond 0…1. The picture is not mirrored.
  ///
  /// - Parameters:
  ///   - orientation: how the picture is turned.
  ///   - viewportSize: width and height, above 0 and in any unit: only their ratio matters.
  /// - Returns: what takes a point of the picture to its place in the viewport.
  public func displayTransform(
    for orientation: InterfaceOrientation, viewportSize: Vector2
  ) -> AffineTransform2D {
    let (width, height) = (Double(image.intrinsics.width), Double(image.intrinsics.height))
    let size = orientation.swapsSides ? Vector2(height, width) : Vector2(width, height)
    let scale = max(viewportSize.x / size.x, viewportSize.y / size.y)
    // How much longer the turned picture is than the viewport: 1 on one side.
    let overhang = Vector2(size.x * scale / viewportSize.x, size.y * scale / viewportSize.y)
    let fill = AffineTransform2D(
      a: overhang.x, b: 0, c: 0, d: overhang.y, tx: (1 - overhang.x) / 2, ty: (1 - overhang.y) / 2)
    return fill * orientation.viewFromImage
  }

  /// Where a point of the world is seen in a viewport that the picture fills.
  ///
  /// The lens's distortion is applied, so that the answer lies on the picture's own pixels.
  ///
  /// - Parameters:
  ///   - point: in world space, metres.
  ///   - orientation: how the picture is turned.
  ///   - viewportSize: width and height, in the unit of the answer.
  /// - Returns: the place from the viewport's top left corner, possibly outside of it; nil for a
  ///   point at or behind the camera.
  public func projectPoint(
    _ point: Vector3, orientation: InterfaceOrientation, viewportSize: Vector2
  ) -> Vector2? {
    let seen = worldFromCamera.inverse.act(point)
    let lens = image.intrinsics
    guard let pixel = lens.project(Pose.sessionCameraFromVisionCamera.act(seen)) else {
      return nil
    }
    let place = displayTransform(for: orientation, viewportSize: viewportSize)
      .act(Vector2(pixel.x / Double(lens.width), pixel.y / Double(lens.height)))
    return Vector2(place.x * viewportSize.x, place.y * viewportSize.y)
  }
}

extension SessionFrame {
  /// Viewport point from image point of the leading camera; see `CameraView.displayTransform`.
  ///
  /// Nil before that camera's first picture.
  public func displayTransform(
    for orientation: InterfaceOrientation, viewportSize: Vector2
  ) -> AffineTransform2D? {
    primary?.displayTransform(for: orientation, viewportSize: viewportSize)
  }
}
