import COpenCVTracking
import Foundation
import SessionCore
import SpatialMath

/// Finds bright rectangles in a picture: sheets of paper and cards.
///
/// Contours of a smaller picture at several levels of brightness give candidates; their edges are then
/// measured in the picture itself, each as a straight line through its steepest places, so that the
/// corners are known to a fraction of a pixel and rounded corners do not matter.
struct SheetDetector {
  /// The share of the picture that a rectangle takes up at least.
  private static let leastArea: Float = 0.0012
  private static let mostQuads = 40
  /// Places measured on an edge, over this middle part of it, and how far off they are looked for,
  /// pixels.
  private static let places = 28, middlePart = 0.8, reach = 4
  /// Fewer make no edge; the least contrast across it, grey levels a pixel.
  private static let leastPlaces = 14, leastSlope = 3.0
  /// A place is off its edge at more than this, pixels.
  private static let straight = 0.8
  /// How much the proportions of one view may be off.
  private static let proportion = 1.08
  /// Two rectangles this close are one, pixels.
  private static let same = 6.0

  let lens: Lens
  let pyramid: ImagePyramid

  /// The rectangles of a size's proportions: the sights of its four corners.
  ///
  /// Target space: the middle, +X along the longer side, +Z away from the camera.
  func sheets(of size: Vector2) throws(SessionError) -> [[TargetSight]] {
    guard let image = pyramid.levels.first, pyramid.levels.count > 1 else { return [] }
    var found: [[Vector2]] = []
    for quad in try quads(pyramid.levels[1]) {
      guard
        !found.contains(where: { other in
          zip(other, quad).allSatisfy { ($0 - $1).length < Self.same }
        })
      else { continue }
      found.append(quad)
    }
    return found.compactMap { quad in
      corners(of: quad, in: image).flatMap { sights(of: $0, size) }
    }
  }

  /// Candidates in pixels of the picture itself, clockwise as seen, from the top left one.
  private func quads(_ half: bifrons_luma) throws(SessionError) -> [[Vector2]] {
    var values = [Float](repeating: 0, count: Self.mostQuads * 8)
    let count = try OpenCVCall.status("find rectangles") { error in
      bifrons_bright_quads(half, Self.leastArea, &values, Int32(Self.mostQuads), &error)
    }
    return (0..<count).map { i in
      let corners = (0..<4).map { k -> Vector2 in
        let half = Vector2(Double(values[8 * i + 2 * k]), Double(values[8 * i + 2 * k + 1]))
        // Whole numbers are pixels' middles at both sizes.
        return half * 2 + Vector2(repeating: 0.5)
      }
      let start = (0..<4).min { corners[$0].x + corners[$0].y < corners[$1].x + corners[$1].y } ?? 0
      return (0..<4).map { corners[(start + $0) % 4] }
    }
  }

  /// A line of image points: normal · p = offset.
  private struct Edge {
    var normal: Vector2
    var offset: Double
  }

  /// The corners as image points; nil when an edge is none.
  private func corners(of quad: [Vector2], in image: bifrons_luma) -> [Vector2]? {
    var edges: [Edge] = []
    for i in 0..<4 {
      guard let edge = edge(from: quad[i], to: quad[(i + 1) % 4], in: image) else { return nil }
      edges.append(edge)
    }
    var corners: [Vector2] = []
    for i in 0..<4 {
      let (a, b) = (edges[(i + 3) % 4], edges[i])
      let d = a.normal.x * b.normal.y - a.normal.y * b.normal.x
      guard abs(d) > 0.05 else { return nil }
      let x: Double = a.offset * b.normal.y - b.offset * a.normal.y
      let y: Double = a.normal.x * b.offset - b.normal.x * a.offset
      corners.append(Vector2(x / d, y / d))
    }
    return corners
  }

