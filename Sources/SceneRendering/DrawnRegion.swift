import CGL
import SceneGraph
import SpatialMath

/// The rectangle of a target that models can touch, in OpenGL's pixels (y up).
struct DrawnRegion {
  var x: GLint, y: GLint
  var width: GLsizei, height: GLsizei

  /// Pixels round the models for smoothed edges.
  private static let border = 2.0

  /// The region; nil when nothing is inside the target.
  init?(
    _ snapshot: SceneSnapshot, clipFromWorld: Matrix4x4, layout: ContentLayout, width: Int,
    height: Int
  ) {
    let r = layout.rectangle
    let wholeLow = Vector2(max(0, r.x), max(0, r.y))
    let wholeHigh = Vector2(
      min(Double(width), r.x + r.width), min(Double(height), r.y + r.height))
    var low = Vector2(repeating: .infinity)
    var high = Vector2(repeating: -.infinity)
    for point in Self.corners(snapshot) {
      let clip = clipFromWorld * Vector4(point, 1)
      // A point beside or behind the camera can be anywhere: then all of the picture is drawn.
      guard clip.w > 1e-3 else {
        (low, high) = (wholeLow, wholeHigh)
        break
      }
      let p = Vector2(
        r.x + (clip.x / clip.w + 1) / 2 * r.width, r.y + (1 - clip.y / clip.w) / 2 * r.height)
      low = pointwiseMin(low, p - Self.border)
      high = pointwiseMax(high, p + Self.border)
    }
    low = pointwiseMax(low, wholeLow)
    high = pointwiseMin(high, wholeHigh)
    guard low.x < high.x, low.y < high.y else { return nil }
    x = GLint(low.x.rounded(.down))
    y = GLint((Double(height) - high.y).rounded(.down))
    self.width = GLsizei(high.x.rounded(.up)) - x
    self.height = GLsizei((Double(height) - low.y).rounded(.up)) - y
  }

  private static func corners(_ snapshot: SceneSnapshot) -> [Vector3] {
    snapshot.items.flatMap { item in
      item.mesh.bounds.corners.map(item.worldFromModel.transform(point:))
    }
  }
}
