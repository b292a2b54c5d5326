import SpatialMath

/// Draws a `FacetScene`: exact visibility by linear functions of the viewing ray, textures with
/// two-tap anisotropic filtering, and smooth edges.
///
/// Every quantity on a plane that is divided by depth is linear in the ray (x, y, 1), so a facet is
/// an inverse depth, two texture coordinates and one function an outline edge, each three numbers.
/// They may change from row to row, which gives an exact rolling shutter, and the ray of a pixel
/// comes from a table, which gives exact lens distortion.
///
/// Bound to one thread at a time.
package final class FacetRenderer {
  /// How the sensor is exposed.
  package enum Shutter {
    /// All rows at once.
    case global(FacetView)
    /// A view for each row.
    case rolling([FacetView])

    var middle: FacetView {
      switch self {
      case .global(let view): view
      case .rolling(let views): views[views.count / 2]
      }
    }
    var extremes: [FacetView] {
      switch self {
      case .global(let view): [view]
      case .rolling(let views): [views[0], views[views.count / 2], views[views.count - 1]]
      }
    }
  }

  let scene: FacetScene
  let intrinsics: CameraIntrinsics
  let width: Int, height: Int
  /// Row length of the tables, a multiple of 8.
  let stride: Int
  /// The viewing ray (x, y, 1) of every pixel's middle, in vision axes.
  let rayX: FloatBuffer, rayY: FloatBuffer
  /// The range of rays in each column (x) and in each row (y).
  let columnRays: [ClosedRange<Float>], rowRays: [ClosedRange<Float>]
  /// Depths of the row being drawn.
  let inverseDepth: FloatBuffer
  /// Facet numbers of the last four rows; −1 is nothing.
  let numbers: UnsafeMutablePointer<Int32>
  /// The functions of all facets for the present and the previous row.
  let functions: UnsafeMutablePointer<SIMD3<Float>>
  /// What the inner loops need of each facet and level, free of reference counts.
  let plain: UnsafeMutablePointer<PlainFacet>
  let levels: UnsafeMutablePointer<TextureLevel>
  /// The number of all facets' functions.
  let functionCount: Int
  /// The facets in view, nearest first.
  var visible: [VisibleFacet] = []

  typealias FloatBuffer = UnsafeMutablePointer<Float>

  /// A facet without its outline.
  struct PlainFacet {
    /// Where its functions start.
    var start: Int
    var edgeCount: Int
    var firstLevel: Int, levelCount: Int
    /// Texels a metre of the finest level.
    var density: Float
  }

  /// A facet in view with the box of pixels that it can cover.
  struct VisibleFacet {
    var index: Int
    var distance: Float
    var x0: Int, x1: Int, y0: Int, y1: Int
    /// Projected corners when rows can be cut exactly; empty otherwise.
    var corners: [SIMD2<Float>]
  }

  /// Prepares the tables for a lens.
  package init(scene: FacetScene, intrinsics: CameraIntrinsics) {
    self.scene = scene
    self.intrinsics = intrinsics
    width = intrinsics.width
    height = intrinsics.height
    stride = (width + 7) & ~7
    rayX = .allocate(capacity: stride * height)
    rayY = .allocate(capacity: stride * height)
    inverseDepth = .allocate(capacity: stride)
    numbers = .allocate(capacity: stride * 4)
    for y in 0..<height {
      for x in 0..<stride {
        let n = intrinsics.unproject(Vector2(Double(x) + 0.5, Double(y) + 0.5))
        rayX[y * stride + x] = Float(n.x)
        rayY[y * stride + x] = Float(n.y)
      }
    }
    let (width, height, stride, rayX, rayY) = (width, height, stride, rayX, rayY)
    columnRays = (0..<width).map { x in
      let column = (0..<height).map { rayX[$0 * stride + x] }
      return (column.min() ?? 0)...(column.max() ?? 0)
    }
    rowRays = (0..<height).map { y in
      let row = (0..<width).map { rayY[y * stride + $0] }
      return (row.min() ?? 0)...(row.max() ?? 0)
    }
    plain = .allocate(capacity: max(1, scene.facets.count))
    levels = .allocate(capacity: max(1, scene.levels.count))
    var total = 0
    for (i, facet) in scene.facets.enumerated() {
      let edges = facet.outline.count
      (plain + i).initialize(
        to: PlainFacet(
          start: total, edgeCount: edges, firstLevel: facet.firstLevel,
          levelCount: facet.levelCount, density: facet.density))
      total += 3 + edges
    }
    for (i, level) in scene.levels.enumerated() { (levels + i).initialize(to: level) }
    functionCount = total
    functions = .allocate(capacity: 2 * total)
    functions.initialize(repeating: .zero, count: 2 * total)
  }

  deinit {
    rayX.deallocate()
    rayY.deallocate()
    inverseDepth.deallocate()
    numbers.deallocate()
    functions.deallocate()
    plain.deallocate()
    levels.deallocate()
  }

  /// Draws a picture of packed colours, `width × height`, row after row.
  package func render(_ shutter: Shutter, into output: UnsafeMutablePointer<UInt32>) {
    collectVisible(shutter)
    scene.texels.withUnsafeBufferPointer { texels in
      guard let base = texels.baseAddress else { return }
      for y in 0..<height {
        prepareFunctions(shutter, row: y)
        drawNumbers(row: y)
        shade(row: y, texels: base, into: output + y * width)
        if y > 0 { smoothEdges(row: y - 1, texels: base, into: output + (y - 1) * width) }
      }
      smoothEdges(row: height - 1, texels: base, into: output + (height - 1) * width)
    }
  }

  /// The functions of a row: those of a global shutter are made once.
  func rowFunctions(_ row: Int) -> UnsafeMutablePointer<SIMD3<Float>> {
    functions + (row & 1) * functionCount
  }

  private func prepareFunctions(_ shutter: Shutter, row: Int) {
    switch shutter {
    case .global(let view):
      if row < 2 { writeFunctions(view, row: row) }
    case .rolling(let views):
      writeFunctions(views[row], row: row)
    }
  }

  private func writeFunctions(_ view: FacetView, row: Int) {
    let target = rowFunctions(row)
    for item in visible where row < 2 || row >= item.y0 - 1 && row <= item.y1 + 1 {
      let facet = scene.facets[item.index]
      let start = plain[item.index].start
      let toPlane = facet.normal.dot(facet.origin - view.position)
      let depth = view.act(facet.normal) / toPlane
      let offset = view.position - facet.origin
      let u = view.act(facet.uAxis) + depth * offset.dot(facet.uAxis)
      let v = view.act(facet.vAxis) + depth * offset.dot(facet.vAxis)
      target[start] = depth
      target[start + 1] = u
      target[start + 2] = v
      let outline = facet.outline
      var a = outline[outline.count - 1]
      let sign: Float = Self.signedArea(outline) > 0 ? 1 : -1
      for (i, b) in outline.enumerated() {
        let side = SIMD2(a.y - b.y, b.x - a.x) * sign
        target[start + 3 + i] = u * side.x + v * side.y - depth * side.dot(a)
        a = b
      }
    }
  }

  static func signedArea(_ outline: [SIMD2<Float>]) -> Float {
    var sum: Float = 0
    var a = outline[outline.count - 1]
    for b in outline {
      sum += a.x * b.y - b.x * a.y
      a = b
    }
    return sum / 2
  }
}
