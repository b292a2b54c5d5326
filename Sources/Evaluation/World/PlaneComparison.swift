import Foundation
import SessionCore
import SpatialMath

/// Finds for each plane of a session the true surface that it stands for.
struct PlaneComparison {
  /// The largest angle between a found plane and its true surface in degrees: half of what would
  /// take a seat's back for its seat.
  static let maximumAngle = 15.0
  /// The largest distance of the found plane's middle from the true one in metres: half a stair.
  static let maximumOffset = 0.1
  /// How far beyond the true outline the middle of a found plane may lie, metres.
  static let margin = 0.1
  /// The share of a true surface that must have been in the picture for it to count as seen.
  static let seenShare = 0.25
  /// The distance beyond which a surface does not count as seen, metres.
  static let seenDistance = 5.0
  /// Points of the grid on a surface along each side.
  private static let grid = 12

  private struct Match {
    var truth: AnchorIdentifier
    var offset: Double
    var degrees: Double
    var outside: Double
  }

  private let found: Int
  private let matches: [Match]
  private let seen: [AnchorIdentifier]

  init(estimate: [PlaneAnchor], truth: EventLog, truthFromEstimate: Pose) {
    found = estimate.count
    matches = estimate.compactMap { plane in
      var moved = plane
      moved.transform = truthFromEstimate * plane.transform
      return Self.best(moved, among: truth.planes)
    }
    let alignments = Set(estimate.map(\.alignment) + [.horizontal])
    seen = truth.planes.filter { plane in
      alignments.contains(plane.alignment) && Self.isSeen(plane, in: truth)
    }.map(\.identifier)
  }

  var metrics: [Metric] {
    let matched = Set(matches.map(\.truth))
    let missed = seen.filter { !matched.contains($0) }.count
    return [
      Metric("planes", Double(found), "", "planes at the end"),
      Metric(
        "planes-false", found == 0 ? nil : 100 * Double(found - matches.count) / Double(found), "%",
        "planes where there is no surface"),
      Metric(
        "planes-missed", seen.isEmpty ? nil : 100 * Double(missed) / Double(seen.count), "%",
        "surfaces that were in the picture and have no plane"),
      Metric("plane-offset", mean(\.offset), "m", "distance from the surface, mean"),
      Metric("plane-normal", mean(\.degrees), "°", "angle to the surface, mean"),
      Metric("plane-outside", mean(\.outside).map { 100 * $0 }, "%", "area beyond the surface"),
    ]
  }

  private func mean(_ value: (Match) -> Double) -> Double? {
    matches.isEmpty ? nil : matches.map(value).reduce(0, +) / Double(matches.count)
  }

  private static func best(_ plane: PlaneAnchor, among truth: [PlaneAnchor]) -> Match? {
    truth.compactMap { match(plane, $0) }.min { $0.offset < $1.offset }
  }

  private static func match(_ plane: PlaneAnchor, _ surface: PlaneAnchor) -> Match? {
    guard plane.alignment == surface.alignment else { return nil }
    let up = Vector3(0, 1, 0)
    let angle = degrees(
      between: plane.transform.rotation.act(up), and: surface.transform.rotation.act(up))
    let surfaceFromPlane = surface.transform.inverse * plane.transform
    let middle = surfaceFromPlane.act(plane.center)
    guard angle < maximumAngle, abs(middle.y) < maximumOffset,
      distance(of: middle, beyond: surface) <= margin
    else { return nil }
    let points = gridPoints(of: plane).map(surfaceFromPlane.act)
    let outside = points.count { distance(of: $0, beyond: surface) > 0 }
    return Match(
      truth: surface.identifier, offset: abs(middle.y), degrees: angle,
      outside: points.isEmpty ? 0 : Double(outside) / Double(points.count))
  }

  /// How far a point of plane space lies outside of a plane's outline; 0 inside.
  private static func distance(of p: Vector3, beyond plane: PlaneAnchor) -> Double {
    if plane.boundaryContains(p) || plane.boundary.isEmpty { return 0 }
    let flat = Vector3(p.x, 0, p.z)
    let next = plane.boundary.dropFirst() + plane.boundary.prefix(1)
    return zip(plane.boundary, next).map { a, b in
      let edge = b - a
      let t = max(0, min(1, (flat - a).dot(edge) / max(edge.lengthSquared, 1e-12)))
      return (a + edge * t - flat).length
    }.min() ?? 0
  }

  /// Points on a regular grid within a plane's outline, plane space.
  private static func gridPoints(of plane: PlaneAnchor) -> [Vector3] {
    let xs = plane.boundary.map(\.x)
    let zs = plane.boundary.map(\.z)
    guard let x0 = xs.min(), let x1 = xs.max(), let z0 = zs.min(), let z1 = zs.max() else {
      return []
    }
    return (0..<grid * grid).map { i in
      let u = (Double(i % grid) + 0.5) / Double(grid)
      let v = (Double(i / grid) + 0.5) / Double(grid)
      return Vector3(x0 + u * (x1 - x0), 0, z0 + v * (z1 - z0))
    }.filter(plane.boundaryContains)
  }

  /// Whether enough of a surface was in the rear pictures, from its front side; what stood before
  /// it is not known.
  private static func isSeen(_ plane: PlaneAnchor, in truth: EventLog) -> Bool {
    guard let lens = truth.cameras[.rear]?.intrinsics else { return false }
    let points = gridPoints(of: plane).map(plane.transform.act)
    let up = plane.transform.rotation.act(Vector3(0, 1, 0))
    var unseen = points
    // Every fifth frame is enough to tell what a moving camera sees.
    for frame in truth.frames where frame.index % 5 == 0 {
      guard let pose = frame.worldFromRear else { continue }
      let visionFromWorld = (pose * .sessionCameraFromVisionCamera).inverse
      unseen.removeAll { point in
        let toCamera = pose.translation - point
        guard toCamera.length < seenDistance, toCamera.dot(up) > 0,
          let pixel = lens.project(visionFromWorld.act(point))
        else { return false }
        return pixel.x >= 0 && pixel.y >= 0 && pixel.x < Double(lens.width)
          && pixel.y < Double(lens.height)
      }
    }
    return !points.isEmpty
      && Double(points.count - unseen.count) >= seenShare * Double(points.count)
  }
}
