import Foundation
import SpatialMath

/// Finds upright surfaces among points, the direction of gravity known.
///
/// Seen from above a wall is a line: a Hough transform over the line's direction and place gives
/// candidates, cells of a grid on the wall decide as for level surfaces.
package struct WallFinder {
  /// Against gravity, of unit length, in the points' space.
  private let up: Vector3
  /// The median depth of the scene: the measure of the sizes below.
  private let depth: Double

  /// Creates a finder.
  package init(up: Vector3, depth: Double) {
    self.up = up
    self.depth = depth
  }

  /// A wall: its surface, and the basis that it is given in, whose normal points to the camera and
  /// whose v is up.
  package struct Wall {
    package var surface: Surface
    package var basis: PlaneBasis
  }

  /// Directions of half a turn: 2° apart.
  private static let directions = 90
  /// Places of lines, a band apart: 2.56 depths to either side of the points' middle.
  private static let bins = 256
  /// Walls are larger than tables: thicker bands and larger cells, of the depth.
  static let band = 0.02
  private static let cell = 0.09
  private static let leastPoints = 20
  private static let leastCells = 12
  /// The narrower side of a wall's rectangle, of the depth.
  private static let leastWidth = 0.15
  /// The least share of the outline's area in occupied cells: a slice through a table and the floor
  /// is two lines.
  private static let leastFill = 0.3
  /// Fewer points than this must agree within a share of the band: two surfaces one behind the other
  /// give 0.42 and more, chance 0.58, flat ones 0.2–0.3.
  private static let enoughPoints = 60
  private static let mostSpread = 0.4
  private static let tries = 6
  private static let refits = 3

  private struct Candidate {
    var votes = 0
    var normal = Vector3.zero
    var offset = 0.0
  }

  /// The walls that some of the points lie on, the one with most cells first.
  ///
  /// All points tell of what is seen through walls; `candidates`, their indices, may lie on one.
  package func walls(in points: [SurfacePoint], candidates: [Int]? = nil) -> [Wall] {
    var left = candidates ?? Array(points.indices)
    var found: [Wall] = []
    for _ in 0..<Self.tries {
      guard let line = line(points, left) else { break }
      guard let wall = wall(points, line) else {
        // What is no wall gives up its points too, so that the next line gets its turn.
        left.removeAll { abs(line.distance(to: points[$0].position)) < 0.5 * Self.band * depth }
        continue
      }
      found.append(wall)
      // Those near the wall itself: the line may have led through what stands beside it too.
      left.removeAll {
        abs(wall.basis.normal.dot(points[$0].position) - wall.surface.offset)
          < 1.5 * Self.band * depth
      }
    }
    return found.sorted { $0.surface.cells > $1.surface.cells }
  }

  /// An upright plane with points near it.
  private struct Line {
    var normal: Vector3
    var offset: Double
    var members: [Int]

    func distance(to p: Vector3) -> Double { normal.dot(p) - offset }
  }

  /// The upright plane that most points lie on.
  private func line(_ points: [SurfacePoint], _ left: [Int]) -> Line? {
    guard left.count >= Self.leastPoints, let candidate = vote(points, left) else { return nil }
    var line = Line(normal: candidate.normal, offset: candidate.offset, members: [])
    for _ in 0..<Self.refits {
      line.members = left.filter {
        abs(line.normal.dot(points[$0].position) - line.offset) < Self.band * depth
      }
      guard line.members.count >= Self.leastPoints else { return nil }
      (line.normal, line.offset) = fit(points, line.members, line.normal)
    }
    return line
  }

  /// The line with most votes, round the middle of the points that are left.
  private func vote(_ points: [SurfacePoint], _ left: [Int]) -> Candidate? {
    let ground = PlaneBasis(normal: up)
    let middle = left.reduce(Vector3.zero) { $0 + points[$1].position } / Double(left.count)
    let band = Self.band * depth
    var best = Candidate()
    var histogram = [Int](repeating: 0, count: Self.bins)
    for direction in 0..<Self.directions {
      for i in histogram.indices { histogram[i] = 0 }
      let angle = Double(direction) * .pi / Double(Self.directions)
      let normal = ground.u * cos(angle) + ground.v * sin(angle)
      let center = normal.dot(middle)
      for p in left {
        let place = (normal.dot(points[p].position) - center) / band
        let bin = Int(place.rounded(.down)) + Self.bins / 2
        if histogram.indices.contains(bin) { histogram[bin] += 1 }
      }
      for bin in 0..<Self.bins - 1 {
        let votes = histogram[bin] + histogram[bin + 1]
        guard votes > best.votes else { continue }
        let offset = center + Double(bin - Self.bins / 2 + 1) * band
        best = Candidate(votes: votes, normal: normal, offset: offset)
      }
    }
    return best.votes >= Self.leastPoints ? best : nil
  }

  /// The upright plane nearest to the members by least squares.
  private func fit(
    _ points: [SurfacePoint], _ members: [Int], _ normal: Vector3
  ) -> (normal: Vector3, offset: Double) {
    let along = up.cross(normal)
    var center = Vector3.zero
    for m in members { center += points[m].position }
    center /= Double(members.count)
    var (xx, xy, yy) = (0.0, 0.0, 0.0)
    for m in members {
      let d = points[m].position - center
      let (x, y) = (d.dot(along), d.dot(normal))
      xx += x * x
      xy += x * y
      yy += y * y
    }
    // The direction of least spread of a 2 × 2 covariance.
    let turn = 0.5 * atan2(2 * xy, xx - yy)
    let fitted = (normal * cos(turn) - along * sin(turn)).normalized
    return (fitted, fitted.dot(center))
  }

  /// The largest patch on an upright plane as a wall, when it is surface enough.
  ///
  /// A line through several things is turned: the plane is fitted again to what hangs together.
  private func wall(_ points: [SurfacePoint], _ line: Line) -> Wall? {
    let facing = line.members.reduce(0.0) { $0 + line.normal.dot(points[$1].eye) - line.offset }
    let sign: Double = facing < 0 ? -1 : 1
    var (normal, offset) = (line.normal * sign, line.offset * sign)
    for _ in 0..<Self.refits {
      guard let patch = patch(points, line.members, normal, offset)?.patch else { return nil }
      (normal, offset) = fit(points, patch.members, normal)
    }
    guard let found = patch(points, line.members, normal, offset) else { return nil }
    let members = found.patch.members
    let spread = members.reduce(0.0) { $0 + pow(normal.dot(points[$1].position) - offset, 2) }
    guard
      members.count >= Self.enoughPoints
        || spread <= pow(Self.mostSpread * Self.band * depth, 2) * Double(members.count)
    else { return nil }
    let outline = ConvexPolygon(hullOf: members.map { found.basis.flat(points[$0].position) })
    guard let rectangle = outline.minimumRectangle(),
      min(rectangle.width, rectangle.height) >= Self.leastWidth * depth,
      Double(found.patch.cells) * pow(Self.cell * depth, 2) >= Self.leastFill * outline.area,
      found.evidence.isFilled(outline)
    else { return nil }
    let heights = members.map { normal.dot(points[$0].position) }
    guard let place = SurfaceHeight.find(heights, band: Self.band * depth) else { return nil }
    return Wall(
      surface: Surface(
        offset: place, members: members, cells: found.patch.cells,
        outline: outline), basis: found.basis)
  }

  private func patch(
    _ points: [SurfacePoint], _ members: [Int], _ normal: Vector3, _ offset: Double
  ) -> (patch: PlaneEvidence.Patch, evidence: PlaneEvidence, basis: PlaneBasis)? {
    let basis = PlaneBasis(normal: normal, along: up.cross(normal))
    let isMember = Set(members)
    let grid = CellGrid(
      members.map { basis.flat(points[$0].position) }, cellSize: Self.cell * depth)
    let evidence = PlaneEvidence(
      points, on: .init(basis: basis, offset: offset, band: Self.band * depth), grid: grid,
      free: isMember.contains)
    guard let patch = evidence.patches().first,
      patch.members.count >= Self.leastPoints, patch.cells >= Self.leastCells
    else { return nil }
    return (patch, evidence, basis)
  }
}
