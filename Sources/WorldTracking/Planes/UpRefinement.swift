import Foundation
import SpatialMath

/// Betters the direction of up by the level surfaces of a growing map.
///
/// The world's own up is decided in its first second, from a map that is still young: a few degrees
/// can be wrong where there are no upright edges, and level surfaces would be cut into slices by
/// that. All level surfaces have one normal: it is fitted to their points, each surface at its own
/// height, robustly, for things lie on them.
struct UpRefinement {
  /// Against gravity, of unit length, in the points' space.
  private(set) var up: Vector3
  /// Whether surfaces may be judged by it.
  private(set) var isSteady: Bool

  private let start: Vector3
  private let isCertain: Bool
  private var updates = 0
  private var quietUpdates = 0

  /// The sigma of what was decided in the first second, radians (2°); a young map's larger error.
  private static let startSigma = 0.035
  /// What is farther from a surface than this, of the band, counts nothing (Tukey's weights): wide
  /// as long as the surface may be tilted, then narrow, for things lie on surfaces.
  private static let wideReach = 2.5, narrowReach = 1.3
  /// Points near each other have errors alike: so many count as one.
  private static let alike = 4.0
  /// A move below this, radians (0.4°), is quiet; after so many quiet ones, or any, up is steady.
  private static let quietMove = 0.007
  private static let enoughQuiet = 2, patience = 12
  /// A map that has grown so often is no longer young.
  private static let mostUpdates = 40
  private static let leastMembers = 20

  /// Begins with the world's up; `isCertain` when something better than a young map's surfaces
  /// has told it.
  init(up: Vector3, isCertain: Bool) {
    self.up = up
    start = up
    self.isCertain = isCertain
    isSteady = isCertain
  }

  /// Looks at the levels found with the present direction, and at the points.
  mutating func update(_ levels: [FlatOutline], _ points: [SurfacePoint]) {
    guard !isCertain, updates < Self.mostUpdates else { return }
    updates += 1
    let before = up
    refine(levels, points)
    quietUpdates = up.dot(before) > cos(Self.quietMove) ? quietUpdates + 1 : 0
    isSteady = isSteady || quietUpdates >= Self.enoughQuiet || updates >= Self.patience
  }

  private mutating func refine(_ levels: [FlatOutline], _ points: [SurfacePoint]) {
    let basis = PlaneBasis(normal: up, along: Vector3(1, 0, 0))
    // Held at the start: its tilt against the present direction, along the basis.
    let hold = 1 / (Self.startSigma * Self.startSigma)
    let held = Vector2(start.dot(basis.u), start.dot(basis.v)) / max(0.5, start.dot(up))
    var (xx, xy, yy) = (hold, 0.0, hold)
    var (xb, yb) = (hold * held.x, hold * held.y)
    for level in levels {
      let sums = Sums(
        level, basis, points, reach: isSteady ? Self.narrowReach : Self.wideReach)
      guard sums.count >= Self.leastMembers else { continue }
      let scale = 1 / (Self.alike * level.band * level.band)
      xx += scale * sums.xx
      xy += scale * sums.xy
      yy += scale * sums.yy
      // A surface that rises along u has its normal turned against u.
      xb -= scale * sums.xh
      yb -= scale * sums.yh
    }
    let determinant = xx * yy - xy * xy
    let tilt = Vector2((yy * xb - xy * yb), (xx * yb - xy * xb)) / determinant
    up = (up + basis.u * tilt.x + basis.v * tilt.y).normalized
  }

  /// Centred second moments of a level's points: places and heights.
  private struct Sums {
    var count = 0
    var xx = 0.0, xy = 0.0, yy = 0.0, xh = 0.0, yh = 0.0

    init(
      _ level: FlatOutline, _ basis: PlaneBasis, _ points: [SurfacePoint], reach bands: Double
    ) {
      let reach = bands * level.band
      var used: [(place: Vector2, height: Double, weight: Double)] = []
      var (sum, mean, height) = (0.0, Vector2.zero, 0.0)
      for p in points {
        let h = level.basis.normal.dot(p.position) - level.offset
        guard abs(h) < reach, level.outline.contains(level.basis.flat(p.position)) else {
          continue
        }
        let r = h / reach
        let w = (1 - r * r) * (1 - r * r)
        let place = basis.flat(p.position)
        used.append((place, h, w))
        sum += w
        mean += place * w
        height += h * w
      }
      count = used.count
      guard sum > 0 else { return }
      mean /= sum
      height /= sum
      for u in used {
        let d = u.place - mean
        let h = u.height - height
        xx += u.weight * d.x * d.x
        xy += u.weight * d.x * d.y
        yy += u.weight * d.y * d.y
        xh += u.weight * d.x * h
        yh += u.weight * d.y * h
      }
    }
  }
}
