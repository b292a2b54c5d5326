import SpatialMath

/// Repeatable noise on a lattice: the same numbers for the same seed on every machine.
package struct LatticeNoise: Sendable {
  private let seed: UInt32

  /// Creates a noise; different seeds give unrelated fields.
  package init(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    self.seed = UInt32(truncatingIfNeeded: generator.next())
  }

  /// A number of 0…1 for a lattice point.
  @inline(__always)
  package func hash(_ x: Int32, _ y: Int32) -> Float {
    // Two rounds of a multiplicative hash (as in xxHash's finaliser).
    var h =
      UInt32(bitPattern: x) &* 0x9E37_79B1 ^ UInt32(bitPattern: y) &* 0x85EB_CA77 ^ seed
    h ^= h >> 15
    h = h &* 0xC2B2_AE3D
    h ^= h >> 13
    h = h &* 0x27D4_EB2F
    h ^= h >> 16
    return Float(h >> 8) * 0x1p-24
  }

  /// Smooth noise of −1…1 with one bump a unit.
  @inline(__always)
  package func value(_ x: Float, _ y: Float) -> Float {
    let ix = FastMath.floor(x)
    let iy = FastMath.floor(y)
    var u = x - Float(ix)
    var v = y - Float(iy)
    u = u * u * (3 - 2 * u)
    v = v * v * (3 - 2 * v)
    let a = hash(ix, iy)
    let b = hash(ix &+ 1, iy)
    let c = hash(ix, iy &+ 1)
    let d = hash(ix &+ 1, iy &+ 1)
    let top = a + (b - a) * u
    return 2 * (top + (c + (d - c) * u - top) * v) - 1
  }

  /// A sum of octaves, each at twice the frequency and `gain` times the height of the one before;
  /// roughly −1…1.
  package func fractal(
    _ x: Float, _ y: Float, octaves: Int, gain: Float = 0.5
  ) -> Float {
    var sum: Float = 0
    var total: Float = 0
    var weight: Float = 1
    var (px, py) = (x, y)
    for _ in 0..<octaves {
      sum += weight * value(px, py)
      total += weight
      weight *= gain
      // A turn by atan(3/4) between octaves hides the lattice.
      (px, py) = (1.6 * px - 1.2 * py + 17.3, 1.2 * px + 1.6 * py - 9.1)
    }
    return sum / total
  }
}
