import SpatialMath
import WorldTracking

/// Points on surfaces of a room, in a world with +Y up, as a camera at the origin would know them.
struct SyntheticSurfaces {
  /// The points that no other surface hides from the camera.
  var points: [SurfacePoint] { all.filter(isVisible) }

  private var all: [SurfacePoint] = []
  private var rectangles: [(corner: Vector3, a: Vector3, b: Vector3)] = []
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  /// Adds points spread over a rectangle: a corner and two sides, with noise across in metres.
  mutating func add(
    _ count: Int, corner: Vector3, _ a: Vector3, _ b: Vector3, noise: Double = 0.003
  ) {
    let normal = a.cross(b).normalized
    rectangles.append((corner, a, b))
    for _ in 0..<count {
      let p =
        corner + a * generator.uniform() + b * generator.uniform()
        + normal * (noise * generator.gaussian())
      all.append(SurfacePoint(position: p, eye: .zero, depthSigma: 0.01, slot: all.count))
    }
  }

  /// Adds a single point, seen whatever lies before it.
  mutating func add(_ position: Vector3) {
    all.append(SurfacePoint(position: position, eye: .zero, depthSigma: 0.01, slot: all.count))
  }

  private func isVisible(_ point: SurfacePoint) -> Bool {
    !rectangles.contains { r in
      let normal = r.a.cross(r.b)
      let along = normal.dot(point.position)
      guard abs(along) > 1e-9 else { return false }
      // Where the ray from the camera at the origin meets the rectangle.
      let t = normal.dot(r.corner) / along
      guard t > 0, t < 0.97 else { return false }
      let d = point.position * t - r.corner
      let (u, v) = (d.dot(r.a) / r.a.lengthSquared, d.dot(r.b) / r.b.lengthSquared)
      return (0...1).contains(u) && (0...1).contains(v)
    }
  }

  /// A table of 1.2 × 0.8 m, its top at a height, before the camera.
  mutating func addTable(_ count: Int = 120, height: Double = -0.6) {
    add(count, corner: Vector3(-0.6, height, -1.5), Vector3(1.2, 0, 0), Vector3(0, 0, 0.8))
  }

  /// A book on the table: a small level a little higher.
  mutating func addBook(_ count: Int = 40, height: Double = -0.55) {
    add(count, corner: Vector3(-0.2, height, -1.2), Vector3(0.3, 0, 0), Vector3(0, 0, 0.25))
  }

  /// A textured wall two metres wide behind the table.
  mutating func addWall(_ count: Int = 300) {
    add(count, corner: Vector3(-1, -1.2, -2.2), Vector3(2, 0, 0), Vector3(0, 1.8, 0))
  }
}
