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
  /// The share of a true surface that must have been seen well for it to count as seen, or the
  /// area, square metres: nobody sees half of a floor.
  static let seenShare = 0.5, seenArea = 0.5
  /// Points of the grid on a surface along each side.
  private static let grid = 12

  private struct Match {
    var truth: AnchorIdentifier
    var offset: Double
    var degrees: Double
    var outside: Double
  }

  /// The planes at the end.
  private let found: Int
  /// When the first horizontal one came, seconds since the first frame.
  private let first: Double?
  private let matches: [Match]
  /// The planes that stood for nothing when they were taken back.
  private let falseBefore: Int
  /// The surfaces seen, and the share of the places seen of each that planes cover.
  private let seen: [(surface: AnchorIdentifier, covered: Double)]

  init(estimate: EventLog, truth: EventLog, truthFromEstimate: Pose) {
    func moved(_ planes: [PlaneAnchor]) -> [PlaneAnchor] {
      planes.map { plane in
        var moved = plane
        moved.transform = truthFromEstimate * plane.transform
        return moved
      }
    }
    let planes = moved(estimate.planes)
    found = planes.count
    first = estimate.firstLevelPlane.map { $0 - (estimate.frames.first?.time ?? 0) }
    matches = planes.compactMap { Self.best($0, among: truth.planes) }
    falseBefore = moved(estimate.removedPlanes)
      .count { Self.best($0, among: truth.planes) == nil }
    let alignments = Set(planes.map(\.alignment) + [.horizontal])
    let visibility = SurfaceVisibility(truth)
    seen = truth.planes.filter { alignments.contains($0.alignment) }.compactMap { surface in
      let places = Self.gridPoints(of: surface)
      let seen = visibility?.seen(places, of: surface) ?? []
      let share = Double(seen.count) / Double(max(1, places.count))
      guard share >= Self.seenShare || share * Self.area(of: surface) >= Self.seenArea else {
        return nil
      }
      let own = planes.filter { Self.match($0, surface) != nil }
      return (surface.identifier, Self.share(of: seen, on: surface, coveredBy: own))
    }
  }

  private static func area(of surface: PlaneAnchor) -> Double {
    surface.extent.width * surface.extent.height
  }

  /// The share of a surface's places that lie over or under planes.
  private static func share(
    of places: [Vector3], on surface: PlaneAnchor, coveredBy planes: [PlaneAnchor]
  ) -> Double {
    let covered = places.count { place in
      let point = surface.transform.act(place)
      return planes.contains { $0.boundaryContains($0.transform.inverse.act(point)) }
    }
    return Double(covered) / Double(max(1, places.count))
  }

  var metrics: [Metric] {
    let matched = Set(matches.map(\.truth))
    let missed = seen.filter { !matched.contains($0.surface) }.count
    let covered = seen.filter { matched.contains($0.surface) }.map(\.covered)
    return [
      Metric("planes", Double(found), "", "planes at the end"),
      Metric("first-plane", first, "s", "from the start to the first horizontal plane"),
      Metric(
        "planes-false", found == 0 ? nil : 100 * Double(found - matches.count) / Double(found), "%",
        "planes where there is no surface"),
      Metric("planes-false-before", Double(falseBefore), "", "others that were taken back"),
      Metric(
        "planes-double", Double(matches.count - matched.count), "",
        "planes on a surface that has one"),
      Metric(
        "planes-missed", seen.isEmpty ? nil : 100 * Double(missed) / Double(seen.count), "%",
        "surfaces that were seen well and have no plane"),
      Metric("plane-offset", mean(\.offset), "m", "distance from the surface, mean"),
      Metric("plane-normal", mean(\.degrees), "°", "angle to the surface, mean"),
      Metric("plane-outside", mean(\.outside).map { 100 * $0 }, "%", "area beyond the surface"),
      Metric(
        "plane-covered",
        covered.isEmpty ? nil : 100 * covered.reduce(0, +) / Double(covered.count), "%",
        "of what was seen well of surfaces with planes, mean"),
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
}
