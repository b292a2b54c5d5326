import SoftwareRendering
import SpatialMath

/// Paints a person's skin: tone, blush, lips, brows, stubble, the roots of the hair.
///
/// Everything has its place on the canonical face, so it sits right on every identity. The free
/// channel of the texture is gloss.
struct SkinPainter {
  private let shape: HeadShape
  private let persona: Persona
  private let noise: LatticeNoise
  private let stencil: FaceStencil
  private let spots: [(place: SIMD3<Float>, radius: Float, strength: Float)]

  init(shape: HeadShape, persona: Persona) {
    self.shape = shape
    self.persona = persona
    noise = LatticeNoise(seed: persona.paintSeed)
    var g = SeededGenerator(seed: persona.paintSeed &+ 1)
    stencil = FaceStencil(shape: shape, persona: persona, generator: &g)
    spots = (0..<7).map { _ in
      (
        SIMD3(Float(g.uniform(-0.07...0.07)), Float(g.uniform(-0.09...0.07)), 0.05),
        Float(g.uniform(0.0006...0.0014)), Float(g.uniform(0.25...0.6))
      )
    }
  }

  /// The finished texture.
  func texture() -> TextureImage {
    let (w, h) = (SkinAtlas.width, SkinAtlas.height)
    var colors = [SIMD4<Float>](
      repeating: SIMD4(persona.skin, 0.3), count: w * h)
    var isPainted = [Bool](repeating: false, count: w * h)
    let mesh = shape.mesh
    let list = (mesh.triangles[.skin] ?? [])
    for start in stride(from: 0, to: list.count - 2, by: 3) {
      let three = list[start..<start + 3].map { mesh.corners[Int($0)] }
      paint(three, into: &colors, isPainted: &isPainted)
    }
    for _ in 0..<3 { Self.grow(&colors, &isPainted, width: w, height: h) }
    return TextureImage(width: w, height: h, colors: colors)
  }

  private func paint(
    _ three: [HeadMesh.Corner], into colors: inout [SIMD4<Float>], isPainted: inout [Bool]
  ) {
    let (w, h) = (SkinAtlas.width, SkinAtlas.height)
    let scale = SIMD2(Float(w), Float(h))
    let uv = three.map { SkinAtlas.place($0.texture) * scale }
    let p = three.map { shape.canvas[Int($0.vertex)] }
    let isInside = three.contains { SkinAtlas.isNostril($0.texture) }
    let ab = uv[1] - uv[0]
    let ac = uv[2] - uv[0]
    let area = ab.x * ac.y - ab.y * ac.x
    guard abs(area) > 1e-6 else { return }
    let facing = (p[1] - p[0]).cross(p[2] - p[0]).normalized
    let low = pointwiseMin(uv[0], pointwiseMin(uv[1], uv[2]))
    let high = pointwiseMax(uv[0], pointwiseMax(uv[1], uv[2]))
    let x0 = max(0, Int(low.x) - 1)
    let x1 = min(w - 1, Int(high.x) + 1)
    let y0 = max(0, Int(low.y) - 1)
    let y1 = min(h - 1, Int(high.y) + 1)
    guard x0 <= x1, y0 <= y1 else { return }
    for y in y0...y1 {
      for x in x0...x1 {
        let d = SIMD2(Float(x) + 0.5, Float(y) + 0.5) - uv[0]
        let b = (d.x * ac.y - d.y * ac.x) / area
        let c = (ab.x * d.y - ab.y * d.x) / area
        guard b > -0.02, c > -0.02, b + c < 1.02 else { continue }
        let q = p[0] * (1 - b - c) + p[1] * b + p[2] * c
        colors[y * w + x] =
          isInside
          ? SIMD4(persona.skin * SIMD3(0.22, 0.10, 0.08), 0.1)
          : color(at: q, facing: facing, texel: SIMD2(Float(x), Float(y)))
        isPainted[y * w + x] = true
      }
    }
  }

