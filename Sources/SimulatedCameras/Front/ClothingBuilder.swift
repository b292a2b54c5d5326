import Foundation
import SoftwareRendering
import SpatialMath

/// Dresses the body in a knitted crew-neck: the body's own surface, lifted, with a ribbed collar.
struct ClothingBuilder {
  private let shape: HeadShape
  private let neck: SIMD3<Float>
  private let up: SIMD3<Float>, front: SIMD3<Float>

  private let folds = LatticeNoise(seed: 3)

  /// How far the cloth lies over the skin, metres.
  private static let lift: Float = 0.007
  /// The collar's height over the neck's root at its middle, and its slope to the front.
  private static let collarHeight: Float = 0.012, collarSlope: Float = 0.42
  private static let collarRadius: Float = 0.0075

  init(shape: HeadShape) {
    self.shape = shape
    let body = shape.uprightFromFace.inverse
    up = SIMD3<Float>(body.act(Vector3(0, 1, 0)))
    front = SIMD3<Float>(body.act(Vector3(0, 0, 1)))
    let mesh = shape.mesh
    neck = mesh.middle(of: "joint-neck", in: shape.rest)
  }

  /// How far a point is above the plane of the collar.
  private func height(_ p: SIMD3<Float>) -> Float {
    let d = p - neck
    return (up.dot(d) + Self.collarSlope * front.dot(d)) - Self.collarHeight
  }

  /// True for skin that is surely covered.
  func hides(_ vertex: Int) -> Bool { height(shape.rest[vertex]) < -0.02 }

  func add(to model: inout PersonModel) {
    let mesh = shape.mesh
    let list = mesh.triangles[.skin] ?? []
    let normals = MeshNormals.of(
      points: shape.rest, corners: mesh.corners.map(\.vertex), indices: list)
    var place: [Int32: Int32] = [:]
    var corners: [PersonModel.StiffCorner] = []
    var triangles: [Int32] = []
    var rim: [SIMD3<Float>] = []
    for start in stride(from: 0, to: list.count - 2, by: 3) {
      let three = list[start..<start + 3].map { mesh.corners[Int($0)].vertex }
      let heights = three.map { height(shape.rest[Int($0)]) }
      guard heights.contains(where: { $0 < 0 }) else { continue }
      for vertex in three {
        if place[vertex] == nil {
          place[vertex] = Int32(corners.count)
          let corner = cover(Int(vertex), normal: normals[Int(vertex)])
          if height(shape.rest[Int(vertex)]) >= 0 { rim.append(corner.point) }
          corners.append(corner)
        }
        triangles.append(place[vertex] ?? 0)
      }
    }
    model.append(.cloth, corners: corners, triangles: triangles)
    addCollar(rim, to: &model)
  }

  private func cover(_ vertex: Int, normal: SIMD3<Float>) -> PersonModel.StiffCorner {
    var p = shape.rest[vertex] + normal * Self.lift
    let over = height(p)
    // What reaches over the collar slides down along the neck.
    if over > 0 { p -= up * over }
    let d = p - neck
    let across = up.cross(front)
    // Texture in metres round and along the body.
    let around = 0.13 * Float(atan2(Double(across.dot(d)), Double(front.dot(d))))
    // Broad folds lean the surface.
    let height = up.dot(d)
    let fold = across * (0.22 * folds.value(around * 18 + 5, height * 10))
    let rise = up * (0.16 * folds.value(around * 9 - 3, height * 24))
    return PersonModel.StiffCorner(
      point: p, normal: (normal + fold + rise).normalized,
      attribute: SIMD4(around, height, 1, 0), headShare: shape.headShare[vertex] * 0.6)
  }

  /// A tube along the rim, sorted by angle about the neck.
  private func addCollar(_ rim: [SIMD3<Float>], to model: inout PersonModel) {
    let across = up.cross(front)
    let count = 40
    // The rim's mean distance from the neck's axis in each direction.
    var radii = [Float](repeating: 0, count: count)
    var weights = [Float](repeating: 1e-6, count: count)
    for p in rim {
      let d = p - neck
      let angle = atan2(Double(across.dot(d)), Double(front.dot(d)))
      let radius = (d - up * up.dot(d)).length
      for i in 0..<count {
        let difference = remainder(angle - 2 * .pi * Double(i) / Double(count), 2 * .pi)
        let weight = Float(exp(-difference * difference * 18))
        radii[i] += weight * radius
        weights[i] += weight
      }
    }
    var corners: [PersonModel.StiffCorner] = []
    var triangles: [Int32] = []
    let sides = 8
    // The seam is at the back; the first ring comes again as the last, for the texture.
    for i in 0...count {
      let step = (i + count / 2) % count
      let angle = 2 * .pi * Double(step) / Double(count)
      let out = front * Float(cos(angle)) + across * Float(sin(angle))
      let radius = radii[step] / weights[step] + 0.001
      // On the collar's plane, just over its border.
      var center = neck + out * radius
      center -= up * height(center)
      for j in 0..<sides {
        let turn = 2 * .pi * Double(j) / Double(sides)
        let normal = out * Float(cos(turn)) + up * Float(sin(turn))
        corners.append(
          PersonModel.StiffCorner(
            point: center + (out * Float(cos(turn)) * 0.7 + up * Float(sin(turn)) * 1.3)
              * Self.collarRadius,
            normal: normal, attribute: SIMD4(Float(i) * 0.011, Float(j) * 0.004, 1, 1),
            headShare: 0.12))
        guard i < count else { continue }
        let a = Int32(i * sides + j)
        let b = Int32(i * sides + (j + 1) % sides)
        let c = Int32((i + 1) * sides + j)
        let d = Int32((i + 1) * sides + (j + 1) % sides)
        triangles += [a, c, b, b, c, d]
      }
    }
    model.append(.cloth, corners: corners, triangles: triangles)
  }
}
