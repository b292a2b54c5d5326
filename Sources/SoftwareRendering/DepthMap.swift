import SpatialMath

/// How far a light sees: the nearest surface along parallel rays.
///
/// Bound to one thread at a time.
package final class DepthMap {
  /// Cells along each side.
  package let size: Int
  /// Distance towards the light of the nearest surface, larger is nearer; row after row.
  private let heights: UnsafeMutablePointer<Float>
  /// Cells from scene: two directions in the plane of the map and the one to the light.
  private var axisX = SIMD3<Float>(1, 0, 0), axisY = SIMD3<Float>(0, 1, 0)
  private var toLight = SIMD3<Float>(0, 0, 1)
  private var offset = SIMD2<Float>.zero

  /// Creates an empty map.
  package init(size: Int) {
    self.size = size
    heights = .allocate(capacity: size * size)
    heights.initialize(repeating: -.infinity, count: size * size)
  }

  deinit { heights.deallocate() }

  /// Aims the map at a ball and empties it.
  package func aim(toLight direction: SIMD3<Float>, center: SIMD3<Float>, radius: Float) {
    toLight = direction.normalized
    let helper = abs(toLight.y) < 0.9 ? SIMD3<Float>(0, 1, 0) : SIMD3(1, 0, 0)
    let x = helper.cross(toLight).normalized
    let scale = Float(size) / (2 * radius)
    axisX = x * scale
    axisY = toLight.cross(x) * scale
    let middle = Float(size) / 2
    offset = SIMD2(middle - axisX.dot(center), middle - axisY.dot(center))
    heights.update(repeating: -.infinity, count: size * size)
  }

  /// A point in cells, with its height towards the light.
  @inline(__always)
  private func cell(_ p: SIMD3<Float>) -> SIMD3<Float> {
    SIMD3(axisX.dot(p) + offset.x, axisY.dot(p) + offset.y, toLight.dot(p))
  }

  /// Draws the triangles that face the light; closed bodies need no others.
  package func draw(
    positions: UnsafePointer<SIMD3<Float>>, indices: UnsafeBufferPointer<Int32>
  ) {
    for t in 0..<indices.count / 3 {
      let a = cell(positions[Int(indices[3 * t])])
      let b = cell(positions[Int(indices[3 * t + 1])])
      let c = cell(positions[Int(indices[3 * t + 2])])
      let area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
      if area > 0 { fill(a, b, c, 1 / area) }
    }
  }

  @inline(__always)
  private func fill(_ a: SIMD3<Float>, _ b: SIMD3<Float>, _ c: SIMD3<Float>, _ r: Float) {
    let low = pointwiseMin(a, pointwiseMin(b, c))
    let high = pointwiseMax(a, pointwiseMax(b, c))
    let edge = Float(size) - 1
    guard high.x > 0, high.y > 0, low.x < edge, low.y < edge else { return }
    let x0 = Int(max(0, low.x + 0.5))
    let x1 = Int(min(edge, high.x + 0.5))
    let y0 = Int(max(0, low.y + 0.5))
    let y1 = Int(min(edge, high.y + 0.5))
    guard x0 <= x1, y0 <= y1 else { return }
    // Weights of b and c as linear functions of the cell.
    let (bx, by) = ((c.y - a.y) * r, (a.x - c.x) * r)
    let (cx, cy) = ((a.y - b.y) * r, (b.x - a.x) * r)
    let (dzB, dzC) = (b.z - a.z, c.z - a.z)
    let px = Float(x0) + 0.5 - a.x
    for y in y0...y1 {
      let py = Float(y) + 0.5 - a.y
      var wb = bx * px + by * py
      var wc = cx * px + cy * py
      let row = heights + y * size
      for x in x0...x1 {
        if wb >= -1e-4, wc >= -1e-4, wb + wc <= 1.0001 {
          let z = a.z + wb * dzB + wc * dzC
          if z > row[x] { row[x] = z }
        }
        wb += bx
        wc += cx
      }
    }
  }

  /// The share of light that reaches a point, 0…1, softened over a cell and a half.
  ///
  /// What is nearer to the light by less than `bias`, in metres, does not shade.
  @inline(__always)
  package func light(at p: SIMD3<Float>, bias: Float) -> Float {
    let q = cell(p)
    let x = q.x - 0.5
    let y = q.y - 0.5
    guard x >= 1, y >= 1, x < Float(size) - 3, y < Float(size) - 3 else { return 1 }
    let ix = Int(x)
    let iy = Int(y)
    let fx = x - Float(ix)
    let fy = y - Float(iy)
    let limit = q.z + bias
    // A 3 × 3 tent over the cells, weighted by the place between them.
    let columns = SIMD4<Float>(1 - fx, 1, fx, 0)
    var sum: Float = 0
    for (row, weight) in [(0, 1 - fy), (1, 1), (2, fy)] {
      let start = heights + (iy + row - 1) * size + ix - 1
      let values = SIMD4(start[0], start[1], start[2], 0)
      let lit = SIMD4<Float>.zero.replacing(with: columns, where: values .<= limit)
      sum += weight * lit.sum()
    }
    return sum * 0.25
  }
}