  /// Lets painted texels spread into their neighbours, for filtering across borders.
  private static func grow(
    _ colors: inout [SIMD4<Float>], _ isPainted: inout [Bool], width: Int, height: Int
  ) {
    let old = isPainted
    for y in 1..<height - 1 {
      for x in 1..<width - 1 where !old[y * width + x] {
        for step in [-1, 1, -width, width] where old[y * width + x + step] {
          colors[y * width + x] = colors[y * width + x + step]
          isPainted[y * width + x] = true
        }
      }
    }
  }

  /// A bell round a place, 1 in its middle.
  private func bell(
    _ p: SIMD3<Float>, _ x: Float, _ y: Float, _ width: Float, _ height: Float
  ) -> Float {
    let dx = (abs(p.x) - x) / width
    let dy = (p.y - y) / height
    return approximateExponential2(-1.4427 * (dx * dx + dy * dy))
  }

  private func color(
    at p: SIMD3<Float>, facing: SIMD3<Float>, texel: SIMD2<Float>
  ) -> SIMD4<Float> {
    let isFront: Float = p.z > 0.01 ? 1 : 0
    var c = mottled(persona.skin, p, texel)
    c = flushed(c, p, isFront)
    c = freckled(c, p)
    var gloss: Float = 0.32
    let forehead = bell(p, 0, 0.055, 0.03, 0.022)
    let bridge = bell(p, 0, 0.008, 0.011, 0.03)
    gloss += 0.3 * isFront * (forehead + bridge)
    if persona.stubble > 0 {
      let s = stubble(p) * persona.stubble
      let grain = 0.75 + 0.5 * noise.value(texel.x * 1.3 + 50, texel.y * 1.3)
      let shadow = persona.hair * 0.9 + c * SIMD3(0.30, 0.34, 0.38)
      c += (shadow - c) * min(1, s * grain)
      gloss *= 1 - 0.5 * s
    }
    if isFront > 0, facing.z > -0.3 { addFeatures(&c, &gloss, p) }
    let cover = hairRoots(p)
    c += (persona.hair * 0.8 - c) * (cover * 0.92)
    return SIMD4(pointwiseMax(c, SIMD3(repeating: 0.003)), min(1, gloss * (1 - cover)))
  }

  /// Blotches of centimetres, mottling of millimetres, and pores.
  private func mottled(
    _ color: SIMD3<Float>, _ p: SIMD3<Float>, _ texel: SIMD2<Float>
  ) -> SIMD3<Float> {
    let broad = noise.fractal(p.x * 45 + 9, p.y * 45 + p.z * 30, octaves: 3)
    let mottle = noise.fractal(texel.x * 0.16, texel.y * 0.16, octaves: 2)
    let pores = noise.value(texel.x * 0.8, texel.y * 0.8)
    let red = noise.fractal(p.x * 70 - 3, p.y * 70 + p.z * 50, octaves: 2)
    let tone: Float = 1 + persona.blotches * (0.06 * broad + 0.05 * mottle) + 0.035 * pores
    return color * tone * SIMD3(1 + 0.02 * red, 1 - 0.03 * red, 1 - 0.02 * red)
  }

  /// Lips, brows and lash lines.
  private func addFeatures(_ c: inout SIMD3<Float>, _ gloss: inout Float, _ p: SIMD3<Float>) {
    let mask = stencil.coverage(p)
    if mask.lips > 0, p.z > 0.03 {
      let wrinkles = 0.93 + 0.11 * noise.value(p.x * 1300, p.y * 260)
      c += (persona.lips * wrinkles - c) * (0.85 * mask.lips)
      gloss += (0.85 - gloss) * mask.lips
    }
    let brow = persona.hair * 0.8 + persona.skin * 0.03
    c += (brow - c) * (mask.brows * 0.88)
    gloss *= 1 - 0.7 * mask.brows
    let lash = persona.hair * 0.5 + persona.skin * 0.02
    c += (lash - c) * mask.lashes
  }

  /// How much of the skin the roots of the hair cover.
  private func hairRoots(_ p: SIMD3<Float>) -> Float {
    if abs(p.x) > 0.0795, p.y < 0.05 { return 0 }
    let ragged = 0.004 * noise.fractal(p.x * 300, p.z * 300 + p.y * 200, octaves: 2)
    return min(1, max(0, (HairBuilder.insideHairline(p) + ragged + 0.002) / 0.009))
  }

