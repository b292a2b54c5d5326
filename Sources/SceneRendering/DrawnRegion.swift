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
    _ snapshot: SceneSnapshot, camera: SceneCamera, layout: ContentLayout, width: Int, height: Int
  ) {
    let r = layout.rectangle
    let wholeLow = Vector2(max(0, r.x), max(0, r.y))
    let wholeHigh = Vector2(
      min(Double(width), r.x + r.width), min(Double(height), r.y + r.height))
    var low = Vector2(repeating: .infinity)
    var high = Vector2(repeating: -.infinity)
    // A bent picture of a box may reach beyond its bent corners: points on its sides count, too.
    for point in Self.corners(snapshot, parts: camera.lens == nil ? 1 : 6) {
      let clip = camera.clip(point)
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

  private static func corners(_ snapshot: SceneSnapshot, parts: Int) -> [Vector3] {
    // What only hides draws nothing.
    snapshot.items.filter { $0.material != .occlusion }.flatMap { item in
      let box = item.mesh.bounds
      let places = parts == 1 ? box.corners : Self.surface(box, parts: parts)
      return places.map(item.worldFromModel.transform(point:))
    }
  }

  /// Points of a grid on a box's sides.
  private static func surface(_ box: BoundingBox, parts: Int) -> [Vector3] {
    guard !box.isEmpty else { return [] }
    var points: [Vector3] = []
    for i in 0...parts {
      for j in 0...parts {
        for k in 0...parts {
          guard [i, j, k].contains(where: { $0 == 0 || $0 == parts }) else { continue }
          points.append(
            box.min + box.extents * (Vector3(Double(i), Double(j), Double(k)) / Double(parts)))
        }
      }
    }
    return points
  }
}
