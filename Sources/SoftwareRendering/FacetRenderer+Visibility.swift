import SpatialMath

extension FacetRenderer {
  /// What is nearer than this is not drawn, metres.
  private static let nearest: Float = 0.05

  /// Finds the facets in view and sorts them by distance.
  func collectVisible(_ shutter: Shutter) {
    visible.removeAll(keepingCapacity: true)
    let views = shutter.extremes
    // Corners ignore distortion and the motion between the extremes: only boxes are used then, and
    // they grow a little.
    let exact = views.count == 1 && intrinsics.distortion == .none
    let margin = exact ? 1 : 2 + width / 50
    for (index, facet) in scene.facets.enumerated() {
      let normal = facet.normal
      guard views.contains(where: { normal.dot($0.position - facet.origin) > 1e-4 }) else {
        continue
      }
      var item = VisibleFacet(
        index: index, distance: .infinity, x0: width, x1: -1, y0: height, y1: -1, corners: [])
      for view in views { extend(&item, facet: facet, view: view) }
      item.x0 = max(0, item.x0 - margin)
      item.y0 = max(0, item.y0 - margin)
      item.x1 = min(width - 1, item.x1 + margin)
      item.y1 = min(height - 1, item.y1 + margin)
      if !exact { item.corners = [] }
      if item.x0 <= item.x1, item.y0 <= item.y1 { visible.append(item) }
    }
    visible.sort { $0.distance < $1.distance }
  }

  /// Grows an item's box by what a facet can cover in a view.
  private func extend(_ item: inout VisibleFacet, facet: Facet, view: FacetView) {
    let corners = Self.clipped(facet.corners.map { view.act($0 - view.position) })
    guard !corners.isEmpty else { return }
    var low = SIMD2<Float>(repeating: .infinity)
    var high = -low
    item.corners = []
    for p in corners {
      item.distance = min(item.distance, p.length)
      let ray = SIMD2(p.x, p.y) / p.z
      low = pointwiseMin(low, ray)
      high = pointwiseMax(high, ray)
      item.corners.append(pinhole(ray))
    }
    if intrinsics.distortion == .none {
      let (a, b) = (pinhole(low), pinhole(high))
      item.x0 = min(item.x0, Int(a.x.rounded(.down)))
      item.x1 = max(item.x1, Int(b.x.rounded(.up)))
      item.y0 = min(item.y0, Int(a.y.rounded(.down)))
      item.y1 = max(item.y1, Int(b.y.rounded(.up)))
    } else {
      item.x0 = min(item.x0, columnRays.firstIndex { $0.upperBound >= low.x } ?? width)
      item.x1 = max(item.x1, columnRays.lastIndex { $0.lowerBound <= high.x } ?? -1)
      item.y0 = min(item.y0, rowRays.firstIndex { $0.upperBound >= low.y } ?? height)
      item.y1 = max(item.y1, rowRays.lastIndex { $0.lowerBound <= high.y } ?? -1)
    }
  }

  /// The pixel of a ray without distortion, kept within what an integer holds.
  private func pinhole(_ ray: SIMD2<Float>) -> SIMD2<Float> {
    let limit: Float = 1e6
    let x = Float(intrinsics.fx) * ray.x + Float(intrinsics.cx)
    let y = Float(intrinsics.fy) * ray.y + Float(intrinsics.cy)
    return SIMD2(max(-limit, min(limit, x)), max(-limit, min(limit, y)))
  }

  /// The part of a convex polygon before the nearest distance (Sutherland and Hodgman 1974).
  private static func clipped(_ polygon: [SIMD3<Float>]) -> [SIMD3<Float>] {
    if polygon.allSatisfy({ $0.z > nearest }) { return polygon }
    var result: [SIMD3<Float>] = []
    guard var a = polygon.last else { return [] }
    for b in polygon {
      if (a.z > nearest) != (b.z > nearest) {
        result.append(a + (b - a) * ((nearest - a.z) / (b.z - a.z)))
      }
      if b.z > nearest { result.append(b) }
      a = b
    }
    return result
  }

