import SessionCore
import SpatialMath

/// What is drawn over a front picture to show a found face: its box and the lines of its features.
///
/// Points are (0, 0) top left to (1, 1) of the picture as it was taken, not mirrored.
public struct FaceOverlay: Sendable, Equatable {
  /// One line.
  public struct Line: Sendable, Equatable {
    /// The feature's name, such as `leftEye`: `FaceLandmarkPaths` has them all.
    public var name: String
    /// The corners in order.
    public var points: [SIMD2<Float>]
    /// True when the last is joined to the first.
    public var isClosed: Bool
  }

  /// The box's top left and bottom right.
  public var boxMin: SIMD2<Float>, boxMax: SIMD2<Float>
  /// The lines of the features.
  public var lines: [Line]

  /// How far the box reaches beyond the outermost landmarks, as a part of their extent.
  private static let margin: Float = 0.06

  /// The overlay of a face; nil when it is not tracked or has no landmarks.
  ///
  /// - Parameters:
  ///   - face: the anchor; its landmarks are pixels of the front picture.
  ///   - width: that picture's width in pixels.
  ///   - height: that picture's height in pixels.
  public init?(face: FaceAnchor, width: Int, height: Int) {
    guard face.isTracked, !face.landmarks.isEmpty, width > 0, height > 0 else { return nil }
    let size = SIMD2(Float(width), Float(height))
    let points = face.landmarks.map { $0 / size }
    var low = points[0]
    var high = points[0]
    for p in points {
      low = pointwiseMin(low, p)
      high = pointwiseMax(high, p)
    }
    let border = (high - low) * Self.margin
    boxMin = low - border
    boxMax = high + border
    lines = FaceLandmarkPaths.all.compactMap { path in
      guard path.landmarks.allSatisfy(points.indices.contains) else { return nil }
      return Line(
        name: path.name, points: path.landmarks.map { points[$0] }, isClosed: path.isClosed)
    }
  }
}

extension SessionFrame {
  /// The overlays of the tracked faces over this frame's front picture; none without one.
  public var faceOverlays: [AnchorIdentifier: FaceOverlay] {
    guard let pixels = front?.image.pixels else { return [:] }
    var result: [AnchorIdentifier: FaceOverlay] = [:]
    for face in faces {
      result[face.identifier] = FaceOverlay(face: face, width: pixels.width, height: pixels.height)
    }
    return result
  }
}
