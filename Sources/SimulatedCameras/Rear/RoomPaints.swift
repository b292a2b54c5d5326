import SoftwareRendering
import SpatialMath

/// The materials of the simulated room, as linear reflectances.
///
/// Every function returns a paint that depends on nothing but its arguments, so the same seed gives
/// the same room.
enum RoomPaints {
  typealias Paint = RoomBuilder.Paint

  /// One colour with the unevenness of a painted surface.
  static func plain(_ color: SIMD3<Float>, seed: UInt64, unevenness: Float = 0.06) -> Paint {
    let noise = LatticeNoise(seed: seed)
    return { canvas in
      canvas.paint { u, v in
        let broad = noise.fractal(u * 4, v * 4, octaves: 3)
        let fine = noise.value(u * 300, v * 300)
        return color * (1 + unevenness * (broad + 0.5 * fine))
      }
    }
  }

  /// Wood with the grain along `u` (or `v` when turned), in boards of a width in metres.
  static func wood(
    light: SIMD3<Float>, dark: SIMD3<Float>, seed: UInt64, board: Float = 0.12,
    boardLength: Float = 2, isTurned: Bool = false, joint: Float = 0.0012
  ) -> Paint {
    let noise = LatticeNoise(seed: seed)
    return { canvas in
      canvas.paint { a, b in
        let (u, v) = isTurned ? (b, a) : (a, b)
        let row = (v / board).rounded(.down)
        let shift = noise.hash(Int32(row), 11) * boardLength
        let column = ((u + shift) / boardLength).rounded(.down)
        let tone = noise.hash(Int32(row) &* 31 &+ Int32(column), 7)
        let along = u + tone * 37
        let across = v + tone * 11
        let edgeV = min(v - row * board, (row + 1) * board - v)
        let place = u + shift - column * boardLength
        let edgeU = min(place, boardLength - place)
        let wave = noise.fractal(along * 1.7, across * 14, octaves: 3)
        // Year rings: stretched waves, sharp on one side as late wood is.
        let phase = across * 85 + wave * 5 + tone * 9
        let ring = phase - phase.rounded(.down)
        let rings = ring * ring * 0.55
        let fibre = noise.value(along * 22, across * 900) * 0.16
        let pores = max(0, noise.value(along * 45, across * 1500) - 0.55) * 0.9
        let knot = knots(noise, along, across)
        var k = 0.24 + 0.5 * wave + rings * 0.62 + fibre + knot * 0.75 + 0.35 * (tone - 0.5)
        k = min(1, max(0, k))
        var color = light + (dark - light) * k
        color *= 1 - 0.35 * pores
        let edge = min(edgeV, edgeU)
        if edge < joint { color *= 0.25 + 0.6 * edge / joint }
        return color
      }
    }
  }

  private static func knots(_ noise: LatticeNoise, _ u: Float, _ v: Float) -> Float {
    // One possible knot a cell of 40 × 9 cm.
    let cell = SIMD2<Float>(0.40, 0.09)
    let ix = (u / cell.x).rounded(.down)
    let iy = (v / cell.y).rounded(.down)
    let h = noise.hash(Int32(ix) &+ 900, Int32(iy))
    guard h > 0.72 else { return 0 }
    let center = SIMD2(
      (ix + 0.25 + 0.5 * noise.hash(Int32(ix), Int32(iy) &+ 77)) * cell.x,
      (iy + 0.25 + 0.5 * noise.hash(Int32(ix) &+ 55, Int32(iy))) * cell.y)
    let d = SIMD2((u - center.x) * 0.45, v - center.y).length
    let size = 0.006 + 0.012 * (h - 0.72) / 0.28
    return max(0, 1 - d / size)
  }

  /// Woven cloth: threads both ways with stripes of a second colour.
  static func cloth(
    _ color: SIMD3<Float>, _ second: SIMD3<Float>, seed: UInt64, stripe: Float = 0,
    thread: Float = 0.0022
  ) -> Paint {
    let noise = LatticeNoise(seed: seed)
    return { canvas in
      canvas.paint { u, v in
        let tu = u / thread
        let tv = v / thread
        let over = (Int(tu.rounded(.down)) + Int(tv.rounded(.down))) & 1 == 0
        let fu = tu - tu.rounded(.down) - 0.5
        let fv = tv - tv.rounded(.down) - 0.5
        let bulge = 1 - 0.9 * (over ? fv * fv : fu * fu)
        let uneven = 1 + 0.18 * noise.value(tu * (over ? 0.1 : 1), tv * (over ? 1 : 0.1))
        var base = color
        if stripe > 0 {
          let s = u / stripe
          if s - s.rounded(.down) < 0.28 { base = second }
        }
        let wear = 1 + 0.12 * noise.fractal(u * 6, v * 6, octaves: 3)
        return base * (bulge * uneven * wear * 0.95)
      }
    }
  }

  /// Wall plaster.
  static func plaster(_ color: SIMD3<Float>, seed: UInt64) -> Paint {
    let noise = LatticeNoise(seed: seed)
    return { canvas in
      canvas.paint { u, v in
        let broad = noise.fractal(u * 1.3, v * 1.3, octaves: 3) * 0.05
        let grain = noise.fractal(u * 60, v * 60, octaves: 2) * 0.05
        let marks = max(0, noise.value(u * 9, v * 9) - 0.75) * 0.15
        return color * (1 + broad + grain - marks)
      }
    }
  }

  /// A woven rug: a border, a field of diamonds and zigzags in four colours.
  static func rug(_ colors: [SIMD3<Float>], size: SIMD2<Float>, unit: Float, seed: UInt64) -> Paint
  {
    let noise = LatticeNoise(seed: seed)
    return { canvas in
      canvas.paint { u, v in
        // Yarn steps: patterns of a loom are stepped, not smooth.
        let knot = unit / 14
        let su = (u / knot).rounded(.down) * knot
        let sv = (v / knot).rounded(.down) * knot
        let edge = min(min(su, size.x - su), min(sv, size.y - sv))
        let color = rugColor(su, sv, edge: edge, unit: unit, noise: noise, colors: colors)
        let yarn = 1 + 0.22 * noise.value(u / 0.0035, v / 0.0025)
        let worn = 1 + 0.14 * noise.fractal(u * 3, v * 3, octaves: 3)
        return color * (yarn * worn)
      }
    }
  }

  private static func rugColor(
    _ u: Float, _ v: Float, edge: Float, unit: Float, noise: LatticeNoise,
    colors: [SIMD3<Float>]
  ) -> SIMD3<Float> {
    if edge < unit * 0.12 { return colors[0] }
    if edge < unit * 0.55 {
      let t = (u + v) / (unit * 0.3)
      return colors[(Int(t.rounded(.down)) & 1) == 0 ? 1 : 2]
    }
    if edge < unit * 0.65 { return colors[3] }
    let cu = (u / unit).rounded(.down)
    let cv = (v / unit).rounded(.down)
    let fu = abs(u / unit - cu - 0.5)
    let fv = abs(v / unit - cv - 0.5)
    let diamond = fu + fv
    let pick = Int(noise.hash(Int32(cu), Int32(cv)) * 3)
    if diamond < 0.12 { return colors[(pick + 2) & 3] }
    if diamond < 0.26 { return colors[(pick + 1) & 3] }
    if diamond < 0.38 { return colors[3] }
    let small = max(abs(fu - 0.5), abs(fv - 0.5))
    if fu > 0.36 && fv > 0.36 && small < 0.09 { return colors[2] }
    return colors[0] * (0.9 + 0.2 * noise.hash(Int32(cu) &+ 40, Int32(cv) &+ 40))
  }
}
