import SpatialMath

extension FacetRenderer {
  /// Nearer corners than this make a facet cover its whole box of rows, metres.
  private static let nearest: Float = 0.05

  /// Finds the facets in view and sorts them by distance.
  func collectVisible(_ shutter: Shutter) {
    visible.removeAll(keepingCapacity: true)
    let views = shutter.extremes
    // Projections ignore distortion and the motion between the extremes: the boxes grow instead.
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

  private func extend(_ item: inout VisibleFacet, facet: Facet, view: FacetView) {
    var corners: [SIMD2<Float>] = []
    for corner in facet.corners {
      let p = view.act(corner - view.position)
      item.distance = min(item.distance, p.length)
      guard p.z > Self.nearest else {
        (item.x0, item.y0, item.x1, item.y1) = (0, 0, width - 1, height - 1)
        item.corners = []
        return
      }
      guard
        let pixel = intrinsics.project(Vector3(Double(p.x), Double(p.y), Double(p.z)))
      else { return }
      let limit = 1e6
      let x = Float(max(-limit, min(limit, pixel.x)))
      let y = Float(max(-limit, min(limit, pixel.y)))
      corners.append(SIMD2(x, y))
      item.x0 = min(item.x0, Int(x.rounded(.down)))
      item.x1 = max(item.x1, Int(x.rounded(.up)))
      item.y0 = min(item.y0, Int(y.rounded(.down)))
      item.y1 = max(item.y1, Int(y.rounded(.up)))
    }
    item.corners = corners
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
