import SpatialMath

/// The lights of a still scene and what stands in their way.
package struct Illumination: Sendable {
  /// A box that casts shadows: its middle, half its size, and its turn about +Y.
  package struct Occluder: Sendable {
    package var center: SIMD3<Float>
    package var halfSize: SIMD3<Float>
    private var cosine: Float, sine: Float

    /// Creates a box; `yaw` in radians turns +Z towards +X.
    package init(center: SIMD3<Float>, size: SIMD3<Float>, yaw: Double) {
      self.center = center
      halfSize = size / 2
      let q = Quaternion(angle: yaw, axis: Vector3(0, 1, 0)).matrix
      cosine = Float(q[0, 0])
      sine = Float(q[0, 2])
    }

    /// True when the box cuts the segment from a point along a (not unit) direction.
    @inline(__always)
    func blocks(_ p: SIMD3<Float>, _ d: SIMD3<Float>) -> Bool {
      let o = p - center
      let local = SIMD3(cosine * o.x - sine * o.z, o.y, sine * o.x + cosine * o.z)
      let ray = SIMD3(cosine * d.x - sine * d.z, d.y, sine * d.x + cosine * d.z)
      let inverse = 1 / ray
      let a = (-halfSize - local) * inverse
      let b = (halfSize - local) * inverse
      let near = pointwiseMin(a, b).max()
      let far = pointwiseMax(a, b).min()
      return near < far && far > 0 && near < 1
    }
  }

  /// A shining rectangle: its middle, two half sides, the side it shines to and its strength.
  package struct Window: Sendable {
    package var center: SIMD3<Float>, halfU: SIMD3<Float>, halfV: SIMD3<Float>
    package var normal: SIMD3<Float>
    package var color: SIMD3<Float>

    /// Creates a window; a surface that faces it at distance d gets `color` · area / d².
    package init(
      center: SIMD3<Float>, halfU: SIMD3<Float>, halfV: SIMD3<Float>, normal: SIMD3<Float>,
      color: SIMD3<Float>
    ) {
      self.center = center
      self.halfU = halfU
      self.halfV = halfV
      self.normal = normal
      self.color = color
    }
  }

  /// A shining ball.
  package struct Lamp: Sendable {
    package var center: SIMD3<Float>
    package var radius: Float
    /// What a surface gets at 1 m.
    package var color: SIMD3<Float>

    /// Creates a lamp.
    package init(center: SIMD3<Float>, radius: Float, color: SIMD3<Float>) {
      self.center = center
      self.radius = radius
      self.color = color
    }
  }

  package var occluders: [Occluder] = []
  package var windows: [Window] = []
  package var lamps: [Lamp] = []
  /// Light from everywhere above and below, that walls and floor have thrown back.
  package var sky = SIMD3<Float>(repeating: 0.3), ground = SIMD3<Float>(repeating: 0.2)
  /// How far things darken their surroundings, metres.
  package var occlusionReach: Float = 0.7

  /// Creates a dark scene with dim light from everywhere.
  package init() {}

  /// The light on a ball of the scene: the lights with the occluders that can stand between.
  struct Local {
    fileprivate var windows: [(Window, [Occluder])]
    fileprivate var lamps: [(Lamp, [Occluder])]
    fileprivate var near: [Occluder]
    fileprivate var sky: SIMD3<Float>, ground: SIMD3<Float>, reach: Float
  }

  /// Keeps what matters to surface points within a ball.
  func local(center: SIMD3<Float>, radius: Float) -> Local {
    func between(_ light: SIMD3<Float>, _ size: Float) -> [Occluder] {
      let axis = light - center
      let scale = 1 / max(axis.lengthSquared, 1e-6)
      return occluders.filter { occluder in
        let t = min(1, max(0, (occluder.center - center).dot(axis) * scale))
        let distance = (occluder.center - center - axis * t).length
        return distance < occluder.halfSize.length + max(radius, size)
      }
    }
    return Local(
      windows: windows.map { ($0, between($0.center, ($0.halfU + $0.halfV).length)) },
      lamps: lamps.map { ($0, between($0.center, $0.radius)) },
      near: occluders.filter {
        ($0.center - center).length < $0.halfSize.length + radius + occlusionReach
      }, sky: sky, ground: ground, reach: occlusionReach)
  }

  /// The light that a surface point gets, 1 being enough to show white as white.
  ///
  /// The generator draws the places on the lights; neighbours should draw differently.
  package func irradiance(
    at point: SIMD3<Float>, normal: SIMD3<Float>, using generator: inout SeededGenerator
  ) -> SIMD3<Float> {
    local(center: point, radius: 0).irradiance(at: point, normal: normal, using: &generator)
  }
}

