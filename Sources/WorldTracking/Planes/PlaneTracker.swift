import Foundation
import SessionCore
import SpatialMath

/// Keeps the plane anchors: adds surfaces that have proved steady, lets them grow, merges them, and
/// drops what has lost its support.
package struct PlaneTracker {
  /// The planes now, the oldest first.
  package private(set) var planes: [TrackedPlane] = []

  /// Against gravity in world space, for the classification.
  private let worldUp: Vector3
  private var refinement: UpRefinement
  private var generator: SeededGenerator
  private var candidates: [PlaneCandidate] = []

  /// Updates in which a surface must be found where it was before it is added.
  private static let probation = 3
  /// Updates after which a surface may take the place of a plane that it has this many times the
  /// support of.
  private static let rivalProbation = 6, rivalSupport = 2
  /// The share of the points that are nearer than walls usually are.
  private static let wallDistance = 0.75
  /// A plane with fewer points in its band for so many updates goes; one that is looked through
  /// over more than a share of its outline goes sooner.
  private static let leastSupport = 6
  private static let patience = 20
  private static let mostOpen = 0.4, openWeight = 4
  /// Points with a worse depth sigma, or fewer sights, are no evidence.
  static let depthSigma = 0.06

  /// Creates a tracker in a world; `up` is against gravity in world space, and `isUpCertain` says
  /// that something better than the first second's surfaces has told it.
  package init(up: Vector3, isUpCertain: Bool = true, seed: UInt64) {
    worldUp = up
    refinement = UpRefinement(up: up, isCertain: isUpCertain)
    generator = SeededGenerator(seed: seed)
  }

  /// Takes up the planes of a saved map; `depth` is the scene's median depth in metres.
  package mutating func restore(_ saved: [PlaneAnchor], depth: Double) {
    planes += saved.map { anchor in
      let band = anchor.alignment == .vertical ? WallFinder.band : LevelFinder.band
      return TrackedPlane(anchor, band: band * depth)
    }
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
    let verdicts = weigh(points, depth)
    let basis = PlaneBasis(normal: refinement.up, along: Vector3(1, 0, 0))
    let levels = LevelFinder(basis: basis, depth: depth).levels(in: points)
    for found in find(points, levels, basis, depth, detection) { take(found, points) }
    candidates.removeAll { !$0.isSeen }
    refinement.update(
      levels.map { PlaneCandidate($0, basis, band: LevelFinder.band * depth, .horizontal).flat },
      points)
    if refinement.isSteady { promote(verdicts) }
    merge(points)
    drop(verdicts)
    let classifier = PlaneClassifier(up: worldUp, scaleIsKnown: scaleIsKnown)
    classifier.classify(&planes)
  }

  // MARK: Finding

  private func find(
    _ points: [SurfacePoint], _ levels: [Surface], _ basis: PlaneBasis, _ depth: Double,
    _ detection: WorldTrackingConfiguration.PlaneDetection
  ) -> [PlaneCandidate] {
    let finder = LevelFinder(basis: basis, depth: depth)
    var found: [PlaneCandidate] = []
    if detection.contains(.horizontal) {
      found += levels.map { PlaneCandidate($0, basis, band: LevelFinder.band * depth, .horizontal) }
      found += finder.levels(in: points, isSeenFromBelow: true).map {
        Self.flipped($0, basis, depth)
      }
    }
    if detection.contains(.vertical) { found += walls(points, levels, basis, depth) }
    return found
  }

  private func walls(
    _ points: [SurfacePoint], _ levels: [Surface], _ basis: PlaneBasis, _ depth: Double
  ) -> [PlaneCandidate] {
    // An upright plane cuts tables and floors too.
    let upright = points.indices.filter { !isLevel(points[$0], levels, basis, depth) }
    // Walls stand behind what is looked at: their distance is their measure.
    let distances = upright.map { (points[$0].position - points[$0].eye).length }
    let far = max(depth, Statistics.quantile(of: distances, Self.wallDistance, or: depth))
    return WallFinder(up: refinement.up, depth: far).walls(in: points, candidates: upright)
      .map { PlaneCandidate($0.surface, $0.basis, band: WallFinder.band * far, .vertical) }
  }

  /// Whether a point lies on a level surface.
  private func isLevel(
    _ point: SurfacePoint, _ levels: [Surface], _ basis: PlaneBasis, _ depth: Double
  ) -> Bool {
    let height = basis.normal.dot(point.position)
    let band = 1.5 * LevelFinder.band * depth
    let place = basis.flat(point.position)
    return levels.contains { abs(height - $0.offset) < band && $0.outline.contains(place) }
      || planes.contains {
        $0.anchor.alignment == .horizontal
          && abs($0.flat.basis.normal.dot(point.position) - $0.flat.offset) < band
          && $0.flat.outline.contains($0.flat.basis.flat(point.position))
      }
  }

  /// A ceiling's normal points down.
  private static func flipped(
    _ level: Surface, _ basis: PlaneBasis, _ depth: Double
  ) -> PlaneCandidate {
    var surface = level
    surface.offset = -level.offset
    surface.outline = ConvexPolygon(
      hullOf: level.outline.corners.map { Vector2($0.x, -$0.y) })
    let down = PlaneBasis(normal: -basis.normal, along: basis.u)
    return PlaneCandidate(surface, down, band: LevelFinder.band * depth, .horizontal)
  }

  // MARK: Keeping

  /// What the points say of a plane now.
  private struct Verdict {
    var support: Int
    var openShare: Double
  }

  private func weigh(
    _ points: [SurfacePoint], _ depth: Double
  ) -> [AnchorIdentifier: Verdict] {
    var verdicts: [AnchorIdentifier: Verdict] = [:]
    for plane in planes {
      let finder = plane.anchor.alignment == .vertical ? WallFinder.band : LevelFinder.band
      let outline = plane.flat.outline
      let evidence = plane.flat.evidence(points, over: outline, band: finder * depth)
      verdicts[plane.anchor.identifier] = Verdict(
        support: evidence.support(of: outline), openShare: evidence.openShare(of: outline))
    }
    return verdicts
  }

  /// Gives a found surface to the plane or the candidate that it belongs to.
  private mutating func take(_ found: PlaneCandidate, _ points: [SurfacePoint]) {
    if let i = planes.firstIndex(where: {
      $0.anchor.alignment == found.alignment && $0.flat.isSame(as: found.flat)
    }) {
      grow(i, by: found.flat, points)
      return
    }
    if let i = candidates.firstIndex(where: {
      $0.alignment == found.alignment && $0.flat.isSteady(with: found.flat)
    }) {
      candidates[i].see(found)
    } else {
      candidates.append(found)
    }
  }

  /// Grows a plane over a surface; false when it is looked through in between.
  @discardableResult
  private mutating func grow(
    _ i: Int, by other: FlatOutline, _ points: [SurfacePoint]
  ) -> Bool {
    let flat = planes[i].flat
    guard let outline = planes[i].grown(by: other.outline(along: flat)) else { return true }
    let evidence = flat.evidence(points, over: outline, band: other.band)
    guard evidence.isFilled(outline) else { return false }
    planes[i].reshape(outline)
    return true
  }

  private mutating func promote(_ verdicts: [AnchorIdentifier: Verdict]) {
    for candidate in candidates where candidate.sightings >= Self.probation {
      let rivals = planes.filter {
        $0.anchor.alignment == candidate.alignment
          && $0.flat.isRival(of: candidate.flat)
      }
      // One place has one plane: the one that was there, unless the new one is much better.
      let isBetter = rivals.allSatisfy { rival in
        let support = verdicts[rival.anchor.identifier]?.support ?? 0
        return candidate.sightings >= Self.rivalProbation
          && candidate.support >= Self.rivalSupport * support
      }
      guard isBetter else { continue }
      let losers = Set(rivals.map(\.anchor.identifier))
      planes.removeAll { losers.contains($0.anchor.identifier) }
      planes.append(
        TrackedPlane(
          candidate.flat, alignment: candidate.alignment,
          identifier: AnchorIdentifier(using: &generator)))
      candidates.removeAll { $0.flat.isSame(as: candidate.flat) }
    }
  }

  /// Merges planes that have grown together: the newer one goes, the older one grows.
  private mutating func merge(_ points: [SurfacePoint]) {
    var older = 0
    while older < planes.count {
      var newer = older + 1
      while newer < planes.count {
        let (a, b) = (planes[older], planes[newer])
        if a.anchor.alignment == b.anchor.alignment, a.flat.isSame(as: b.flat),
          grow(older, by: b.flat, points)
        {
          planes.remove(at: newer)
        } else {
          newer += 1
        }
      }
      older += 1
    }
    let all = planes
    planes = all.filter { upper in
      !all.contains {
        $0.anchor.alignment == .horizontal && upper.flat.isClutter(on: $0.flat)
      }
    }
  }

  private mutating func drop(_ verdicts: [AnchorIdentifier: Verdict]) {
    for i in planes.indices {
      guard let verdict = verdicts[planes[i].anchor.identifier] else { continue }
      if verdict.openShare > Self.mostOpen {
        planes[i].doubts += Self.openWeight
      } else {
        planes[i].doubts = verdict.support >= Self.leastSupport ? 0 : planes[i].doubts + 1
      }
    }
    planes.removeAll { $0.doubts > Self.patience }
  }
}