  private func edge(from a: Vector2, to b: Vector2, in image: bifrons_luma) -> Edge? {
    let along = b - a
    guard along.length > 8 else { return nil }
    // Clockwise as seen: the inside is to the right of the way, in pixels +90°.
    let inward = Vector2(-along.y, along.x).normalized
    var points: [Vector2] = []
    for k in 0..<Self.places {
      let share: Double = (Double(k) + 0.5) / Double(Self.places)
      let t: Double = 0.5 + Self.middlePart * (share - 0.5)
      let start: Vector2 = a + along * t
      if let p = steepest(at: start, inward, in: image) { points.append(lens.point(at: p)) }
    }
    for limit in [4 * Self.straight, Self.straight] {
      guard points.count >= Self.leastPlaces, let edge = Self.fit(points) else { return nil }
      let most = limit / lens.focalLength
      points.removeAll { abs(edge.normal.dot($0) - edge.offset) > most }
    }
    return points.count >= Self.leastPlaces ? Self.fit(points) : nil
  }

  /// Where the brightness rises most steeply inwards, across an edge.
  private func steepest(at p: Vector2, _ inward: Vector2, in image: bifrons_luma) -> Vector2? {
    var values: [Double] = []
    for k in -(Self.reach + 1)...(Self.reach + 1) {
      let place: Vector2 = p + inward * Double(k)
      guard let v = Self.sample(image, place) else { return nil }
      values.append(v)
    }
    var slopes: [Double] = []
    for k in 1..<values.count - 1 { slopes.append((values[k + 1] - values[k - 1]) * 0.5) }
    guard let best = slopes.indices.max(by: { slopes[$0] < slopes[$1] }),
      slopes[best] >= Self.leastSlope, best > 0, best < slopes.count - 1
    else { return nil }
    let (l, m, r) = (slopes[best - 1], slopes[best], slopes[best + 1])
    let bend: Double = l - 2 * m + r
    let shift: Double = bend < 0 ? 0.5 * (l - r) / bend : 0
    let way: Double = Double(best - Self.reach) + shift
    return p + inward * way
  }

  private static func sample(_ image: bifrons_luma, _ p: Vector2) -> Double? {
    guard let base = image.base, p.x >= 0, p.y >= 0, p.x < Double(image.width - 1),
      p.y < Double(image.height - 1)
    else { return nil }
    let (x, y) = (Int(p.x), Int(p.y))
    let (fx, fy) = (p.x - Double(x), p.y - Double(y))
    let row = base + y * Int(image.stride) + x
    let next = row + Int(image.stride)
    let top = Double(row[0]) + fx * (Double(row[1]) - Double(row[0]))
    let bottom = Double(next[0]) + fx * (Double(next[1]) - Double(next[0]))
    return top + fy * (bottom - top)
  }

  /// The line of least squared distances.
  private static func fit(_ points: [Vector2]) -> Edge? {
    guard points.count >= 2 else { return nil }
    let middle = points.reduce(.zero, +) / Double(points.count)
    var (xx, xy, yy) = (0.0, 0.0, 0.0)
    for p in points {
      let d = p - middle
      xx += d.x * d.x
      xy += d.x * d.y
      yy += d.y * d.y
    }
    let turn = 0.5 * atan2(2 * xy, xx - yy)
    let normal = Vector2(-sin(turn), cos(turn))
    return Edge(normal: normal, offset: normal.dot(middle))
  }

  /// The corners with their places in a sheet of a size, when the proportions fit.
  private func sights(of corners: [Vector2], _ size: Vector2) -> [TargetSight]? {
    let (x, y) = (size.x / 2, size.y / 2)
    let points = [
      Vector3(-x, -y, 0), Vector3(x, -y, 0), Vector3(x, y, 0), Vector3(-x, y, 0),
    ]
    // The longer side is the upper one, or the one beside it.
    let candidates = (0...1).compactMap { turn -> (sights: [TargetSight], stretch: Double)? in
      let sights = (0..<4).map {
        TargetSight(point: points[$0], place: corners[($0 + turn) % 4])
      }
      return PlanarPose.solve(sights).map { (sights, max($0.stretch, 1 / $0.stretch)) }
    }
    guard let best = candidates.min(by: { $0.stretch < $1.stretch }),
      best.stretch < Self.proportion
    else { return nil }
    return best.sights
  }
}
