import SpatialMath

/// Finds level surfaces among points, the direction of gravity known.
///
/// Heights are scanned for levels where many cells of a grid are occupied, hang together, and stand
/// out against what lies just below: a slice through a poster on a wall does not, for the poster
/// goes on below.
package struct LevelFinder {
  /// The points seen from above (or below), as the scan needs them.
  private struct Scan {
    /// Indices into the caller's points, by rising height.
    var order: [Int] = []
    /// The other way round: places in `order`, −1 for points seen from the other side.
    var ranks: [Int] = []
    /// By place in `order`: the height, the place along the basis, the grid cell.
    var heights: [Double] = []
    var flats: [Vector2] = []
    var cells: [Int] = []
    /// By place in `order`: still to be given to a level.
    var isFree: [Bool] = []
    var grid: CellGrid

    /// Whether a point, by its place in the caller's list, may join a level.
    func isFree(point: Int) -> Bool { ranks[point] >= 0 && isFree[ranks[point]] }
  }

  private let basis: PlaneBasis
  private let depth: Double

  /// Points within this distance belong to a level, of the depth: well-known points have depth
  /// sigmas of 1–2 %.
  static let band = 0.015
  /// The grid's cells, of the depth.
  static let cell = 0.06
  /// Fewer points, or cells, support no surface: three books on a table give six points at one
  /// height.
  private static let leastPoints = 15
  private static let leastCells = 8
  /// The narrower side of a surface's rectangle, of the depth: less is an edge or a slice.
  private static let leastWidth = 0.12
  /// A level is the lower one's clutter when it lies this close above it, of the depth, and the
  /// lower one has this share of its cells, and overlaps.
  private static let clutterHeight = 0.12
  private static let clutterShare = 0.5
  private static let clutterOverlap = 0.3
  private static let mostLevels = 5
  /// Heights looked at closely for one level.
  private static let mostTries = 12

  /// Creates a finder; outlines are given along the basis, whose normal is up.
  ///
  /// `depth` is the median depth of the scene, the measure of all sizes.
  package init(basis: PlaneBasis, depth: Double) {
    self.basis = basis
    self.depth = depth
  }

  /// The levels seen from above, or, when asked, the ceilings seen from below; the one with most
  /// cells first.
  ///
  /// Complexity: O(n log n + heights · points in a band).
  package func levels(in points: [SurfacePoint], isSeenFromBelow: Bool = false) -> [Surface] {
    var scan = scan(points, isSeenFromBelow)
    var found: [Surface] = []
    while found.count < Self.mostLevels {
      guard let level = strongest(points, scan, isSeenFromBelow) else { break }
      let lower = isSeenFromBelow ? nil : lowerRival(of: level, points, scan)
      let taken = lower ?? level
      found.append(taken)
      // What lies on the lower one is clutter, not another surface.
      take(taken, from: &scan)
      if lower != nil { take(level, from: &scan) }
    }
    return found.filter { level in !found.contains { isClutter(level, on: $0) } }
      .sorted { $0.cells > $1.cells }
  }

  /// Whether a level just above a larger one is what lies on it.
  private func isClutter(_ level: Surface, on larger: Surface) -> Bool {
    let gap = level.offset - larger.offset
    return gap > 0 && gap < Self.clutterHeight * depth && level.cells < larger.cells
      && level.outline.intersection(larger.outline).area
        > Self.clutterShare * level.outline.area
  }

  private func scan(_ points: [SurfacePoint], _ isSeenFromBelow: Bool) -> Scan {
    let up = basis.normal
    let seen = points.indices.filter {
      ((points[$0].eye - points[$0].position).dot(up) < 0) == isSeenFromBelow
    }
    let order = seen.sorted {
      (up.dot(points[$0].position), $0) < (up.dot(points[$1].position), $1)
    }
    let flats = order.map { basis.flat(points[$0].position) }
    let grid = CellGrid(flats, cellSize: Self.cell * depth)
    var ranks = [Int](repeating: -1, count: points.count)
    for (rank, index) in order.enumerated() { ranks[index] = rank }
    return Scan(
      order: order, ranks: ranks, heights: order.map { up.dot(points[$0].position) }, flats: flats,
      cells: flats.map(grid.cell), isFree: [Bool](repeating: true, count: order.count), grid: grid)
  }

  /// Removes a level's band over its outline.
  private func take(_ level: Surface, from scan: inout Scan) {
    let band = 1.5 * Self.band * depth
    for i in scan.order.indices
    where abs(scan.heights[i] - level.offset) < band && level.outline.contains(scan.flats[i]) {
      scan.isFree[i] = false
    }
  }

  /// The level with the most cells.
  private func strongest(
    _ points: [SurfacePoint], _ scan: Scan, _ isSeenFromBelow: Bool
  ) -> Surface? {
    var best: Surface?
    var tried: [Double] = []
    for height in promisingHeights(scan) {
      guard height.cells > best?.cells ?? 0, tried.count < Self.mostTries else { break }
      // Half a band away is the same try.
      if tried.contains(where: { abs($0 - height.height) < 0.6 * Self.band * depth }) { continue }
      tried.append(height.height)
      if let level = level(points, scan, around: height.height, isSeenFromBelow),
        level.cells > best?.cells ?? 0
      {
        best = level
      }
    }
    return best
  }

  /// Heights at steps of half a band with the cells occupied in the band round them, most first.
  private func promisingHeights(_ scan: Scan) -> [(height: Double, cells: Int)] {
    let free = scan.order.indices.filter { scan.isFree[$0] }
    guard let lowest = free.first, let highest = free.last else { return [] }
    let band = Self.band * depth
    var stamps = [Int](repeating: -1, count: scan.grid.count)
    var result: [(height: Double, cells: Int)] = []
    var first = 0
    var step = 0
    while true {
      let height = scan.heights[lowest] + Double(step) * band / 2
      guard height <= scan.heights[highest] else { break }
      while first < free.count, scan.heights[free[first]] < height - band { first += 1 }
      var cells = 0
      var points = 0
      var i = first
      while i < free.count, scan.heights[free[i]] <= height + band {
        points += 1
        if stamps[scan.cells[free[i]]] != step {
          stamps[scan.cells[free[i]]] = step
          cells += 1
        }
        i += 1
      }
      if points >= Self.leastPoints, cells >= Self.leastCells { result.append((height, cells)) }
      step += 1
    }
    return result.sorted { ($0.cells, $1.height) > ($1.cells, $0.height) }
  }

  /// A lower level almost as strong, just below and under the same place.
  private func lowerRival(
    of level: Surface, _ points: [SurfacePoint], _ scan: Scan
  ) -> Surface? {
    var below = scan
    let highest = level.offset - 2 * Self.band * depth
    let lowest = level.offset - Self.clutterHeight * depth
    for i in below.order.indices where below.heights[i] > highest || below.heights[i] < lowest {
      below.isFree[i] = false
    }
    guard let rival = strongest(points, below, false),
      Double(rival.cells) >= Self.clutterShare * Double(level.cells),
      rival.outline.intersection(level.outline).area
        > Self.clutterOverlap * min(rival.outline.area, level.outline.area)
    else { return nil }
    return rival
  }

  /// The largest patch of points near a height as a level, when it is surface enough.
  private func level(
    _ points: [SurfacePoint], _ scan: Scan, around height: Double, _ isSeenFromBelow: Bool
  ) -> Surface? {
    let evidence = PlaneEvidence(
      points,
      on: .init(
        basis: basis, offset: height, band: Self.band * depth, isSeenFromBehind: isSeenFromBelow),
      grid: scan.grid, free: { scan.isFree(point: $0) })
    guard let patch = evidence.patches().first,
      patch.members.count >= Self.leastPoints, patch.cells >= Self.leastCells
    else { return nil }
    let outline = ConvexPolygon(hullOf: patch.members.map { basis.flat(points[$0].position) })
    guard let rectangle = outline.minimumRectangle(),
      min(rectangle.width, rectangle.height) >= Self.leastWidth * depth,
      evidence.isFilled(outline)
    else { return nil }
    let own = patch.members.sorted()
    let side: Double = isSeenFromBelow ? -1 : 1
    let heights = own.map { side * basis.normal.dot(points[$0].position) }
    guard let offset = SurfaceHeight.find(heights, band: Self.band * depth) else { return nil }
    return Surface(offset: side * offset, members: own, cells: patch.cells, outline: outline)
  }
}
