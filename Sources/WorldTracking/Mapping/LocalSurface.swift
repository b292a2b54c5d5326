import SpatialMath

/// The surface that a point of the map lies on, guessed from its neighbours.
enum LocalSurface {
  /// Neighbours of a point in the picture of its keyframe of birth, and how far they may be, pixels.
  private static let neighbours = 8, reach = 90.0
  /// Neighbours lie on a surface when they are this flat, and no line: ratios of deviations.
  private static let flatness = 0.2, leastWidth = 0.15
  private static let depthSigma = 0.1

  /// The unit normal at a point's slot in map space; nil where the neighbours lie on no plane.
  static func normal(_ slot: Int, _ map: WorldMap) -> Vector3? {
    let anchor = map.points[slot].anchor
    guard let here = map.points[slot].observation(in: anchor) else { return nil }
    var near: [(distance: Double, position: Vector3)] = []
    for other in map.keyframes[anchor].points where other != slot {
      guard map.points[other].depthSigma < depthSigma,
        let there = map.points[other].observation(in: anchor)
      else { continue }
      let distance = (there.pixel - here.pixel).lengthSquared
      if distance < reach * reach { near.append((distance, map.points[other].position)) }
    }
    guard near.count >= neighbours / 2 else { return nil }
    near.sort { $0.distance < $1.distance }
    return normal([map.points[slot].position] + near.prefix(neighbours).map(\.position))
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

extension WorldMap {
  /// Sights from which on a point's neighbours are worth looking at.
  private static let leastSights = 3

  /// The unit normal of the surface at a point, in map space; nil where it is not known.
  ///
  /// It is kept, and looked for anew when the point has twice as many sights as then.
  mutating func surfaceNormal(at slot: Int) -> Vector3? {
    let sights = points[slot].observations.count
    if sights >= max(Self.leastSights, 2 * points[slot].normalSights) {
      let normal = LocalSurface.normal(slot, self)
      updatePoint(slot) {
        $0.normal = normal
        $0.normalSights = sights
      }
    }
    return points[slot].normal
  }
}
