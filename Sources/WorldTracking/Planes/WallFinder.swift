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
  private static let bins = 128
  /// Walls are larger than tables: thicker bands and larger cells, of the depth.
  private static let band = 0.02
  private static let cell = 0.09
  private static let leastPoints = 20
  private static let leastCells = 12
  /// The narrower side of a wall's rectangle, of the depth.
  private static let leastWidth = 0.2
  /// The least share of the outline's area in occupied cells: a slice through a table and the floor
  /// is two lines.
  private static let leastFill = 0.3
  private static let tries = 6
  private static let refits = 3

  private struct Candidate {
    var votes = 0
    var direction = 0
    var bin = 0
  }

  /// The walls, the one with most cells first.
  package func walls(in points: [SurfacePoint]) -> [Wall] {
    var left = Array(points.indices)
    var found: [Wall] = []
    for _ in 0..<Self.tries {
      guard let line = line(points, left) else { break }
      let wall = wall(points, line)
      if let wall { found.append(wall) }
      // What is no wall gives up its points too, so that the next line gets its turn.
      let band = (wall == nil ? 0.5 : 1.5) * Self.band * depth
      left.removeAll { abs(line.normal.dot(points[$0].position) - line.offset) < band }
    }
    return found.sorted { $0.surface.cells > $1.surface.cells }
  }

  /// An upright plane with points near it.
  private struct Line {
    var normal: Vector3
    var offset: Double
    var members: [Int]
  }

  /// The upright plane that most points lie on.
  private func line(_ points: [SurfacePoint], _ left: [Int]) -> Line? {
    guard left.count >= Self.leastPoints, let candidate = vote(points, left) else { return nil }
    let ground = PlaneBasis(normal: up)
    let angle = Double(candidate.direction) * .pi / Double(Self.directions)
    var line = Line(
      normal: ground.u * cos(angle) + ground.v * sin(angle), offset: place(of: candidate.bin),
      members: [])
    for _ in 0..<Self.refits {
      line.members = left.filter {
        abs(line.normal.dot(points[$0].position) - line.offset) < Self.band * depth
      }
      guard line.members.count >= Self.leastPoints else { return nil }
      (line.normal, line.offset) = fit(points, line.members, line.normal)
    }
    return line
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

  private func wall(_ points: [SurfacePoint], _ line: Line) -> Wall? {
    let members = line.members
    let facing = members.reduce(0.0) { $0 + line.normal.dot(points[$1].eye) - line.offset }
    let sign: Double = facing < 0 ? -1 : 1
    let (normal, offset) = (line.normal * sign, line.offset * sign)
    let basis = PlaneBasis(normal: normal, along: up.cross(normal))
    let seen = points.indices.filter {
      abs(normal.dot(points[$0].position) - offset) < 3 * Self.band * depth
    }
    let grid = CellGrid(seen.map { basis.flat(points[$0].position) }, cellSize: Self.cell * depth)
    var test = SliceTest(grid)
    for i in seen {
      let distance = normal.dot(points[i].position) - offset
      let cell = grid.cell(basis.flat(points[i].position))
      if abs(distance) < Self.band * depth {
        test.addNear(cell)
      } else if distance < 0 {
        test.addBehind(cell)
      }
    }
    let solid = members.filter {
      test.isSurface(at: grid.cell(basis.flat(points[$0].position)))
    }
    let flats = solid.map { basis.flat(points[$0].position) }
    guard let patch = CellPatches.find(flats.map(grid.cell), in: grid).first,
      patch.members.count >= Self.leastPoints, patch.cells >= Self.leastCells
    else { return nil }
    let outline = ConvexPolygon(hullOf: patch.members.map { flats[$0] })
    guard let rectangle = outline.minimumRectangle(),
      min(rectangle.width, rectangle.height) >= Self.leastWidth * depth,
      Double(patch.cells) * pow(Self.cell * depth, 2) >= Self.leastFill * outline.area
    else { return nil }
    let own = patch.members.map { solid[$0] }
    let sigma = Self.band * depth / Double(own.count).squareRoot()
    return Wall(
      surface: Surface(
        offset: offset, sigma: sigma, members: own, cells: patch.cells, outline: outline),
      basis: basis)
  }
}
