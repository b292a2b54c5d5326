import Foundation
import SoftwareRendering
import SpatialMath

/// Grows hair: a cap lifted from the scalp, and flat strands that follow a comb.
struct HairBuilder {
  private let shape: HeadShape
  private let persona: Persona

  private let shell: ScalpShell

  init(shape: HeadShape, persona: Persona) {
    self.shape = shape
    self.persona = persona
    shell = ScalpShell(shape: shape)
  }

  /// Measures of a way to wear hair, metres.
  private struct Cut {
    var thickness: Float
    var length: ClosedRange<Double>
    var strands: Int
    var segments: Int
    var width: Float
    /// The share of a strand that lies on the hair below.
    var held: Float
    /// How late a strand thins out: a power of the place along it.
    var fullness: Float
  }

  private var cut: Cut {
    switch persona.hairStyle {
    case .short:
      Cut(
        thickness: 0.011, length: 0.020...0.036, strands: 900, segments: 3, width: 0.006,
        held: 0.75, fullness: 1.2)
    case .sidePart:
      Cut(
        thickness: 0.015, length: 0.035...0.07, strands: 800, segments: 5, width: 0.007,
        held: 0.9, fullness: 1.4)
    case .shoulderLength:
      Cut(
        thickness: 0.014, length: 0.20...0.28, strands: 500, segments: 9, width: 0.013, held: 1,
        fullness: 4)
    case .tiedBack:
      Cut(
        thickness: 0.009, length: 0.05...0.12, strands: 620, segments: 6, width: 0.007, held: 1,
        fullness: 2.5)
    }
  }

  /// How far inside the hairline a point of the canonical face lies, metres, about.
  static func insideHairline(_ p: SIMD3<Float>) -> Float {
    // The border's depth by height: from under the sideburn over the temple to the forehead.
    let border: [(y: Float, z: Float)] = [
      (-0.012, -0.13), (-0.004, -0.040), (0.010, -0.024), (0.030, -0.016), (0.050, -0.002),
      (0.062, 0.012), (0.072, 0.030), (0.079, 0.046), (0.086, 0.075), (0.2, 0.30),
    ]
    var front: Float = -0.13
    for (a, b) in zip(border, border.dropFirst()) where p.y >= a.y {
      front = a.z + (b.z - a.z) * min(1, (p.y - a.y) / (b.y - a.y))
    }
    let ahead = (front - p.z) * 0.7
    if p.z < -0.085 {
      // The nape.
      return max(ahead, min((p.y + 0.070) * 0.8, (-0.085 - p.z)))
    }
    return ahead
  }

  /// True for points of the ear, which no cap covers.
  private static func isEar(_ p: SIMD3<Float>) -> Bool {
    let y = (p.y - 0.006) / 0.044
    let z = (p.z + 0.064) / 0.038
    return abs(p.x) > 0.066 && y * y + z * z < 1
  }

  func add(to model: inout PersonModel) {
    let mesh = shape.mesh
    let list = mesh.triangles[.skin] ?? []
    let normals = MeshNormals.of(
      points: shape.rest, corners: mesh.corners.map(\.vertex), indices: list)
    addCap(list, normals: normals, to: &model)
    addStrands(list, normals: normals, to: &model)
  }

  /// The strand direction at a place, before it is laid on the skull; y up, z to the front.
  private func comb(_ p: SIMD3<Float>) -> SIMD3<Float> {
    switch persona.hairStyle {
    case .short:
      let crown = SIMD3<Float>(0.01, 0.13, -0.105)
      let away = (p - crown).normalized
      // The front is brushed up and to a side.
      let front = min(1, max(0, (p.z + 0.01) / 0.05))
      return away + SIMD3(-0.35, 0.75, 0.1) * front
    case .sidePart:
      let part: Float = 0.032
      let side: Float = p.x > part ? 1 : -1
      return SIMD3(side, -0.15, -0.35 - 6 * max(0, p.z - 0.01))
    case .shoulderLength:
      let part: Float = 0.012
      let side: Float = p.x > part ? 1 : -1
      return SIMD3(side, -0.5, -0.30)
    case .tiedBack:
      return (SIMD3(0, 0.035, -0.165) - p).normalized
    }
  }

