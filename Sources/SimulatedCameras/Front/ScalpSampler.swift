import SpatialMath

/// Draws places on the scalp, evenly by area.
struct ScalpSampler {
  struct Root {
    var point: SIMD3<Float>
    var normal: SIMD3<Float>
    /// How far inside the hairline.
    var inside: Float
  }

  private let shape: HeadShape
  private let normals: [SIMD3<Float>]
  private var scalp: [[Int]] = []
  private var areas: [Double] = []

  init(shape: HeadShape, triangles list: [Int32], normals: [SIMD3<Float>]) {
    self.shape = shape
    self.normals = normals
    var total = 0.0
    for start in stride(from: 0, to: list.count - 2, by: 3) {
      let three = list[start..<start + 3].map { Int(shape.mesh.corners[Int($0)].vertex) }
      let canvas = three.map { shape.canvas[$0] }
      let isScalp = canvas.contains { HairBuilder.insideHairline($0) > 0 && abs($0.x) < 0.079 }
      guard isScalp else { continue }
      let (a, b, c) = (shape.rest[three[0]], shape.rest[three[1]], shape.rest[three[2]])
      total += Double((b - a).cross(c - a).length)
      scalp.append(three)
      areas.append(total)
    }
  }

  /// A place inside the hairline, or nil when none is found.
  func draw(_ g: inout SeededGenerator) -> Root? {
    guard let total = areas.last else { return nil }
    for _ in 0..<50 {
      let pick = g.uniform() * total
      var low = 0
      var high = areas.count - 1
      while low < high {
        let middle = (low + high) / 2
        if areas[middle] < pick { low = middle + 1 } else { high = middle }
      }
      let three = scalp[low]
      var u = Float(g.uniform())
      var v = Float(g.uniform())
      if u + v > 1 { (u, v) = (1 - u, 1 - v) }
      func mix(_ list: [SIMD3<Float>]) -> SIMD3<Float> {
        list[three[0]] * (1 - u - v) + list[three[1]] * u + list[three[2]] * v
      }
      let inside = HairBuilder.insideHairline(mix(shape.canvas))
      if inside > 0 {
        return Root(point: mix(shape.rest), normal: mix(normals).normalized, inside: inside)
      }
    }
    return nil
  }
}
