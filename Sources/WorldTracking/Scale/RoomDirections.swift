import Foundation
import SpatialMath

/// The three directions, square to each other, along which a room's straight edges run: of walls,
/// furniture, boards and tiles (Coughlan and Yuille's "Manhattan world", 1999).
///
/// All edges of all pictures vote together, so that a few pictures tell before a map has depth.
/// Measured at the first poses of a kitchen's twelve starts: up is 2.1° off in the median, 4.4° at
/// most, where level surfaces and upright edges were 5° off and up to 37°.
package struct RoomDirections: Sendable {
  /// Two level directions and up, unit vectors in map space.
  package private(set) var level: Vector3, side: Vector3, up: Vector3
  /// The length of edges along them, pixels a picture, and that as a share of all edges.
  package private(set) var support = 0.0, share = 0.0
  /// The same along the direction that has the second most.
  private var second = 0.0

  /// An edge lies along a direction within this, radians (1.5°); twice that in the rough search.
  private static let tolerance = 0.0262
  /// The rough search takes so many edges, long and short ones alike (the longest alone are the same
  /// few in all pictures: 12° off once), and so many headings in a quarter turn.
  private static let roughEdges = 300
  private static let headings = 30
  /// The rough search's best directions, this far apart (4°, cosine), are climbed from.
  private static let starts = 12
  private static let apart = 0.99756
  private static let steps = [0.0262, 0.0131, 0.0061, 0.0026]
  private static let mostMoves = 4
  /// Edges strewn at random have a share of 0.1 to 0.2; a single bundle of parallels leaves a turn
  /// about itself open, and chance fills the second direction with 200 to 300 pixels.
  private static let leastShare = 0.4, leastSecond = 400.0

  /// Whether they tell where up is.
  package var isTelling: Bool { share >= Self.leastShare && second >= Self.leastSecond }

  /// Finds the directions best supported whose up is near one of `ups`; nil without edges.
  package init?(_ edges: EdgeDirections, ups: [Vector3]) {
    let ballot = Ballot(edges)
    guard ballot.total > 0, let first = ups.first else { return nil }
    let some = ballot.every(ballot.lengths.count / Self.roughEdges)
    let rough = ups.map { Self.bestHeading(up: $0, some) }
    var kept: [Int] = []
    for i in ups.indices.sorted(by: { rough[$0].support > rough[$1].support }) {
      guard kept.allSatisfy({ ups[$0].dot(ups[i]) < Self.apart }) else { continue }
      kept.append(i)
      if kept.count == Self.starts { break }
    }
    self.init(up: first, heading: 0)
    var best = -1.0
    for i in kept {
      var directions = RoomDirections(up: ups[i], heading: rough[i].heading)
      directions.climb(ballot)
      if directions.support > best {
        best = directions.support
        self = directions
      }
    }
    share = support * Double(ballot.pictures) / ballot.total
    let parts = [level, side, up].map { ballot.support($0, tolerance: Self.tolerance) }.sorted()
    second = parts[1]
  }

  private init(up: Vector3, heading: Double) {
    let basis = PlaneBasis(normal: up)
    self.up = up
    level = basis.u * cos(heading) + basis.v * sin(heading)
    side = up.cross(level)
  }

  /// The heading along which, and square to which, most edges run when `up` is up.
  private static func bestHeading(
    up: Vector3, _ ballot: Ballot
  ) -> (heading: Double, support: Double) {
    let basis = PlaneBasis(normal: up)
    let scale = 1 / (2 * tolerance)
    var sums = [Double](repeating: 0, count: headings)
    let turns = (0..<headings).map { Double($0) * .pi / 2 / Double(headings) }
    let directions = turns.map { (cos($0) * scale, sin($0) * scale) }
    for (n, length) in zip(ballot.normals, ballot.lengths) {
      let (a, b, c) = (n.dot(basis.u), n.dot(basis.v), n.dot(up) * scale)
      for h in 0..<headings {
        let (x, y) = directions[h]
        let r = min(abs(a * x + b * y), abs(b * x - a * y), abs(c))
        if r < 1 { sums[h] += length * (1 - r * r) }
      }
    }
    let best = sums.indices.max { sums[$0] < sums[$1] } ?? 0
    return (turns[best], sums[best])
  }

  /// Turns about the three directions in ever smaller steps as long as more edges run along them.
  private mutating func climb(_ ballot: Ballot) {
    support = ballot.support(self, tolerance: Self.tolerance)
    for step in Self.steps {
      for _ in 0..<Self.mostMoves {
        var best = self
        for turned in neighbours(step) {
          let support = ballot.support(turned, tolerance: Self.tolerance)
          guard support > best.support else { continue }
          best = turned
          best.support = support
        }
        if best.support <= support { break }
        self = best
      }
    }
  }

  private func neighbours(_ step: Double) -> [RoomDirections] {
    [level, side, up].flatMap { axis in
      [-step, step].map { angle in
        let turn = Quaternion(angle: angle, axis: axis)
        var turned = self
        turned.level = turn.act(level)
        turned.side = turn.act(side)
        turned.up = turn.act(up)
        return turned
      }
    }
  }

  /// The edges that vote.
  private struct Ballot {
    var normals: [Vector3]
    var lengths: [Double]
    var pictures: Int

    /// More edges add cost, not certainty; the longest are kept.
    private static let mostEdges = 3000

    init(_ edges: EdgeDirections) {
      let chosen = edges.lengths.indices
        .sorted { (edges.lengths[$0], $1) > (edges.lengths[$1], $0) }.prefix(Self.mostEdges)
      normals = chosen.map { edges.normals[$0] }
      lengths = chosen.map { edges.lengths[$0] }
      pictures = max(1, edges.pictures)
    }

    var total: Double { lengths.reduce(0, +) }

    /// Every n-th edge, by falling length.
    func every(_ n: Int) -> Ballot {
      var copy = self
      let chosen = stride(from: 0, to: lengths.count, by: max(1, n))
      copy.normals = chosen.map { normals[$0] }
      copy.lengths = chosen.map { lengths[$0] }
      return copy
    }

    func support(_ directions: RoomDirections, tolerance: Double) -> Double {
      var sum = 0.0
      for (n, length) in zip(normals, lengths) {
        let r =
          min(abs(n.dot(directions.level)), abs(n.dot(directions.side)), abs(n.dot(directions.up)))
          / tolerance
        if r < 1 { sum += length * (1 - r * r) }
      }
      return sum / Double(pictures)
    }

    func support(_ direction: Vector3, tolerance: Double) -> Double {
      var sum = 0.0
      for (n, length) in zip(normals, lengths) {
        let r = abs(n.dot(direction)) / tolerance
        if r < 1 { sum += length * (1 - r * r) }
      }
      return sum / Double(pictures)
    }
  }
}
