import Foundation
import ImageProcessing
import SpatialMath

/// An upright rectangle in pixels of a picture.
package struct PixelBox: Equatable, Sendable {
  /// The top left and the bottom right corner.
  package var minimum: Vector2, maximum: Vector2

  /// Creates a box from its corners.
  package init(minimum: Vector2, maximum: Vector2) {
    self.minimum = minimum
    self.maximum = maximum
  }

  /// The middle.
  package var center: Vector2 { (minimum + maximum) / 2 }
  /// Width and height.
  package var size: Vector2 { maximum - minimum }

  /// The area that two boxes share divided by the area that they cover (intersection over union).
  package func overlap(with other: PixelBox) -> Double {
    let shared = pointwiseMax(
      .zero, pointwiseMin(maximum, other.maximum) - pointwiseMax(minimum, other.minimum))
    let intersection = shared.x * shared.y
    let union = size.x * size.y + other.size.x * other.size.y - intersection
    return union > 0 ? intersection / union : 0
  }
}

/// One answer of the face detector.
package struct FaceDetection: Equatable, Sendable {
  /// The number of key points.
  package static let keyPointCount = 6

  /// How sure the detector is, 0…1.
  package var score: Double
  /// The face's box.
  package var box: PixelBox
  /// Right eye, left eye, nose tip, mouth, right ear, left ear; sides are the person's own.
  package var keyPoints: [Vector2]

  /// Creates a detection with six key points.
  package init(score: Double, box: PixelBox, keyPoints: [Vector2]) {
    self.score = score
    self.box = box
    self.keyPoints = keyPoints
  }
}

extension FaceDetection {
  /// How much larger than the box the first region is (MediaPipe's face landmarker graph).
  private static let regionScale = 1.5

  /// Where to look for landmarks first: the box grown, turned so that the eyes are level.
  package var region: OrientedRectangle {
    let eyes = keyPoints[1] - keyPoints[0]
    return OrientedRectangle(
      center: box.center, size: box.size * Self.regionScale, angle: atan2(eyes.y, eyes.x))
  }
}

extension OrientedRectangle {
  /// The upright box of the same middle and size; the turn is left out, as MediaPipe compares
  /// regions.
  package var untwistedBox: PixelBox {
    PixelBox(minimum: center - size / 2, maximum: center + size / 2)
  }
}
