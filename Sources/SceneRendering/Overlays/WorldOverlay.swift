import SessionCore
import SpatialMath

/// The outlines of planes and the feature points, as lines and dots in pixels.
struct WorldOverlay {
  /// From where.
  let camera: SceneCamera
  /// Where the picture lies.
  let layout: ContentLayout

  /// Clip w below which a point is too near, or behind.
  private static let nearest = 0.02

  /// The pixel of a point of the world; nil behind the camera.
  func pixel(_ world: Vector3) -> Vector2? {
    let clip = camera.clip(world)
    guard clip.w > Self.nearest else { return nil }
    return pixel(clip)
  }

  private func pixel(_ clip: Vector4) -> Vector2 {
    // A mirrored projection already swaps the sides, so the layout's own swap is undone.
    let x = (clip.x / clip.w + 1) / 2
    let r = layout.rectangle
    return Vector2(r.x + x * r.width, r.y + (1 - clip.y / clip.w) / 2 * r.height)
  }

  /// Parts of a segment that a lens bends.
  private static let bentParts = 12

  /// A segment's pixels, cut where it passes the camera; bent by the lens.
  func segment(_ a: Vector3, _ b: Vector3) -> [Vector2]? {
    var (p, q) = (camera.clipFromWorld * Vector4(a, 1), camera.clipFromWorld * Vector4(b, 1))
    guard p.w > Self.nearest || q.w > Self.nearest else { return nil }
    if p.w <= Self.nearest { p += (q - p) * ((Self.nearest - p.w) / (q.w - p.w)) }
    if q.w <= Self.nearest { q += (p - q) * ((Self.nearest - q.w) / (p.w - q.w)) }
    guard let lens = camera.lens else { return [pixel(p), pixel(q)] }
    return (0...Self.bentParts).map { i in
      pixel(lens.bend(p + (q - p) * (Double(i) / Double(Self.bentParts))))
    }
  }

  /// Adds a frame's planes and points.
  func add(_ frame: SessionFrame, to lines: OverlayLines, scale: Double) {
    addPlanes(frame, to: lines, scale: scale)
    for point in frame.rawFeaturePoints {
      guard let p = pixel(point.position) else { continue }
      lines.addDot(p, color: SIMD4(1, 0.9, 0.2, 0.85), diameter: 3 * scale)
    }
  }

  /// Adds the outlines of a frame's planes.
  func addPlanes(_ frame: SessionFrame, to lines: OverlayLines, scale: Double) {
    for plane in frame.planes {
      let color: SIMD4<Float> =
        plane.alignment == .horizontal ? SIMD4(0.35, 0.9, 1, 0.9) : SIMD4(1, 0.75, 0.3, 0.9)
      let corners = plane.boundary.map(plane.transform.act)
      for i in corners.indices {
        guard let line = segment(corners[i], corners[(i + 1) % corners.count]) else { continue }
        lines.add(line, closed: false, color: color, width: 1.6 * scale)
      }
    }
  }
}