extension Illumination.Local {
  private static func isBlocked(
    _ p: SIMD3<Float>, _ d: SIMD3<Float>, by occluders: [Illumination.Occluder]
  ) -> Bool {
    occluders.contains { $0.blocks(p, d) }
  }

  /// The light that a surface point gets, 1 being enough to show white as white.
  ///
  /// The generator draws the places on the lights; neighbours should draw differently.
  func irradiance(
    at point: SIMD3<Float>, normal: SIMD3<Float>, using generator: inout SeededGenerator
  ) -> SIMD3<Float> {
    // Off the surface, or its own box would shade it.
    let p = point + normal * 0.004
    var sum = ambient(at: p, normal: normal, using: &generator)
    for (window, occluders) in windows {
      sum += light(of: window, occluders, at: p, normal: normal, using: &generator)
    }
    for (lamp, occluders) in lamps {
      sum += light(of: lamp, occluders, at: p, normal: normal, using: &generator)
    }
    return sum
  }

  private func light(
    of window: Illumination.Window, _ occluders: [Illumination.Occluder], at p: SIMD3<Float>,
    normal: SIMD3<Float>,
    using generator: inout SeededGenerator
  ) -> SIMD3<Float> {
    let side = 4
    var sum: Float = 0
    let area = 4 * window.halfU.length * window.halfV.length
    for i in 0..<side {
      for j in 0..<side {
        let a = 2 * (Float(i) + Float(generator.uniform())) / Float(side) - 1
        let b = 2 * (Float(j) + Float(generator.uniform())) / Float(side) - 1
        let d = window.center + window.halfU * a + window.halfV * b - p
        let squared = d.lengthSquared
        let cosines = normal.dot(d) * -window.normal.dot(d)
        guard normal.dot(d) > 0, cosines > 0, !Self.isBlocked(p, d, by: occluders) else { continue }
        sum += cosines / (squared * squared)
      }
    }
    return window.color * (sum * area / Float(side * side))
  }

  private func light(
    of lamp: Illumination.Lamp, _ occluders: [Illumination.Occluder], at p: SIMD3<Float>,
    normal: SIMD3<Float>,
    using generator: inout SeededGenerator
  ) -> SIMD3<Float> {
    let count = 6
    var sum: Float = 0
    for _ in 0..<count {
      let jitter = Self.direction(using: &generator) * lamp.radius
      let d = lamp.center + jitter - p
      let squared = max(d.lengthSquared, lamp.radius * lamp.radius)
      let cosine = normal.dot(d) / squared.squareRoot()
      guard cosine > 0, !Self.isBlocked(p, d, by: occluders) else { continue }
      sum += cosine / squared
    }
    return lamp.color * (sum / Float(count))
  }

  private func ambient(
    at p: SIMD3<Float>, normal: SIMD3<Float>, using generator: inout SeededGenerator
  ) -> SIMD3<Float> {
    let count = 20
    var open = 0
    for _ in 0..<count {
      // Normal plus a point of the unit sphere is distributed with the cosine.
      let d = (normal + Self.direction(using: &generator) * 0.999).normalized
      if !Self.isBlocked(p, d * reach, by: near) { open += 1 }
    }
    let up = 0.5 + 0.5 * normal.y
    let share = 0.15 + 0.85 * Float(open) / Float(count)
    return (ground + (sky - ground) * up) * share
  }

  private static func direction(using generator: inout SeededGenerator) -> SIMD3<Float> {
    // Rejection keeps to arithmetic that is the same everywhere.
    while true {
      let bits = generator.next()
      let x = Float(bits & 0x1F_FFFF) * 0x1p-20 - 1
      let y = Float(bits >> 21 & 0x1F_FFFF) * 0x1p-20 - 1
      let z = Float(bits >> 42 & 0x1F_FFFF) * 0x1p-20 - 1
      let v = SIMD3(x, y, z)
      let l = v.lengthSquared
      if l <= 1, l > 1e-4 { return v / l.squareRoot() }
    }
  }
}
