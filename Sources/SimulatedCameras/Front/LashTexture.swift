import SpatialMath

/// Where a corner of the eyelashes lies along the lid and from root to tip.
struct LashTexture {
  /// By corner: the place along the lid in lashes, and 0 at the root to 1 at the tip.
  private(set) var values: [(Int, SIMD2<Float>)] = []

  init(mesh: HeadMesh) {
    let corners = Set((mesh.triangles[.lashes] ?? []).map { Int($0) }).sorted()
    // Each of the four strips has its own chart; the tips stand out to the front.
    let charts = Dictionary(grouping: corners) { corner -> Int in
      let uv = mesh.corners[corner].texture
      return (uv.x > 0.708 ? 2 : 0) + (uv.y > 0.955 ? 1 : 0)
    }
    for chart in charts.values {
      let v = chart.map { mesh.corners[$0].texture.y }
      guard let low = v.min(), let high = v.max(), high > low else { continue }
      func mean(_ isUpper: Bool) -> Float {
        let part = chart.filter { (mesh.corners[$0].texture.y > (low + high) / 2) == isUpper }
        let sum = part.reduce(Float(0)) { $0 + mesh.positions[Int(mesh.corners[$1].vertex)].z }
        return sum / Float(max(1, part.count))
      }
      let tipIsHigh = mean(true) > mean(false)
      for corner in chart {
        let uv = mesh.corners[corner].texture
        let t = (uv.y - low) / (high - low)
        // About 45 lashes on a lid.
        values.append((corner, SIMD2(uv.x * 900, tipIsHigh ? t : 1 - t)))
      }
    }
  }
}
