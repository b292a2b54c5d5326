import SpatialMath

/// Guesses the surface at the end of a ray from the feature points round it.
///
/// Points within a narrow cone vote: every plane through some of them is tried, and the one that the
/// most lie on wins. Nothing is drawn by lot, so the same points give the same answer.
struct SurfaceEstimate {
  /// Points farther from the ray than this angle do not count: tan 7°, a tenth of a usual picture.
  private static let cone = 0.123
  /// The points nearest to the ray through which planes are tried; triples of 14 are 364 planes.
  private static let proposers = 14
  /// How far a point may lie off the plane, as a share of its distance: feature points of a map are
  /// good to about a hundredth.
  private static let tolerance = 0.015
  /// So few points on a plane are no surface, and neither is a minority.
  private static let leastPoints = 6
  private static let leastShare = 0.5

  private let ray: Ray
  /// Nearest to the ray first.
  private let points: [Vector3]

  init(_ featurePoints: [FeaturePoint], along ray: Ray) {
    self.ray = ray
    points = featurePoints.compactMap { point -> (Vector3, Double)? in
      let arm = point.position - ray.origin
      let depth = arm.dot(ray.direction)
      guard depth > 1e-3 else { return nil }
      let slope = (arm - ray.direction * depth).length / depth
      return slope < Self.cone ? (point.position, slope) : nil
    }.sorted { $0.1 < $1.1 }.map(\.0)
  }

  /// Where the ray meets the surface; nil when the points do not agree on one.
  func hit(_ alignment: RaycastQuery.TargetAlignment) -> RaycastResult? {
    guard points.count >= Self.leastPoints else { return nil }
    var best: (plane: Plane, points: [Vector3])?
    for plane in proposals(alignment) {
      let on = points.filter { lies($0, on: plane) }
      if on.count > best?.points.count ?? 0 { best = (plane, on) }
    }
    guard let best, best.points.count >= Self.leastPoints,
      Double(best.points.count) >= Self.leastShare * Double(points.count)
    else { return nil }
    return result(Self.refined(best.plane, best.points, alignment))
  }

  private func lies(_ point: Vector3, on plane: Plane) -> Bool {
    abs(plane.distance(to: point)) < Self.tolerance * (point - ray.origin).length
  }

  private func proposals(_ alignment: RaycastQuery.TargetAlignment) -> [Plane] {
    let near = Array(points.prefix(Self.proposers))
    switch alignment {
    case .horizontal: return near.map { Plane(normal: Vector3(0, 1, 0), through: $0) }
    case .vertical:
      return Self.pairs(near.count).compactMap { i, j in
        Self.plane(through: near[i], normal: (near[j] - near[i]).cross(Vector3(0, 1, 0)))
      }
    case .any:
      return Self.pairs(near.count).flatMap { i, j in
        (j + 1..<near.count).compactMap { k in
          Self.plane(through: near[i], normal: (near[j] - near[i]).cross(near[k] - near[i]))
        }
      }
    }
  }

  private static func pairs(_ count: Int) -> [(Int, Int)] {
    (0..<count).flatMap { i in (i + 1..<max(i + 1, count)).map { (i, $0) } }
  }

  /// A plane, unless what spans it is shorter than a millimetre or nearly one line.
  private static func plane(through point: Vector3, normal: Vector3) -> Plane? {
    normal.length > 1e-6 ? Plane(normal: normal, through: point) : nil
  }

  /// The plane of least squares through points, as far as the alignment leaves it free.
  private static func refined(
    _ plane: Plane, _ points: [Vector3], _ alignment: RaycastQuery.TargetAlignment
  ) -> Plane {
    let middle = points.reduce(Vector3.zero, +) / Double(points.count)
    guard alignment == .any else { return Plane(normal: plane.normal, through: middle) }
    let spread = points.reduce(Matrix3x3(diagonal: .zero)) { sum, point in
      sum + Matrix3x3(outer: point - middle, point - middle)
    }
    // The normal is where the points spread least, and two directions must be left.
    let (values, vectors) = spread.symmetricEigen()
    guard values.y > 4 * values.x else { return plane }
    return Plane(normal: vectors.column0, through: middle)
  }

  private func result(_ plane: Plane) -> RaycastResult? {
    guard let distance = plane.intersection(with: ray) else { return nil }
    let point = ray.point(at: distance)
    // A plane that the ray only grazes is met far from the points that speak for it.
    guard points.contains(where: { ($0 - point).length < 2 * Self.cone * distance }) else {
      return nil
    }
    let normal = plane.normal.dot(ray.direction) > 0 ? -plane.normal : plane.normal
    return RaycastResult(
      worldTransform: Pose(rotation: Self.rotation(normal), translation: point),
      distance: distance, anchor: nil)
  }

  /// +Y along the normal; +Z down the surface, or along the world's +Z where it is level.
  private static func rotation(_ normal: Vector3) -> Quaternion {
    let up = Vector3(0, 1, 0)
    let down = normal * normal.dot(up) - up
    guard down.length > 0.1 else { return Quaternion(from: up, to: normal) }
    let z = down.normalized
    return Quaternion(Matrix3x3(columns: normal.cross(z), normal, z))
  }
}
