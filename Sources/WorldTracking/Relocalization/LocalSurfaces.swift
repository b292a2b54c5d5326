import SpatialMath

/// The surfaces that a map's points lie on, guessed from each point's neighbours.
struct LocalSurfaces {
  private let map: WorldMap

  /// Neighbours of a point in the picture of its keyframe of birth, and how far they may be, pixels.
  private static let neighbours = 8, reach = 90.0
  /// Neighbours lie on a surface when they are this flat, and no line: ratios of deviations.
  private static let flatness = 0.2, leastWidth = 0.15
  private static let depthSigma = 0.1

  /// Looks at a map.
  init(_ map: WorldMap) { self.map = map }

  /// The unit normal at a point's slot in map space; nil where the neighbours lie on no plane.
  func normal(_ slot: Int) -> Vector3? {
    let point = map.points[slot]
    guard let here = point.observation(in: point.anchor) else { return nil }
    var near: [(distance: Double, position: Vector3)] = []
    for other in map.keyframes[point.anchor].points where other != slot {
      let candidate = map.points[other]
      guard candidate.depthSigma < Self.depthSigma,
        let there = candidate.observation(in: point.anchor)
      else { continue }
      let distance = (there.pixel - here.pixel).lengthSquared
      if distance < Self.reach * Self.reach { near.append((distance, candidate.position)) }
    }
    guard near.count >= Self.neighbours / 2 else { return nil }
    near.sort { $0.distance < $1.distance }
    return Self.normal([point.position] + near.prefix(Self.neighbours).map(\.position))
  }

  private static func normal(_ points: [Vector3]) -> Vector3? {
    let mean = points.reduce(.zero, +) / Double(points.count)
    var spread = Matrix3x3.zero
    for p in points { spread = spread + Matrix3x3(outer: p - mean, p - mean) }
    let (values, vectors) = spread.symmetricEigen()
    let (thin, middle, wide) = (max(0, values.x), max(0, values.y), max(1e-18, values.z))
    guard thin < flatness * flatness * middle, middle > leastWidth * leastWidth * wide else {
      return nil
    }
    return vectors.column0
  }
}
