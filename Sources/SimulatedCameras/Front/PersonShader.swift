import SoftwareRendering
import SpatialMath

/// What a shader knows of a place on a surface.
struct SurfacePoint {
  /// The place in camera space, metres, and its unit normal.
  var position: SIMD3<Float>, normal: SIMD3<Float>
  /// The direction to the camera.
  var view: SIMD3<Float>
  /// Texture u and v, openness, and the part's own value.
  var attribute: SIMD4<Float>
  /// The direction of hair.
  var tangent: SIMD3<Float>
  /// The share of the key light that is not blocked.
  var lit: Float
}

/// How the materials of a person answer light.
///
/// All colours are linear.
struct PersonShader {
  let lights: PersonLights
  let persona: Persona
  let noise: LatticeNoise
  /// How much light gets into the mouth, 0…1.
  var mouthLight: Float = 0.4

  init(lights: PersonLights, persona: Persona) {
    self.lights = lights
    self.persona = persona
    noise = LatticeNoise(seed: persona.paintSeed &+ 3)
  }

  /// Diffuse light that wraps round the terminator by a share of each colour.
  @inline(__always)
  private func wrapped(
    _ cosine: Float, _ wrap: SIMD3<Float>
  ) -> SIMD3<Float> {
    let x = (wrap + cosine) / (1 + wrap)
    return x.replacing(with: SIMD3<Float>.zero, where: x .< 0)
  }

  @inline(__always)
  private func power(_ x: Float, squarings: Int) -> Float {
    var p = max(0, x)
    for _ in 0..<squarings { p *= p }
    return p
  }

  /// Skin: light goes in and comes out reddened, a soft sheen lies on top.
  @inline(__always)
  func skin(_ s: SurfacePoint, texture: SIMD4<Float>) -> SIMD3<Float> {
    let albedo = SIMD3(texture.x, texture.y, texture.z)
    let gloss = texture.w
    let open = s.attribute.z
    let wrap = SIMD3<Float>(0.34, 0.17, 0.11)
    let ndl = s.normal.dot(lights.key)
    let ndf = s.normal.dot(lights.fill)
    // Shadows on skin have red borders: their half-light loses blue and green first.
    let penumbra = SIMD3(0.35 * s.lit.squareRoot() + 0.65 * s.lit, s.lit, s.lit)
    // Openness darkens red least, as light between skin and skin turns red.
    let occlusion = SIMD3(open.squareRoot() * 0.35 + open * 0.65, open, open)
    var light = lights.ambient(s.normal) * occlusion
    light += lights.keyColor * wrapped(ndl, wrap) * penumbra
    light += lights.fillColor * wrapped(ndf, wrap) * (0.3 + 0.7 * open)
    let half = (lights.key + s.view).unit
    let halfFill = (lights.fill + s.view).unit
    let broad = power(s.normal.dot(half), squarings: 4)
    let tight = power(s.normal.dot(half), squarings: 6)
    let sheenFill = power(s.normal.dot(halfFill), squarings: 4)
    let facing = 1 - max(0, s.normal.dot(s.view))
    let fresnel = 0.35 + 2.2 * facing * facing * facing
    let key = s.lit * max(0, min(1, ndl * 4)) * gloss
    var shine = lights.keyColor * (key * (0.10 * broad + 0.09 * gloss * tight) * fresnel * 2)
    shine += lights.fillColor * (gloss * 0.08 * sheenFill * fresnel * 2 * open)
    shine += lights.sky * (0.05 * facing * facing * facing * open)
    return albedo * light + shine
  }

  /// An eyeball: iris with fibres, sclera, and the window's mirror image on the wet front.
  @inline(__always)
  func eye(_ s: SurfacePoint) -> SIMD3<Float> {
    let place = SIMD2(s.attribute.x, s.attribute.y)
    let r = place.length
    var color = sclera(place)
    let edge = clamped((Self.irisRadius + 0.03 - r) * 20)
    if s.attribute.w > 0, edge > 0 { color += (iris(place, r) - color) * edge }
    let open = s.attribute.z
    var light = lights.ambient(s.normal) * (0.25 + 0.75 * open)
    let key = s.lit * (0.3 + 0.7 * open)
    light += lights.keyColor * wrapped(s.normal.dot(lights.key), SIMD3(repeating: 0.25)) * key
    light += lights.fillColor * (0.5 * open)
    return color * light * 0.92 + wetReflection(s)
  }

