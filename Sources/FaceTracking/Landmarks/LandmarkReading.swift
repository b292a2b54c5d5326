import Foundation
import ImageProcessing
import SessionCore
import SpatialMath

/// What the landmark network says of one region of a picture.
package struct LandmarkReading: Sendable {
  /// 478 points: x and y in pixels of the picture, z in the scale of x, smaller nearer the camera.
  package var points: [Vector3]
  /// The same points' x and y in units of the region, 0…1.
  package var regionPoints: [SIMD2<Float>]
  /// How sure the network is that there is a face, 0…1.
  package var presence: Double

  /// An empty reading with room for the points.
  package init() {
    points = Array(repeating: .zero, count: LandmarkIndices.count)
    regionPoints = Array(repeating: .zero, count: LandmarkIndices.count)
    presence = 0
  }

  /// The upright box round the points.
  package var box: PixelBox {
    var box = PixelBox(
      minimum: Vector2(repeating: .infinity), maximum: Vector2(repeating: -.infinity))
    for p in points {
      let q = Vector2(p.x, p.y)
      box.minimum = pointwiseMin(box.minimum, q)
      box.maximum = pointwiseMax(box.maximum, q)
    }
    return box
  }

  /// The share of the points beyond a picture's edge.
  package func shareOutside(of picture: PixelBuffer) -> Double {
    let (w, h) = (Double(picture.width), Double(picture.height))
    let outside = points.count { $0.x < 0 || $0.y < 0 || $0.x >= w || $0.y >= h }
    return Double(outside) / Double(points.count)
  }

  /// How much larger than the landmarks' box the next region is (MediaPipe's face landmarker).
  private static let regionScale = 1.5

  /// Where to look in the next picture: a square round the points, level with the eyes' corners.
  package var nextRegion: OrientedRectangle {
    let box = box
    let level =
      points[LandmarkIndices.leftEyeOuterCorner] - points[LandmarkIndices.rightEyeOuterCorner]
    return OrientedRectangle(
      center: box.center, size: Vector2(repeating: max(box.size.x, box.size.y) * Self.regionScale),
      angle: atan2(level.y, level.x))
  }
}