  /// Blood under the skin: cheeks, nose, ears, lids, chin; shade under the eyes.
  private func flushed(
    _ color: SIMD3<Float>, _ p: SIMD3<Float>, _ isFront: Float
  ) -> SIMD3<Float> {
    var red = bell(p, 0.044, -0.006, 0.022, 0.019)
    red += 0.8 * bell(p, 0, -0.004, 0.016, 0.013)
    red += 0.45 * bell(p, 0, -0.072, 0.02, 0.013)
    red += 0.4 * bell(p, 0.032, 0.030, 0.016, 0.007)
    // The inner corners of the eyes.
    red += 1.6 * bell(p, 0.0165, 0.0245, 0.0035, 0.003)
    red *= isFront
    if abs(p.x) > 0.078, p.y < 0.05 { red += 0.7 }
    red *= 0.35 + 0.65 * persona.blush
    var c = color * SIMD3(1 + 0.03 * red, 1 - 0.17 * red, 1 - 0.15 * red)
    let tired = isFront * bell(p, 0.030, 0.008, 0.013, 0.0065) * (0.5 + persona.age)
    c *= SIMD3(1 - 0.16 * tired, 1 - 0.17 * tired, 1 - 0.12 * tired)
    let pale = isFront * bell(p, 0, 0.06, 0.045, 0.02)
    return c * SIMD3(1 + 0.03 * pale, 1 + 0.04 * pale, 1 + 0.02 * pale)
  }

  private func freckled(_ color: SIMD3<Float>, _ p: SIMD3<Float>) -> SIMD3<Float> {
    var c = color
    if persona.freckles > 0, p.z > 0.01 {
      let area = bell(p, 0.035, 0.004, 0.03, 0.016) + bell(p, 0, 0.006, 0.015, 0.02)
      let dots = freckle(p, size: 0.0022) * 1.4 * area * persona.freckles
      c *= SIMD3(1 - 0.25 * dots, 1 - 0.4 * dots, 1 - 0.5 * dots)
    }
    for spot in spots where p.z > 0 {
      let d = SIMD2(p.x - spot.place.x, p.y - spot.place.y).length
      let k = min(1, max(0, (spot.radius - d) / 0.0006)) * spot.strength
      c *= SIMD3(1 - 0.6 * k, 1 - 0.75 * k, 1 - 0.8 * k)
    }
    return c
  }

  /// A dot in every third cell of a lattice, 0…1.
  private func freckle(_ p: SIMD3<Float>, size: Float) -> Float {
    let ix = FastMath.floor(p.x / size)
    let iy = FastMath.floor(p.y / size)
    let chance = noise.hash(ix &+ 7000, iy)
    guard chance > 0.62 else { return 0 }
    let cx = (Float(ix) + 0.3 + 0.4 * noise.hash(ix, iy &+ 9000)) * size
    let cy = (Float(iy) + 0.3 + 0.4 * noise.hash(ix &+ 4000, iy &+ 1000)) * size
    let d = SIMD2(p.x - cx, p.y - cy).length / size
    return max(0, 1 - d * 3) * (0.4 + 0.6 * (chance - 0.62) / 0.38)
  }

  /// Where a beard would grow, 0…1.
  private func stubble(_ p: SIMD3<Float>) -> Float {
    guard p.z > -0.03 else { return 0 }
    func ramp(_ x: Float, _ width: Float) -> Float { min(1, max(0, x / width)) }
    // Below a line from the sideburn to the corner of the mouth.
    let line = -0.030 + 0.55 * max(0, abs(p.x) - 0.030)
    var s = ramp(line - p.y, 0.014) * ramp(p.y + 0.115, 0.02)
    // The moustache.
    let lip = bell(p, 0.012, -0.026, 0.016, 0.006)
    s = max(s, p.y > -0.035 ? lip : 0)
    return s * (0.8 + 0.3 * noise.fractal(p.x * 90, p.y * 90, octaves: 2))
  }
}