  /// Radii of iris and pupil as shares of the ball's.
  private static let irisRadius: Float = 0.435, pupilRadius: Float = 0.165

  @inline(__always)
  private func clamped(_ x: Float) -> Float { min(1, max(0, x)) }

  @inline(__always)
  private func sclera(_ place: SIMD2<Float>) -> SIMD3<Float> {
    // Towards the corners the white is pinker and veined.
    let corner = clamped((abs(place.x) - 0.40) * 2.2)
    let veins = max(0, noise.value(place.x * 9 + 40, place.y * 26) - 0.35) * corner
    let pink = 1 - 0.17 * corner
    let red = pink * (1 - 0.35 * veins)
    return SIMD3(0.70, 0.66 * red, 0.62 * red)
  }

  @inline(__always)
  private func iris(_ place: SIMD2<Float>, _ r: Float) -> SIMD3<Float> {
    let t = r / Self.irisRadius
    let turn = fastAngle(place.x, place.y)
    let coarse = noise.value(turn * 34, r * 9)
    let fine = noise.value(turn * 90, r * 24)
    var strength = 1 + 0.35 * coarse + 0.25 * fine
    // A lighter collar round the pupil, and a dark border.
    strength *= 0.75 + 0.75 * max(0, 1 - abs(t - 0.58) * 4)
    strength *= 1 - 0.65 * clamped((t - 0.80) * 5)
    // The side away from the light glows.
    let side = place.x * lights.key.x + place.y * lights.key.y
    strength *= 0.85 + 0.45 * max(0, -side / Self.irisRadius)
    let color = persona.iris * strength
    let pupil = clamped((Self.pupilRadius + 0.012 - r) * 42)
    return color + (SIMD3(repeating: 0.004) - color) * pupil
  }

  /// The window and the lamp in the film of tears.
  @inline(__always)
  private func wetReflection(_ s: SurfacePoint) -> SIMD3<Float> {
    let reflected = s.normal * (2 * s.normal.dot(s.view)) - s.view
    // Only the clear, domed front is smooth enough to mirror.
    let x = s.attribute.x
    let y = s.attribute.y
    let isDome: Float = x * x + y * y < 0.36 && s.attribute.w > 0 ? 1 : 0
    let window = isDome * clamped((reflected.dot(lights.key) - 0.968) * 60)
    let lamp = clamped((reflected.dot(lights.fill) - 0.985) * 90)
    let key = window * 0.85 * (0.2 + 0.8 * s.lit)
    return lights.keyColor * key + lights.fillColor * (lamp * 0.9)
  }

  /// An angle of a full turn as 0…4, without trigonometry.
  @inline(__always)
  private func fastAngle(_ x: Float, _ y: Float) -> Float {
    let p = y / (abs(x) + abs(y) + 1e-6)
    return x < 0 ? 3 - p : 1 + p
  }

  /// Gums, teeth, tongue: wet, darker the deeper they lie.
  @inline(__always)
  func mouth(_ s: SurfacePoint, part: HeadMesh.Part) -> SIMD3<Float> {
    var color: SIMD3<Float>
    var wet: Float
    switch part {
    case .teeth: (color, wet) = (SIMD3(0.66, 0.61, 0.50), 0.30)
    case .tongue:
      let bumps = 0.9 + 0.2 * noise.value(s.attribute.x * 900, s.attribute.y * 900)
      (color, wet) = (SIMD3(0.50, 0.185, 0.165) * bumps, 0.16)
    default: (color, wet) = (SIMD3(0.30, 0.075, 0.07), 0.10)
    }
    let depth = s.attribute.w
    let open = max(0.02, depth * mouthLight)
    let ndl = s.normal.dot(lights.key)
    var light = lights.ambient(s.normal) * open
    light += lights.keyColor * wrapped(ndl, SIMD3(repeating: 0.3)) * (s.lit * open)
    light += lights.fillColor * wrapped(s.normal.dot(lights.fill), SIMD3(repeating: 0.3)) * open
    let half = (lights.key + s.view).unit
    let shine = power(s.normal.dot(half), squarings: 5) * wet * open * s.lit
    color = color * light * 1.05
    return color + lights.keyColor * shine
  }

