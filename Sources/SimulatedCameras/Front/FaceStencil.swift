import SoftwareRendering
import SpatialMath

/// Masks of lips, brows and lash lines, drawn in front view on the canonical face.
struct FaceStencil {
  /// The window of face space that is drawn, metres.
  private static let low = SIMD2<Float>(-0.085, -0.10), size = SIMD2<Float>(0.17, 0.20)
  private static let density: Float = 3000

  private var lips: Canvas, brows: Canvas, lashes: Canvas
  private let points: [SIMD2<Float>]

  /// Draws the masks by the landmarks of the base head.
  init(shape: HeadShape, persona: Persona, generator g: inout SeededGenerator) {
    let canvas = shape.canvas
    let places = shape.mesh.places
    points = HeadLandmarks.points { canvas[Int(places[$0])] }.map {
      SIMD2($0.x - Self.low.x, Self.low.y + Self.size.y - $0.y)
    }
    lips = Canvas(size: Self.size, density: Self.density)
    brows = lips
    lashes = lips
    drawLips()
    for (top, bottom) in [
      (HeadLandmarks.rightBrowTop, HeadLandmarks.rightBrowBottom),
      (HeadLandmarks.leftBrowTop, HeadLandmarks.leftBrowBottom),
    ] { drawBrow(top: top, bottom: bottom, width: persona.browWidth, generator: &g) }
    drawLashLines(darkness: 0.55 + 0.35 * (1 - persona.masculinity))
  }

  private static let ink = SIMD3<Float>.zero

  private func outline(_ list: [Int]) -> [SIMD2<Float>] { list.map { points[$0] } }

  private mutating func drawLips() {
    lips.polygon(Self.smoothed(outline(HeadLandmarks.outerLips)), color: Self.ink)
    BoxBlur.apply(
      &lips.texels, width: lips.width, height: lips.height, radius: 3, rounds: 2)
  }

  private mutating func drawBrow(
    top: [Int], bottom: [Int], width: Float, generator g: inout SeededGenerator
  ) {
    let (upper, lower) = (outline(top), outline(bottom))
    func at(_ u: Float, _ v: Float) -> SIMD2<Float> {
      let x = min(u, 0.999) * Float(upper.count - 1)
      let i = Int(x)
      let f = x - Float(i)
      let a = upper[i] + (upper[i + 1] - upper[i]) * f
      let b = lower[i] + (lower[i + 1] - lower[i]) * f
      let middle = (a + b) / 2
      return middle + (b - a) * ((v - 0.5) * width)
    }
    var soft = Canvas(size: Self.size, density: Self.density)
    let steps = (0...8).map { Float($0) / 8 }
    soft.polygon(
      steps.map { at($0, 0.22) } + steps.reversed().map { at($0, 0.8) },
      color: SIMD3(repeating: 0.55))
    BoxBlur.apply(
      &soft.texels, width: soft.width, height: soft.height, radius: 4, rounds: 2)
    for i in brows.texels.indices { brows.texels[i] *= soft.texels[i] }
    for _ in 0..<230 {
      let u = Float(g.uniform(0...1))
      // Hairs stand closer in the middle and are thin at the outer end.
      let v = 0.5 + 0.42 * Float(max(-1, min(1, g.gaussian() * 0.55))) * (0.5 + 0.5 * u)
      let root = at(u, v)
      // Outwards along the brow, and up at its inner end.
      let along = (at(max(0, u - 0.1), 0.5) - at(u, 0.5) + SIMD2(1e-5, 0)).normalized
      let up = SIMD2<Float>(0, -1)
      let lean = 0.35 + 0.9 * max(0, u - 0.6)
      let turn = v > 0.5 ? lean : -0.25 + lean * 0.5
      let d = (along + up * turn).normalized * Float(g.uniform(0.004...0.008))
      brows.line(
        root, root + d, width: 0.0006, color: Self.ink, opacity: Float(g.uniform(0.45...0.85)))
    }
  }

  private mutating func drawLashLines(darkness: Float) {
    for eye in [HeadLandmarks.rightEye, HeadLandmarks.leftEye] {
      let ring = outline(eye)
      for i in 0..<16 {
        let (a, b) = (ring[i], ring[(i + 1) % 16])
        let isUpper = i < 8
        lashes.line(
          a, b, width: isUpper ? 0.0026 : 0.0016, color: Self.ink,
          opacity: darkness * (isUpper ? 0.9 : 0.35))
      }
    }
    BoxBlur.apply(
      &lashes.texels, width: lashes.width, height: lashes.height, radius: 1, rounds: 2)
  }

  /// Chaikin's corner cutting, twice.
  private static func smoothed(_ points: [SIMD2<Float>]) -> [SIMD2<Float>] {
    var ring = points
    for _ in 0..<2 {
      var next: [SIMD2<Float>] = []
      for (i, p) in ring.enumerated() {
        let q = ring[(i + 1) % ring.count]
        next.append(p * 0.75 + q * 0.25)
        next.append(p * 0.25 + q * 0.75)
      }
      ring = next
    }
    return ring
  }

  /// Coverage of lips, brows and lash lines at a point of the canonical face.
  func coverage(_ p: SIMD3<Float>) -> (lips: Float, brows: Float, lashes: Float) {
    let u = p.x - Self.low.x
    let v = Self.low.y + Self.size.y - p.y
    let x = Int(u * Self.density)
    let y = Int(v * Self.density)
    guard x >= 0, y >= 0, x < lips.width, y < lips.height else { return (0, 0, 0) }
    let i = y * lips.width + x
    return (1 - lips.texels[i].x, 1 - brows.texels[i].x, 1 - lashes.texels[i].x)
  }
}
