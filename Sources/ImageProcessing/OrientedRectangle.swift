import Foundation
import SpatialMath

/// A turned rectangle in a picture.
///
/// Pixel coordinates, (0, 0) at the corner of the top-left pixel, y down.
package struct OrientedRectangle: Sendable, Equatable {
  /// The middle in pixels.
  package var center: Vector2
  /// Width and height in pixels along the rectangle's own axes.
  package var size: Vector2
  /// The turn of its x axis in radians, from the picture's x axis towards its y axis.
  package var angle: Double

  /// Creates a rectangle.
  package init(center: Vector2, size: Vector2, angle: Double = 0) {
    self.center = center
    self.size = size
    self.angle = angle
  }

  /// The point of the picture at a place of the rectangle: (0, 0) its middle, ±0.5 its sides.
  package func point(at place: Vector2) -> Vector2 {
    let (c, s) = (cos(angle), sin(angle))
    let p = place * size
    return center + Vector2(p.x * c - p.y * s, p.x * s + p.y * c)
  }

  /// The corners: top left, top right, bottom right, bottom left of the rectangle's own axes.
  package var corners: [Vector2] {
    [
      point(at: Vector2(-0.5, -0.5)), point(at: Vector2(0.5, -0.5)), point(at: Vector2(0.5, 0.5)),
      point(at: Vector2(-0.5, 0.5)),
    ]
  }
}