  private func addCap(
    _ list: [Int32], normals: [SIMD3<Float>], to model: inout PersonModel
  ) {
    let mesh = shape.mesh
    var place: [Int32: Int32] = [:]
    var corners: [PersonModel.StiffCorner] = []
    var triangles: [Int32] = []
    for start in stride(from: 0, to: list.count - 2, by: 3) {
      let three = list[start..<start + 3].map { mesh.corners[Int($0)].vertex }
      let isInside = three.allSatisfy {
        let p = shape.canvas[Int($0)]
        return Self.insideHairline(p) > 0.001 && !Self.isEar(p)
      }
      guard isInside else { continue }
      for vertex in three {
        if place[vertex] == nil {
          place[vertex] = Int32(corners.count)
          let i = Int(vertex)
          let inside = Self.insideHairline(shape.canvas[i])
          let ramp = min(1, max(0, inside / 0.03))
          let lift = 0.55 * cut.thickness * ramp.squareRoot()
          let n = normals[i]
          let p = shape.rest[i] + n * lift
          let flow = comb(p)
          let tangent = (flow - n * n.dot(flow)).normalized
          corners.append(
            PersonModel.StiffCorner(
              point: p, normal: n,
              attribute: SIMD4(p.x, p.z, 1, 0.1),
              tangent: tangent, headShare: 1))
        }
        triangles.append(place[vertex] ?? 0)
      }
    }
    model.append(.hair, corners: corners, triangles: triangles)
  }

  private func addStrands(
    _ list: [Int32], normals: [SIMD3<Float>], to model: inout PersonModel
  ) {
    let roots = ScalpSampler(shape: shape, triangles: list, normals: normals)
    var g = SeededGenerator(seed: persona.paintSeed &+ 5)
    var corners: [PersonModel.StiffCorner] = []
    var triangles: [Int32] = []
    for _ in 0..<cut.strands {
      guard let root = roots.draw(&g) else { break }
      grow(from: root, generator: &g, corners: &corners, triangles: &triangles)
    }
    model.append(.hairStrand, corners: corners, triangles: triangles)
  }

  private func grow(
    from root: ScalpSampler.Root, generator g: inout SeededGenerator,
    corners: inout [PersonModel.StiffCorner], triangles: inout [Int32]
  ) {
    let cut = cut
    let ramp = min(1, max(0.15, root.inside / 0.03)).squareRoot()
    let height = cut.thickness * ramp * Float(g.uniform(0.75...1.2)) + 0.001
    var p = root.point + root.normal * (height * 0.7)
    var length = Float(g.uniform(cut.length))
    // Sides and nape are shorter in short cuts.
    if persona.hairStyle == .short || persona.hairStyle == .sidePart, root.point.y < 0.06 {
      length *= 0.45 + 0.55 * max(0, root.point.y / 0.06)
    }
    let step = length / Float(cut.segments)
    let seed = Float(g.uniform(0...100))
    let wander =
      SIMD3<Float>(Float(g.gaussian()), Float(g.gaussian()), Float(g.gaussian())) * 0.10
    let width = cut.width * Float(g.uniform(0.7...1.3))
    let first = Int32(corners.count)
    var d = flow(p, previous: nil) + wander
    for i in 0...cut.segments {
      let t = Float(i) / Float(cut.segments)
      d = d.normalized
      let out = shell.outwards(p)
      let side = d.cross(out).normalized
      let half = width / 2 * (1 - 0.5 * t)
      let thinning = approximatePower(t, cut.fullness)
      for sign in [Float(-1), 1] {
        corners.append(
          PersonModel.StiffCorner(
            point: p + side * (half * sign), normal: (out + side * (0.5 * sign)).normalized,
            attribute: SIMD4(seed + sign, t, 0.6 + 0.4 * t, thinning), tangent: d, headShare: 1,
            isShell: p.y > -0.02))
      }
      if i > 0 {
        let a = first + Int32(2 * i - 2)
        triangles += [a, a + 1, a + 2, a + 2, a + 1, a + 3]
      }
      p += d * step
      p = settled(p, height: height * (0.85 + 0.35 * t), isHeld: t <= cut.held)
      d = d * 0.5 + flow(p, previous: d) * 0.5 + wander * 0.2
    }
  }

  /// Keeps a strand on the hair below while it is held, and outside of the skull always.
  private func settled(_ p: SIMD3<Float>, height: Float, isHeld: Bool) -> SIMD3<Float> {
    let lifted = shell.place(p, height: height)
    let isHanging = persona.hairStyle == .shoulderLength && p.y < 0.03
    let isInside = shell.height(p) < height
    return isInside || isHeld && !isHanging ? lifted : p
  }

  private func flow(_ p: SIMD3<Float>, previous: SIMD3<Float>?) -> SIMD3<Float> {
    let isHanging = p.y < 0.02 && persona.hairStyle == .shoulderLength
    // Long hair falls, and turns in towards the neck.
    if isHanging { return SIMD3(-p.x * 1.2, -1, -0.05) }
    let out = shell.outwards(p)
    let c = comb(p)
    let tangent = c - out * out.dot(c)
    return tangent.length > 1e-4 ? tangent.normalized : previous ?? SIMD3(0, 0, -1)
  }
}
