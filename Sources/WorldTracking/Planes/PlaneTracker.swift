import Foundation
import SessionCore
import SpatialMath

/// Keeps the plane anchors: adds surfaces that have proved steady, lets them grow, merges them, and
/// drops what has lost its support.
package struct PlaneTracker {
  /// The planes now, the oldest first.
  package private(set) var planes: [TrackedPlane] = []

  private let up: Vector3
  private var generator: SeededGenerator
  private var candidates: [Candidate] = []

  /// A surface on probation.
  private struct Candidate {
    var surface: Surface
    var basis: PlaneBasis
    var alignment: PlaneAnchor.Alignment
    var sightings = 1
    var isSeen = true
  }

  /// Updates in which a surface must be found where it was before it is added.
  private static let probation = 3
  /// Two surfaces are one when their planes are this close, of the depth, and turned by less than
  /// this (8°, cosine).
  private static let sameOffset = 0.02
  private static let sameDirection = 0.99
  /// The share of the points that are nearer than walls usually are.
  private static let wallDistance = 0.75
  /// A steady candidate stays within this, of the depth.
  private static let steadyOffset = 0.01
  /// The least share of the smaller outline that overlaps.
  private static let leastOverlap = 0.1
  /// A level this close above a larger one, of the depth, is what lies on it; the share of its area
  /// over the larger one.
  private static let clutterHeight = 0.12
  private static let clutterOverlap = 0.5
  /// A plane with fewer points, for so many updates, goes.
  private static let leastSupport = 6
  private static let patience = 20
  /// Points with a worse depth sigma, or fewer sights, are no evidence.
  static let depthSigma = 0.06

  /// Creates a tracker in a world; `up` is against gravity in world space.
  package init(up: Vector3, seed: UInt64) {
    self.up = up
    generator = SeededGenerator(seed: seed)
  }

  /// Looks at the points of the map, in world space.
  ///
  /// `depth` is the scene's median depth in metres; `scaleIsKnown` says whether metres are metres,
  /// for the classification.
  package mutating func update(
    _ points: [SurfacePoint], depth: Double,
    detection: WorldTrackingConfiguration.PlaneDetection, scaleIsKnown: Bool
  ) {
    for i in candidates.indices { candidates[i].isSeen = false }
    let basis = PlaneBasis(normal: up, along: Vector3(1, 0, 0))
    let finder = LevelFinder(basis: basis, depth: depth)
    let levels = finder.levels(in: points)
    if detection.contains(.horizontal) {
      for level in levels { take((level, basis), .horizontal, depth) }
      for level in finder.levels(in: points, isSeenFromBelow: true) {
        take(flipped(level, basis), .horizontal, depth)
      }
    }
    if detection.contains(.vertical) {
      findWalls(points.filter { !isLevel($0, levels, basis, depth) }, depth)
    }
    candidates.removeAll { !$0.isSeen }
    promote()
    merge(depth)
    dropUnsupported(points, depth)
    let classifier = PlaneClassifier(up: up, scaleIsKnown: scaleIsKnown)
    classifier.classify(&planes)
  }

  private mutating func findWalls(_ points: [SurfacePoint], _ depth: Double) {
    // Walls stand behind what is looked at: their distance is their measure.
    let distances = points.map { ($0.position - $0.eye).length }
    let far = max(depth, Statistics.quantile(of: distances, Self.wallDistance, or: depth))
    for wall in WallFinder(up: up, depth: far).walls(in: points) {
      take((wall.surface, wall.basis), .vertical, far)
    }
  }

  /// Whether a point lies on a level surface: an upright plane cuts tables and floors too.
  private func isLevel(
    _ point: SurfacePoint, _ levels: [Surface], _ basis: PlaneBasis, _ depth: Double
  ) -> Bool {
    let height = up.dot(point.position)
    let band = 1.5 * LevelFinder.band * depth
    let place = basis.flat(point.position)
    return levels.contains { abs(height - $0.offset) < band && $0.outline.contains(place) }
      || planes.contains {
        $0.anchor.alignment == .horizontal
          && abs($0.basis.normal.dot(point.position) - $0.offset) < band
          && $0.outline.contains($0.basis.flat(point.position))
      }
  }

  /// A ceiling's normal points down.
  private func flipped(_ level: Surface, _ basis: PlaneBasis) -> (Surface, PlaneBasis) {
    var surface = level
    surface.offset = -level.offset
    surface.outline = ConvexPolygon(
      hullOf: level.outline.corners.map { Vector2($0.x, -$0.y) })
    return (surface, PlaneBasis(normal: -up, along: basis.u))
  }

  /// Gives a found surface to the plane or the candidate that it belongs to.
  private mutating func take(
    _ found: (surface: Surface, basis: PlaneBasis), _ alignment: PlaneAnchor.Alignment,
    _ depth: Double
  ) {
    let outline = Flat(found.surface, found.basis)
    if let i = planes.firstIndex(where: {
      $0.anchor.alignment == alignment
        && isSame($0.basis, $0.offset, found.basis, found.surface.offset, Self.sameOffset * depth)
        && overlap(outline.along($0.basis), $0.outline) >= Self.leastOverlap
    }) {
      planes[i].grow(by: outline.along(planes[i].basis))
      return
    }
    if let i = candidates.firstIndex(where: {
      $0.alignment == alignment
        && isSame(
          $0.basis, $0.surface.offset, found.basis, found.surface.offset,
          Self.steadyOffset * depth)
        && overlap(outline.along($0.basis), $0.surface.outline) >= Self.leastOverlap
    }) {
      candidates[i].surface = found.surface
      candidates[i].basis = found.basis
      candidates[i].sightings += 1
      candidates[i].isSeen = true
    } else {
      candidates.append(
        Candidate(surface: found.surface, basis: found.basis, alignment: alignment))
    }
  }

  private func isSame(
    _ a: PlaneBasis, _ aOffset: Double, _ b: PlaneBasis, _ bOffset: Double, _ limit: Double
  ) -> Bool {
    a.normal.dot(b.normal) > Self.sameDirection && abs(aOffset - bOffset) < limit
  }

  private func overlap(_ a: ConvexPolygon, _ b: ConvexPolygon) -> Double {
    a.intersection(b).area / max(1e-12, min(a.area, b.area))
  }

  private mutating func promote() {
    for c in candidates where c.sightings >= Self.probation {
      planes.append(
        TrackedPlane(
          c.surface, basis: c.basis, alignment: c.alignment,
          identifier: AnchorIdentifier(using: &generator)))
    }
    candidates.removeAll { $0.sightings >= Self.probation }
  }

  /// Merges planes that have grown together.
  ///
  /// The newer one goes, the older one grows. A level just above a larger one is what lies on it,
  /// and goes too.
  private mutating func merge(_ depth: Double) {
    var older = 0
    while older < planes.count {
      var newer = older + 1
      while newer < planes.count {
        if isOne(planes[older], planes[newer], depth) {
          let other = Flat(planes[newer])
          planes[older].grow(by: other.along(planes[older].basis))
          planes.remove(at: newer)
        } else {
          newer += 1
        }
      }
      older += 1
    }
    let all = planes
    planes = all.filter { upper in !all.contains { isClutter(upper, on: $0, depth) } }
  }

  private func isOne(_ a: TrackedPlane, _ b: TrackedPlane, _ depth: Double) -> Bool {
    a.anchor.alignment == b.anchor.alignment
      && isSame(a.basis, a.offset, b.basis, b.offset, Self.sameOffset * depth)
      && overlap(Flat(b).along(a.basis), a.outline)
        >= Self.leastOverlap
  }

  private func isClutter(_ upper: TrackedPlane, on lower: TrackedPlane, _ depth: Double) -> Bool {
    guard upper.anchor.alignment == .horizontal, lower.anchor.alignment == .horizontal,
      upper.basis.normal.dot(lower.basis.normal) > 0
    else { return false }
    let gap = upper.offset - lower.offset
    return gap > 0 && gap < Self.clutterHeight * depth && upper.outline.area < lower.outline.area
      && upper.outline.intersection(lower.outline).area
        > Self.clutterOverlap * upper.outline.area
  }

  private mutating func dropUnsupported(_ points: [SurfacePoint], _ depth: Double) {
    let band = 2 * LevelFinder.band * depth
    for i in planes.indices {
      let plane = planes[i]
      let support = points.count {
        abs(plane.basis.normal.dot($0.position) - plane.offset) < band
          && plane.outline.contains(plane.basis.flat($0.position))
      }
      planes[i].unsupportedUpdates =
        support >= Self.leastSupport ? 0 : planes[i].unsupportedUpdates + 1
    }
    planes.removeAll { $0.unsupportedUpdates > Self.patience }
  }
}

/// An outline with the basis that it is given in.
private struct Flat {
  let outline: ConvexPolygon
  let basis: PlaneBasis
  let offset: Double

  init(_ surface: Surface, _ basis: PlaneBasis) {
    outline = surface.outline
    self.basis = basis
    offset = surface.offset
  }

  init(_ plane: TrackedPlane) {
    outline = plane.outline
    basis = plane.basis
    offset = plane.offset
  }

  /// The same outline along the basis of a plane that is nearly the same.
  func along(_ other: PlaneBasis) -> ConvexPolygon {
    ConvexPolygon(
      hullOf: outline.corners.map {
        other.flat(basis.normal * offset + basis.u * $0.x + basis.v * $0.y)
      })
  }
}
