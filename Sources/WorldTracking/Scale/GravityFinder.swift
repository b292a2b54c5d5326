import Foundation
import SpatialMath

/// Finds the direction against gravity from a map's level surfaces and upright edges together.
///
/// Either alone goes wrong: a slanted plane through clutter beats a bare table, and the stripes of
/// a carpet beat the few upright edges of a kitchen. Measured on three rooms, together they are
/// right to 0.1–0.7° where there are upright edges, and to what the surfaces allow elsewhere.
package struct GravityFinder {
  private let surfaces: LevelSupport
  private let edges: EdgeDirections
  private let camera: RigidMotion
  /// The largest support of both kinds over the search; of the edges at least `weakEdges`.
  private var bestSurfaces = 1e-9
  private var bestEdges = Self.weakEdges

  /// The weight of edges against surfaces.
  private static let edgeWeight = 0.5
  /// Fewer upright pixels a picture are chance.
  private static let weakEdges = 600.0
  /// Upright edges are straight to this, radians (1°); twice that in the rough search.
  private static let edgeTolerance = 0.01745
  /// How a camera is held when nothing is known: looking up to 20° up and 75° down, turned about
  /// its axis by up to 20°.
  private static let pitches = stride(from: -20.0, through: 75.0, by: 1.5)
  private static let rolls = stride(from: -20.0, through: 20.0, by: 1.5)
  /// Degrees between the directions from which a room's own ones are looked for.
  private static let coarseStep = 3.0
  private static let leastPoints = 40
  private static let starts = 4
  private static let steps = [0.75, 0.35, 0.15]

  /// Prepares a search; `camera` is the first picture's, from map.
  package init(points: [SurfacePoint], edges: EdgeDirections, depth: Double, camera: RigidMotion) {
    surfaces = LevelSupport(points, depth: depth)
    self.edges = edges
    self.camera = camera
  }

  /// What was found.
  package struct Finding {
    /// The unit vector against gravity in map space.
    package var up: Vector3
    /// The length of upright edges a picture, pixels.
    package var uprightEdges: Double
    /// Whether a room's directions have told it: at once, whatever the surfaces say.
    package var isByRoom = false

    /// Whether upright edges alone would tell.
    package var hasUprightEdges: Bool { uprightEdges >= weakEdges }
  }

  /// Searches; nil when there is too little to tell by.
  package mutating func find() -> Finding? {
    if let up = roomUp {
      return Finding(
        up: up, uprightEdges: edges.support(up, tolerance: Self.edgeTolerance), isByRoom: true)
    }
    guard surfaces.count >= Self.leastPoints else { return nil }
    let grid = Self.pitches.flatMap { pitch in
      Self.rolls.map { roll in direction(pitch: pitch, roll: roll) }
    }
    let rough = grid.map {
      (surfaces.rough($0), edges.support($0, tolerance: 2 * Self.edgeTolerance))
    }
    let (mostSurfaces, mostEdges) = (
      rough.map(\.0).max() ?? 0, max(Self.weakEdges, rough.map(\.1).max() ?? 0)
    )
    let scores = rough.map { $0.0 / mostSurfaces + Self.edgeWeight * $0.1 / mostEdges }
    let starts = distinct(grid.indices.sorted { scores[$0] > scores[$1] }.map { grid[$0] })
    bestSurfaces = starts.map(surfaces.fine).max() ?? 1
    bestEdges = max(
      Self.weakEdges, grid.map { edges.support($0, tolerance: Self.edgeTolerance) }.max() ?? 0)
    let best = starts.map(climbed).max { score($0) < score($1) }
    return best.map {
      Finding(up: $0, uprightEdges: edges.support($0, tolerance: Self.edgeTolerance))
    }
  }

  /// Up by the room's directions; nil when they do not tell.
  ///
  /// Of a camera that looks steeply down two of them may be up: level surfaces decide.
  private var roomUp: Vector3? {
    let ups = stride(from: -20.0, through: 75.0, by: Self.coarseStep).flatMap { pitch in
      stride(from: -20.0, through: 20.0, by: Self.coarseStep).map { roll in
        direction(pitch: pitch, roll: roll)
      }
    }
    guard let room = RoomDirections(edges, ups: ups), room.isTelling else { return nil }
    let possible = [room.level, -room.level, room.side, -room.side].filter(isHeldSo) + [room.up]
    guard possible.count > 1, surfaces.count >= Self.leastPoints else { return room.up }
    return possible.max { surfaces.fine($0) < surfaces.fine($1) }
  }

  /// Whether a camera is held so that this direction is up.
  private func isHeldSo(_ up: Vector3) -> Bool {
    let seen = camera.rotation * up
    let pitch = asin(max(-1, min(1, -seen.z))) * 180 / .pi
    let roll = atan2(seen.x, -seen.y) * 180 / .pi
    return pitch > -20 && pitch < 75 && abs(roll) < 20
  }

  private func direction(pitch: Double, roll: Double) -> Vector3 {
    // Up in vision axes of a camera that looks down by `pitch` and is turned by `roll`, degrees.
    let (p, r) = (pitch * .pi / 180, roll * .pi / 180)
    return camera.rotation.transposeAct(
      Vector3(sin(r) * cos(p), -cos(r) * cos(p), -sin(p)))
  }

  private func score(_ up: Vector3) -> Double {
    surfaces.fine(up) / bestSurfaces + Self.edgeWeight
      * edges.support(up, tolerance: Self.edgeTolerance) / bestEdges
  }

  /// The best directions that are 4° apart.
  private func distinct(_ ranked: [Vector3]) -> [Vector3] {
    var kept: [Vector3] = []
    for d in ranked where kept.allSatisfy({ $0.dot(d) < cos(0.07) }) {
      kept.append(d)
      if kept.count == Self.starts { break }
    }
    return kept
  }

  /// Climbs to the nearest maximum in ever smaller steps, degrees.
  private func climbed(_ start: Vector3) -> Vector3 {
    var best = start
    var bestScore = score(start)
    for step in Self.steps {
      let basis = PlaneBasis(normal: best)
      let center = best
      let size = tan(step * .pi / 180)
      for i in -2...2 {
        for j in -2...2 where i != 0 || j != 0 {
          let d = (center + (basis.u * Double(i) + basis.v * Double(j)) * size).normalized
          let s = score(d)
          if s > bestScore {
            best = d
            bestScore = s
          }
        }
      }
    }
    return best
  }
}