  /// The columns that a facet can cover in a row.
  @inline(__always)
  private func columns(of item: VisibleFacet, row: Int) -> (Int, Int) {
    guard item.x1 - item.x0 > 16, let last = item.corners.last else { return (item.x0, item.x1) }
    let low = Float(row) - 0.5
    let high = Float(row) + 1.5
    var minimum = Float.infinity
    var maximum = -Float.infinity
    var a = last
    for b in item.corners {
      let top = min(a.y, b.y)
      let bottom = max(a.y, b.y)
      if bottom >= low && top <= high {
        let slope = (b.x - a.x) / (abs(b.y - a.y) > 1e-6 ? b.y - a.y : 1e-6)
        let flat = abs(b.y - a.y) <= 1e-6
        let x0 = flat ? a.x : a.x + (max(low, top) - a.y) * slope
        let x1 = flat ? b.x : a.x + (min(high, bottom) - a.y) * slope
        minimum = min(minimum, min(x0, x1))
        maximum = max(maximum, max(x0, x1))
      }
      a = b
    }
    guard minimum <= maximum else { return (1, 0) }
    let x0 = max(Float(item.x0), minimum - 1)
    let x1 = min(Float(item.x1), maximum + 1)
    return x0 <= x1 ? (Int(x0), Int(x1)) : (1, 0)
  }

  /// Writes the number of the nearest facet of each pixel of a row.
  func drawNumbers(row: Int) {
    let numberRow = numbers + (row & 3) * stride
    for x in 0..<stride {
      inverseDepth[x] = 0
      numberRow[x] = -1
    }
    let functions = rowFunctions(row)
    for item in visible where row >= item.y0 && row <= item.y1 {
      let (x0, x1) = columns(of: item, row: row)
      guard x0 <= x1 else { continue }
      let start = plain[item.index].start
      let count = plain[item.index].edgeCount
      fill(
        numberRow, from: x0 & ~7, through: x1, row: row, number: Int32(item.index),
        functions: functions + start, edgeCount: count)
    }
  }

  @inline(__always)
  private func fill(
    _ numberRow: UnsafeMutablePointer<Int32>, from x0: Int, through x1: Int, row: Int,
    number: Int32, functions: UnsafeMutablePointer<SIMD3<Float>>, edgeCount: Int
  ) {
    let rays = UnsafeRawPointer(rayX + row * stride)
    let rayRows = UnsafeRawPointer(rayY + row * stride)
    let depths = UnsafeMutableRawPointer(inverseDepth)
    let targets = UnsafeMutableRawPointer(numberRow)
    let depth = functions[0]
    var x = x0
    while x <= x1 {
      let byte = x * 4
      let rx = rays.loadUnaligned(fromByteOffset: byte, as: SIMD8<Float>.self)
      let ry = rayRows.loadUnaligned(fromByteOffset: byte, as: SIMD8<Float>.self)
      let iz = rx * depth.x + (ry * depth.y + depth.z)
      let old = depths.loadUnaligned(fromByteOffset: byte, as: SIMD8<Float>.self)
      var mask = iz .> old
      if Self.isAny(mask) {
        for e in 0..<edgeCount {
          let f = functions[3 + e]
          mask = mask .& (rx * f.x + (ry * f.y + f.z) .>= 0)
        }
        if Self.isAny(mask) {
          depths.storeBytes(
            of: old.replacing(with: iz, where: mask), toByteOffset: byte, as: SIMD8<Float>.self)
          let former = targets.loadUnaligned(fromByteOffset: byte, as: SIMD8<Int32>.self)
          targets.storeBytes(
            of: former.replacing(with: SIMD8(repeating: number), where: mask), toByteOffset: byte,
            as: SIMD8<Int32>.self)
        }
      }
      x += 8
    }
  }

  /// True when any lane is set; the standard library's `any` is a chain of scalar comparisons.
  @inline(__always)
  private static func isAny(_ mask: SIMDMask<SIMD8<Int32>>) -> Bool {
    let words = unsafeBitCast(mask, to: SIMD4<UInt64>.self)
    return (words.x | words.y | words.z | words.w) != 0
  }
}