  /// Hair: light along and across the strand (Kajiya and Kay 1989) with two highlights.
  @inline(__always)
  func hair(_ s: SurfacePoint, isStrand: Bool) -> SIMD3<Float> {
    let along = s.attribute.w
    // Under the strands only a dark ground is seen.
    let fibre: Float = isStrand ? strandFibre(s) : -0.5
    let open = s.attribute.z
    let around = max(0, s.normal.dot(lights.key) * 0.6 + 0.4)
    let aroundFill = max(0, s.normal.dot(lights.fill) * 0.6 + 0.4)
    let tone: Float = (1 + 0.5 * fibre) * (0.75 + 0.45 * along)
    let base = persona.hair * tone
    var light = lights.ambient(s.normal) * (0.25 + 0.75 * open)
    light += lights.keyColor * (sine(s.tangent, lights.key) * around * s.lit * 0.9)
    light += lights.fillColor * (sine(s.tangent, lights.fill) * aroundFill)
    let half = (lights.key + s.view).unit
    let tilt = s.tangent.dot(half) + 0.06 * fibre
    let first = power(max(0, 1 - tilt * tilt).squareRoot(), squarings: 5)
    let shifted = tilt + 0.14
    let second = power(max(0, 1 - shifted * shifted).squareRoot(), squarings: 3)
    let strength = around * s.lit * open
    var color = base * light
    let glint: Float = 0.045 * first * strength * (1 + 0.6 * fibre)
    color += lights.keyColor * glint
    color += persona.hair * lights.keyColor * (0.9 * second * strength)
    color += persona.hair * lights.fillColor * (0.5 * second * open)
    return color
  }

  /// The sine of the angle between two directions.
  @inline(__always)
  private func sine(_ a: SIMD3<Float>, _ b: SIMD3<Float>) -> Float {
    let cosine = a.dot(b)
    return max(0, 1 - cosine * cosine).squareRoot()
  }

  @inline(__always)
  private func strandFibre(_ s: SurfacePoint) -> Float {
    let (across, along) = (s.attribute.x, s.attribute.w)
    return noise.value(across * 3.7, along * 3) + 0.7 * noise.value(across * 11, along * 5)
  }

  /// Knitted cloth; the collar is ribbed.
  @inline(__always)
  func cloth(_ s: SurfacePoint) -> SIMD3<Float> {
    let (u, v) = (s.attribute.x, s.attribute.y)
    var color = persona.cloth
    if s.attribute.w > 0.5 {
      let rib = u / 0.0035 - Float(FastMath.floor(u / 0.0035))
      color = persona.clothAccent * (rib < 0.4 ? 0.72 : 1.08)
    }
    color *= 1 + 0.13 * noise.value(u * 420, v * 560)
    let open = s.attribute.z
    let wrap = SIMD3<Float>(repeating: 0.15)
    var light = lights.ambient(s.normal) * open
    light += lights.keyColor * wrapped(s.normal.dot(lights.key), wrap) * s.lit
    light += lights.fillColor * wrapped(s.normal.dot(lights.fill), wrap) * open
    return color * light
  }

  /// Eyelashes.
  @inline(__always)
  func lash(_ s: SurfacePoint) -> SIMD3<Float> {
    (persona.hair * 0.5 + 0.004) * (lights.ambient(s.normal) + lights.keyColor * (0.4 * s.lit))
  }
}
