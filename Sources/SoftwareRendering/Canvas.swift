import SpatialMath

/// A picture in linear light that textures are painted on, measured in metres.
///
/// (0, 0) is the first texel's corner; `u` runs along rows.
package struct Canvas {
  /// Texels a metre.
  package let density: Float
  /// The size in texels.
  package let width: Int, height: Int
  /// The colours, row after row; values may exceed 1.
  package var texels: [SIMD3<Float>]

  /// Creates a white canvas of a size in metres.
  package init(size: SIMD2<Float>, density: Float) {
    width = max(4, Int((size.x * density).rounded(.up)))
    height = max(4, Int((size.y * density).rounded(.up)))
    self.density = density
    texels = Array(repeating: SIMD3(repeating: 1), count: width * height)
  }

  /// The size in metres.
  package var size: SIMD2<Float> { SIMD2(Float(width), Float(height)) / density }

  /// Gives every texel the colour of its middle.
  package mutating func paint(_ color: (_ u: Float, _ v: Float) -> SIMD3<Float>) {
    let step = 1 / density
    for y in 0..<height {
      let v = (Float(y) + 0.5) * step
      for x in 0..<width {
        texels[y * width + x] = color((Float(x) + 0.5) * step, v)
      }
    }
  }

  /// Multiplies every texel by a factor of its middle.
  package mutating func modulate(_ factor: (_ u: Float, _ v: Float) -> Float) {
    let step = 1 / density
    for y in 0..<height {
      let v = (Float(y) + 0.5) * step
      for x in 0..<width {
        texels[y * width + x] *= factor((Float(x) + 0.5) * step, v)
      }
    }
  }

  /// Blends a colour over the texels of a box, by a coverage of 0…1 for each texel's middle.
  private mutating func blend(
    _ color: SIMD3<Float>, from low: SIMD2<Float>, to high: SIMD2<Float>,
    coverage: (SIMD2<Float>) -> Float
  ) {
    let x0 = max(0, Int(low.x * density) - 1)
    let x1 = min(width - 1, Int(high.x * density) + 1)
    let y0 = max(0, Int(low.y * density) - 1)
    let y1 = min(height - 1, Int(high.y * density) + 1)
    guard x0 <= x1, y0 <= y1 else { return }
    for y in y0...y1 {
      for x in x0...x1 {
        let c = coverage(SIMD2(Float(x) + 0.5, Float(y) + 0.5) / density)
        if c > 0 { texels[y * width + x] += (color - texels[y * width + x]) * min(1, c) }
      }
    }
  }

  /// Fills an axis-parallel box with soft edges of one texel.
  package mutating func rectangle(
    _ low: SIMD2<Float>, _ high: SIMD2<Float>, color: SIMD3<Float>, opacity: Float = 1
  ) {
    let d = density
    blend(color, from: low, to: high) { p in
      let inside = min(min(p.x - low.x, high.x - p.x), min(p.y - low.y, high.y - p.y))
      return opacity * min(1, max(0, inside * d + 0.5))
    }
  }

  /// Fills an ellipse with soft edges.
  package mutating func ellipse(
    center: SIMD2<Float>, radii: SIMD2<Float>, color: SIMD3<Float>, opacity: Float = 1
  ) {
    let d = density
    blend(color, from: center - radii, to: center + radii) { p in
      let q = (p - center) / radii
      let inside = (1 - q.length) * min(radii.x, radii.y)
      return opacity * min(1, max(0, inside * d + 0.5))
    }
  }

  /// Draws a ring.
  package mutating func ring(
    center: SIMD2<Float>, radius: Float, width: Float, color: SIMD3<Float>
  ) {
    let d = density
    let reach = SIMD2(repeating: radius + width)
    blend(color, from: center - reach, to: center + reach) { p in
      let inside = width / 2 - abs((p - center).length - radius)
      return min(1, max(0, inside * d + 0.5))
    }
  }

  /// Draws a line with round ends.
  package mutating func line(
    _ a: SIMD2<Float>, _ b: SIMD2<Float>, width: Float, color: SIMD3<Float>, opacity: Float = 1
  ) {
    let d = density
    let axis = b - a
    let scale = 1 / max(axis.lengthSquared, 1e-12)
    let reach = SIMD2(repeating: width)
    let low = pointwiseMin(a, b) - reach
    let high = pointwiseMax(a, b) + reach
    blend(color, from: low, to: high) { p in
      let t = min(1, max(0, (p - a).dot(axis) * scale))
      let inside = width / 2 - (p - a - axis * t).length
      return opacity * min(1, max(0, inside * d + 0.5))
    }
  }

  /// Fills a polygon, convex or not, by the even-odd rule with 3 × 3 samples a texel.
  package mutating func polygon(_ points: [SIMD2<Float>], color: SIMD3<Float>) {
    guard let first = points.first else { return }
    let low = points.reduce(first) { pointwiseMin($0, $1) }
    let high = points.reduce(first) { pointwiseMax($0, $1) }
    let step = 1 / (3 * density)
    blend(color, from: low, to: high) { p in
      var hits = 0
      for j in -1...1 {
        for i in -1...1 {
          let q = p + SIMD2(Float(i), Float(j)) * step
          hits += Self.contains(points, q) ? 1 : 0
        }
      }
      return Float(hits) / 9
    }
  }

  private static func contains(_ points: [SIMD2<Float>], _ p: SIMD2<Float>) -> Bool {
    var inside = false
    var b = points[points.count - 1]
    for a in points {
      if (a.y > p.y) != (b.y > p.y), p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x {
        inside.toggle()
      }
      b = a
    }
    return inside
  }
}
