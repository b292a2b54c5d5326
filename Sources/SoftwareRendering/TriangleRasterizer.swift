import SpatialMath

/// A depth buffer with four samples a pixel that remembers which triangle is nearest.
///
/// Vertices are (x, y, inverse depth) in pixels from the top-left corner; larger inverse depth is
/// nearer. Bound to one thread at a time.
package final class TriangleRasterizer {
  /// The four samples of a pixel, in pixels from its middle (a turned grid).
  package static let sampleX = SIMD4<Float>(-0.125, 0.375, -0.375, 0.125)
  package static let sampleY = SIMD4<Float>(-0.375, -0.125, 0.125, 0.375)

  /// Which sides of triangles are drawn.
  package enum Sides { case front, both }

  package let width: Int, height: Int
  /// The triangle of each sample, −1 for none, row after row.
  package let triangles: UnsafeMutablePointer<SIMD4<Int32>>
  private let depths: UnsafeMutablePointer<SIMD4<Float>>
  /// The rows and columns that have been drawn to since the last `clear`.
  package private(set) var drawnRows = 0..<0, drawnColumns = 0..<0

  /// Creates an empty buffer.
  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
    triangles = .allocate(capacity: width * height)
    depths = .allocate(capacity: width * height)
    triangles.initialize(repeating: SIMD4(repeating: -1), count: width * height)
    depths.initialize(repeating: .zero, count: width * height)
  }

  deinit {
    triangles.deallocate()
    depths.deallocate()
  }

  /// Forgets all triangles.
  package func clear() {
    let count = drawnColumns.count
    for y in drawnRows {
      let start = y * width + drawnColumns.lowerBound
      (triangles + start).update(repeating: SIMD4(repeating: -1), count: count)
      (depths + start).update(repeating: .zero, count: count)
    }
    drawnRows = 0..<0
    drawnColumns = 0..<0
  }

  /// Draws triangles.
  ///
  /// Front faces turn counter-clockwise as seen. `coverage` gives the opacity of a pixel, 0…1, by
  /// the triangle and the weights of its second and third vertex; without it all is opaque.
  @inline(__always)
  package func draw(
    vertices: UnsafePointer<SIMD4<Float>>, indices: UnsafeBufferPointer<Int32>,
    firstTriangle: Int32, sides: Sides,
    coverage: ((Int, Float, Float) -> Float)? = nil
  ) {
    for t in 0..<indices.count / 3 {
      let a = vertices[Int(indices[3 * t])]
      let b = vertices[Int(indices[3 * t + 1])]
      let c = vertices[Int(indices[3 * t + 2])]
      // Twice the area, positive when clockwise on the screen (y down).
      let area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
      if area == 0 || area > 0 && sides == .front { continue }
      guard min(a.z, min(b.z, c.z)) > 0 else { continue }
      fill(a, b, c, area: area, number: firstTriangle + Int32(t), triangle: t, coverage)
    }
  }

  @inline(__always)
  private func fill(
    _ a: SIMD4<Float>, _ b: SIMD4<Float>, _ c: SIMD4<Float>, area: Float, number: Int32,
    triangle: Int, _ coverage: ((Int, Float, Float) -> Float)?
  ) {
    let limit = SIMD2(Float(width), Float(height))
    let (left, right) = (min(a.x, min(b.x, c.x)), max(a.x, max(b.x, c.x)))
    let (top, bottom) = (min(a.y, min(b.y, c.y)), max(a.y, max(b.y, c.y)))
    guard right > 0, bottom > 0, left < limit.x, top < limit.y else { return }
    let x0 = Int(max(0, left))
    let x1 = Int(min(limit.x - 1, right))
    let y0 = Int(max(0, top))
    let y1 = Int(min(limit.y - 1, bottom))
    guard x0 <= x1, y0 <= y1 else { return }
    extend(x0, x1, y0, y1)
    let r = 1 / area
    // Weights of b and c as linear functions of the pixel; a has the rest.
    let bx = (c.y - a.y) * r
    let by = (a.x - c.x) * r
    let cx = (a.y - b.y) * r
    let cy = (b.x - a.x) * r
    let startX = Float(x0) + 0.5 - a.x
    let startY = Float(y0) + 0.5 - a.y
    let spreadB = Self.sampleX * bx + Self.sampleY * by
    let spreadC = Self.sampleX * cx + Self.sampleY * cy
    let (dzB, dzC) = (b.z - a.z, c.z - a.z)
    // Shared edges must not leave gaps where both sides round to just outside.
    let slack: Float = -1e-5
    var rowB = bx * startX + by * startY
    var rowC = cx * startX + cy * startY
    for y in y0...y1 {
      var weightB = rowB
      var weightC = rowC
      var place = y * width + x0
      for _ in x0...x1 {
        let wb = spreadB + weightB
        let wc = spreadC + weightC
        let z = wb * dzB + wc * dzC + a.z
        let old = depths[place]
        var mask = (wb .>= slack) .& (wc .>= slack)
        mask = mask .& (wb + wc .<= 1 - slack) .& (z .> old)
        let bits = unsafeBitCast(mask, to: SIMD2<UInt64>.self)
        if bits.x | bits.y != 0 {
          if let coverage {
            let opacity = coverage(triangle, weightB, weightC)
            mask = mask .& (Self.thresholds .< opacity)
          }
          depths[place] = old.replacing(with: z, where: mask)
          triangles[place] = triangles[place].replacing(
            with: SIMD4(repeating: number), where: mask)
        }
        weightB += bx
        weightC += cx
        place += 1
      }
      rowB += by
      rowC += cy
    }
  }

  /// Opacities above which the samples are covered.
  private static let thresholds = SIMD4<Float>(0.2, 0.6, 0.8, 0.4)

  private func extend(_ x0: Int, _ x1: Int, _ y0: Int, _ y1: Int) {
    if drawnRows.isEmpty {
      drawnRows = y0..<y1 + 1
      drawnColumns = x0..<x1 + 1
    } else {
      drawnRows = min(drawnRows.lowerBound, y0)..<max(drawnRows.upperBound, y1 + 1)
      drawnColumns = min(drawnColumns.lowerBound, x0)..<max(drawnColumns.upperBound, x1 + 1)
    }
  }
}
