import Foundation
import SpatialMath

/// Finds upright surfaces among points, the direction of gravity known.
///
/// Seen from above a wall is a line: a Hough transform over the line's direction and place gives
/// candidates, cells of a grid on the wall decide as for level surfaces.
struct WallFinder {
  /// Against gravity, of unit length, in the points' space.
  let up: Vector3
  /// The median depth of the scene: the measure of the sizes below.
  let depth: Double

  /// A wall: its surface, and the basis that it is given in, whose normal points to the camera and
  /// whose v is up.
  struct Wall {
    var surface: Surface
    var basis: PlaneBasis
  }

  /// Directions of half a turn: 2° apart.
  private static let directions = 90
  private static let bins = 128
  /// Walls are larger than tables: thicker bands and larger cells, of the depth.
  private static let band = 0.02
  private static let cell = 0.09
  private static let leastPoints = 20
  private static let leastCells = 12
  /// The narrower side of a wall's rectangle, of the depth.
  private static let leastWidth = 0.2
  private static let mostWalls = 4
  private static let refits = 3

  private struct Candidate {
    var votes = 0
    var direction = 0
    var bin = 0
  }

  /// The walls, the one with most cells first.
  func walls(in points: [SurfacePoint]) -> [Wall] {
    var left = Array(points.indices)
    var found: [Wall] = []
    while found.count < Self.mostWalls, let wall = strongest(points, left) {
      found.append(wall)
      let band = 1.5 * Self.band * depth
      left.removeAll {
        abs(wall.basis.normal.dot(points[$0].position) - wall.surface.offset) < band
      }
    }
    return found.sorted { $0.surface.cells > $1.surface.cells }
  }

  private func strongest(_ points: [SurfacePoint], _ left: [Int]) -> Wall? {
    guard left.count >= Self.leastPoints, let candidate = vote(points, left) else { return nil }
    let ground = PlaneBasis(normal: up)
    let angle = Double(candidate.direction) * .pi / Double(Self.directions)
    var normal = ground.u * cos(angle) + ground.v * sin(angle)
    var offset = place(of: candidate.bin)
    var members: [Int] = []
    for _ in 0..<Self.refits {
      members = left.filter {
        abs(normal.dot(points[$0].position) - offset) < Self.band * depth
      }
      guard members.count >= Self.leastPoints else { return nil }
      (normal, offset) = fit(points, members, normal)
    }
    return wall(points, members, normal, offset)
  }

  /// The line with most votes.
  private func vote(_ points: [SurfacePoint], _ left: [Int]) -> Candidate? {
    let ground = PlaneBasis(normal: up)
    var best = Candidate()
    var histogram = [Int](repeating: 0, count: Self.bins)
    for direction in 0..<Self.directions {
      for i in histogram.indices { histogram[i] = 0 }
      let angle = Double(direction) * .pi / Double(Self.directions)
      let normal = ground.u * cos(angle) + ground.v * sin(angle)
      for p in left {
        let bin = bin(of: normal.dot(points[p].position))
        if histogram.indices.contains(bin) { histogram[bin] += 1 }
      }
      for bin in 0..<Self.bins - 1 {
        let votes = histogram[bin] + histogram[bin + 1]
        if votes > best.votes { best = Candidate(votes: votes, direction: direction, bin: bin) }
      }
    }
    return best.votes >= Self.leastPoints ? best : nil
  }

  /// Bins as wide as the band, round the origin: ±1.28 depths.
  private func bin(of offset: Double) -> Int {
    Int((offset / (Self.band * depth)).rounded(.down)) + Self.bins / 2
  }

  private func place(of bin: Int) -> Double {
    Double(bin - Self.bins / 2 + 1) * Self.band * depth
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

  private func wall(
    _ points: [SurfacePoint], _ members: [Int], _ normal: Vector3, _ offset: Double
  ) -> Wall? {
    let facing = members.reduce(0.0) { $0 + normal.dot(points[$1].eye) - offset }
    let (normal, offset) = facing < 0 ? (-normal, -offset) : (normal, offset)
    let basis = PlaneBasis(normal: normal, along: up.cross(normal))
    let flats = members.map { basis.flat(points[$0].position) }
    let grid = CellGrid(flats, cellSize: Self.cell * depth)
    guard let patch = CellPatches.find(flats.map(grid.cell), in: grid).first,
      patch.members.count >= Self.leastPoints,
      patch.cells >= Self.leastCells
    else { return nil }
    let outline = ConvexPolygon(hullOf: patch.members.map { flats[$0] })
    guard let rectangle = outline.minimumRectangle(),
      min(rectangle.width, rectangle.height) >= Self.leastWidth * depth
    else { return nil }
    let own = patch.members.map { members[$0] }
    let sigma = Self.band * depth / Double(own.count).squareRoot()
    return Wall(
      surface: Surface(
        offset: offset, sigma: sigma, members: own, cells: patch.cells, outline: outline),
      basis: basis)
  }
}
