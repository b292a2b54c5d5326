import SpatialMath

/// The light on a facet at a coarse grid, read with smooth interpolation.
struct LightMap {
  private let width: Int, height: Int
  private let scale: SIMD2<Float>
  private var cells: [SIMD3<Float>]

  /// Measures the light on a rectangle of a facet, from texture coordinate (0, 0).
  ///
  /// `density` is grid points a metre, at least three along each side; `normals` belong to the left
  /// and the right border, for facets that stand for a curved surface.
  init(
    facet: Facet, size: SIMD2<Float>, density: Float, normals: (SIMD3<Float>, SIMD3<Float>),
    illumination: Illumination, generator: inout SeededGenerator
  ) {
    width = max(3, Int(size.x * density))
    height = max(3, Int(size.y * density))
    scale = SIMD2(Float(width), Float(height)) / size
    let local = illumination.local(center: facet.point(size / 2), radius: size.length / 2)
    cells = []
    cells.reserveCapacity(width * height)
    for y in 0..<height {
      for x in 0..<width {
        let t = (Float(x) + 0.5) / Float(width)
        let p = SIMD2(t * size.x, (Float(y) + 0.5) / Float(height) * size.y)
        let normal = (normals.0 + (normals.1 - normals.0) * t).normalized
        cells.append(
          local.irradiance(at: facet.point(p), normal: normal, using: &generator))
      }
    }
    smooth()
  }

  /// Takes the sampling's noise out: a 1-2-1 mean both ways.
  private mutating func smooth() {
    for _ in 0..<2 {
      let old = cells
      for y in 0..<height {
        for x in 0..<width {
          let l = old[y * width + max(0, x - 1)]
          let r = old[y * width + min(width - 1, x + 1)]
          let u = old[max(0, y - 1) * width + x]
          let d = old[min(height - 1, y + 1) * width + x]
          cells[y * width + x] = old[y * width + x] * 0.5 + (l + r + u + d) * 0.125
        }
      }
    }
  }

  /// The light at a texture coordinate in metres.
  func value(_ p: SIMD2<Float>) -> SIMD3<Float> {
    let q = p * scale - 0.5
    let x = min(max(q.x, 0), Float(width - 1) - 0.001)
    let y = min(max(q.y, 0), Float(height - 1) - 0.001)
    let (ix, iy) = (Int(x), Int(y))
    let fx = x - Float(ix)
    let fy = y - Float(iy)
    let i = iy * width + ix
    let top = cells[i] + (cells[i + 1] - cells[i]) * fx
    let bottom = cells[i + width] + (cells[i + width + 1] - cells[i + width]) * fx
    return top + (bottom - top) * fy
  }
}
