import SpatialMath

/// A rectangle in pixels, (0, 0) top left.
package struct PixelRectangle: Sendable, Equatable {
  /// The top left corner.
  package var x: Double, y: Double
  /// The size.
  package var width: Double, height: Double

  /// Creates a rectangle.
  package init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// True when a point lies inside.
  package func contains(_ p: Vector2) -> Bool {
    p.x >= x && p.y >= y && p.x < x + width && p.y < y + height
  }
}

/// Where a camera's picture lies in a window of another shape.
package struct ContentLayout: Sendable, Equatable {
  /// How a picture fills a window.
  package enum Mode: String, Sendable, CaseIterable {
    /// All of the picture is seen; bars fill the rest.
    case fit
    /// All of the window is filled; what sticks out is cut.
    case fill
  }

  /// Where the whole picture lies; it may reach beyond the window.
  package var rectangle: PixelRectangle
  /// True when left and right are swapped.
  package var isMirrored: Bool

  /// Lays a picture into a window, in the middle.
  package init(
    pictureWidth: Int, pictureHeight: Int, windowWidth: Int, windowHeight: Int,
    mode: Mode = .fit, isMirrored: Bool = false
  ) {
    let (pw, ph) = (Double(max(1, pictureWidth)), Double(max(1, pictureHeight)))
    let (ww, wh) = (Double(windowWidth), Double(windowHeight))
    let scale = mode == .fit ? min(ww / pw, wh / ph) : max(ww / pw, wh / ph)
    rectangle = PixelRectangle(
      x: (ww - pw * scale) / 2, y: (wh - ph * scale) / 2, width: pw * scale, height: ph * scale)
    self.isMirrored = isMirrored
  }

  /// The same, moved in the window.
  func moved(x: Double, y: Double) -> ContentLayout {
    var result = self
    result.rectangle.x += x
    result.rectangle.y += y
    return result
  }

  /// The part of the picture that a window shows.
  package func visiblePart(width: Int, height: Int) -> PixelRectangle {
    let r = rectangle
    let (left, top) = (max(0, r.x), max(0, r.y))
    return PixelRectangle(
      x: left, y: top, width: max(0, min(Double(width), r.x + r.width) - left),
      height: max(0, min(Double(height), r.y + r.height) - top))
  }

  /// The window's pixel of a point of the picture, (0, 0) top left to (1, 1).
  package func pixel(of point: Vector2) -> Vector2 {
    let x = isMirrored ? 1 - point.x : point.x
    return Vector2(rectangle.x + x * rectangle.width, rectangle.y + point.y * rectangle.height)
  }

  /// The point of the picture, (0, 0) to (1, 1), at a pixel of the window; nil outside the picture.
  package func imagePoint(at pixel: Vector2) -> Vector2? {
    guard rectangle.contains(pixel) else { return nil }
    let x = (pixel.x - rectangle.x) / rectangle.width
    return Vector2(isMirrored ? 1 - x : x, (pixel.y - rectangle.y) / rectangle.height)
  }
}
