import SpatialMath

/// What a map's points say about a plane, cell by cell of a grid on it.
///
/// A point near the plane speaks for a surface there. A point seen **through** the plane, from its
/// front to well behind it, speaks against one, which no number of points of other things at the
/// same height can outweigh: the light came that way. A cell that nothing is known of speaks for
/// neither: surfaces have bare stretches, and hidden ones.
struct PlaneEvidence {
  /// A plane with its measures.
  struct Place {
    var basis: PlaneBasis
    /// normal · p of the plane.
    var offset: Double
    /// Points within this distance speak for the plane.
    var band: Double
    /// Whether it is looked at against its normal.
    var isSeenFromBehind: Bool

    /// Creates a place.
    init(
      basis: PlaneBasis, offset: Double, band: Double, isSeenFromBehind: Bool = false
    ) {
      self.basis = basis
      self.offset = offset
      self.band = band
      self.isSeenFromBehind = isSeenFromBehind
    }

    /// How far a point lies before the plane, on the viewers' side.
    func height(_ p: Vector3) -> Double {
      let distance = basis.normal.dot(p) - offset
      return isSeenFromBehind ? -distance : distance
    }
  }

  /// A patch that hangs together: the points' places in the caller's list, and the cells.
  struct Patch {
    var members: [Int] = []
    var cells = 0
  }

  /// The points of a cell.
  private struct Counts {
    /// In the band, and in the band of the same width behind it.
    var near: UInt16 = 0, behind: UInt16 = 0
    /// Seen through the plane, and seen before it, so that they hide it.
    var through: UInt16 = 0, before: UInt16 = 0
  }

  private let grid: CellGrid
  private var cells: [Counts]
  /// The points in the band that may count, with their cells.
  private var candidates: [(index: Int, cell: Int)] = []

  /// A point this many bands, and sigmas, behind the plane was seen through it.
  private static let clearBands = 2.0, clearSigmas = 3.0
  /// A cell is open when so many points were seen through it, and this many times the points in the
  /// band.
  private static let leastThrough: UInt16 = 2, throughShare: UInt16 = 2
  /// A cell is surface when it and its neighbours have this many times more points in the band than
  /// in one of the same width behind: a slice through things that go on behind has as many.
  private static let standingOut = 1.4
  /// The most of an outline that may be open, and the least that must have points near: an angle of
  /// two tables is three quarters full.
  private static let mostOpen = 0.25, leastCovered = 0.7
  /// Cells this far apart still hang together.
  private static let bridge = 2

  /// Weighs points; those at `free` may become members of patches.
  init(
    _ points: [SurfacePoint], on place: Place, grid: CellGrid, free: (Int) -> Bool = { _ in true }
  ) {
    self.grid = grid
    cells = [Counts](repeating: Counts(), count: grid.count)
    for i in points.indices { add(points[i], i, place, free) }
  }

  private mutating func add(
    _ point: SurfacePoint, _ index: Int, _ place: Place, _ free: (Int) -> Bool
  ) {
    let height = place.height(point.position)
    if place.height(point.eye) <= 0 { return }
    if height > place.band {
      if let cell = crossing(from: point.eye, to: point.position, height, place) {
        cells[cell].before &+= 1
      }
      return
    }
    if height >= -place.band {
      guard let cell = grid.cell(within: place.basis.flat(point.position)) else { return }
      cells[cell].near &+= 1
      if free(index) { candidates.append((index, cell)) }
      return
    }
    if height >= -3 * place.band, let cell = grid.cell(within: place.basis.flat(point.position)) {
      cells[cell].behind &+= 1
    }
    let sigma = point.sigma(across: place.basis.normal)
    let clear = max(Self.clearBands * place.band, Self.clearSigmas * sigma)
    guard height < -clear else { return }
    let first = crossing(from: point.eye, to: point.position, height, place)
    if let first { cells[first].through &+= 1 }
    let last = crossing(from: point.lastEye, to: point.position, height, place)
    if let last, last != first { cells[last].through &+= 1 }
  }

  /// The cell in which a line of sight, or its continuation, crosses the plane from its front.
  private func crossing(
    from eye: Vector3, to position: Vector3, _ height: Double, _ place: Place
  ) -> Int? {
    let eyeHeight = place.height(eye)
    guard eyeHeight > max(0, height) + place.band else { return nil }
    let t = eyeHeight / (eyeHeight - height)
    return grid.cell(within: place.basis.flat(eye + (position - eye) * t))
  }

  /// Whether there is no surface in a cell.
  private func isOpen(_ cell: Int) -> Bool {
    let c = cells[cell]
    return c.through >= Self.leastThrough && c.through >= Self.throughShare * c.near
  }

  private func isSurface(_ cell: Int) -> Bool {
    guard !isOpen(cell) else { return false }
    var (n, b) = (0, 0)
    grid.forNeighbours(of: cell) {
      n += Int(cells[$0].near)
      b += Int(cells[$0].behind)
    }
    return Double(n) >= Self.standingOut * Double(b)
  }

  /// The patches of points on the plane that hang together, the one with most cells first.
  ///
  /// Cells count surroundings where points would count texture: one poster does not outvote a
  /// table. Open cells keep patches apart.
  func patches() -> [Patch] {
    var members = [[Int]](repeating: [], count: grid.count)
    var seeds: [Int] = []
    for (index, cell) in candidates where !members[cell].isEmpty || isSurface(cell) {
      if members[cell].isEmpty { seeds.append(cell) }
      members[cell].append(index)
    }
    var isVisited = [Bool](repeating: false, count: grid.count)
    var patches: [Patch] = []
    for seed in seeds where !isVisited[seed] {
      isVisited[seed] = true
      var patch = Patch()
      var frontier = [seed]
      while let cell = frontier.popLast() {
        patch.cells += 1
        patch.members += members[cell]
        grid.forNeighbours(of: cell, reach: Self.bridge) { next in
          guard !isVisited[next], !members[next].isEmpty,
            !grid.between(cell, next).contains(where: isOpen)
          else { return }
          isVisited[next] = true
          frontier.append(next)
        }
      }
      patches.append(patch)
    }
    return patches.enumerated()
      .sorted { ($0.element.cells, $1.offset) > ($1.element.cells, $0.offset) }
      .map(\.element)
  }

  /// The share of an outline's cells in which there is no surface.
  func openShare(of outline: ConvexPolygon) -> Double {
    let cells = grid.cells(inside: outline)
    return cells.isEmpty ? 0 : Double(cells.count(where: isOpen)) / Double(cells.count)
  }

  /// The share of an outline's cells that have points near them, hidden cells left out.
  func coveredShare(of outline: ConvexPolygon) -> Double {
    var (covered, all) = (0, 0)
    for cell in grid.cells(inside: outline) {
      var (isNear, isHidden) = (false, false)
      grid.forNeighbours(of: cell, reach: Self.bridge) {
        isNear = isNear || cells[$0].near > 0
        isHidden = isHidden || cells[$0].before > 0
      }
      guard isNear || !isHidden else { continue }
      all += 1
      if isNear, !isOpen(cell) { covered += 1 }
    }
    return all == 0 ? 0 : Double(covered) / Double(all)
  }

  /// Whether an outline is filled well enough to be one surface.
  func isFilled(_ outline: ConvexPolygon) -> Bool {
    openShare(of: outline) <= Self.mostOpen && coveredShare(of: outline) >= Self.leastCovered
  }

  /// The points in the band over an outline.
  func support(of outline: ConvexPolygon) -> Int {
    grid.cells(inside: outline).reduce(0) { $0 + Int(cells[$1].near) }
  }
}
