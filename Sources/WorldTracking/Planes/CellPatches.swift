import SpatialMath

/// A bounded grid of square cells over places of a plane.
struct CellGrid: Sendable {
  private let origin: Vector2
  private let cellSize: Double
  private let columns: Int
  private let rows: Int

  /// The most cells a side: places farther out belong to the edge.
  private static let mostCells = 160

  /// A grid over places, round their middle when they reach too far.
  init(_ places: [Vector2], cellSize: Double) {
    self.cellSize = cellSize
    let half = Vector2(repeating: Double(Self.mostCells) / 2 * cellSize)
    var xs = places.map(\.x)
    var ys = places.map(\.y)
    let middle = Vector2(Statistics.quantile(&xs, 0.5) ?? 0, Statistics.quantile(&ys, 0.5) ?? 0)
    var low = middle
    var high = middle
    for p in places {
      low = pointwiseMin(low, p)
      high = pointwiseMax(high, p)
    }
    low = pointwiseMax(low, middle - half)
    high = pointwiseMin(high, middle + half)
    origin = low
    columns = Int((high.x - low.x) / cellSize) + 1
    rows = Int((high.y - low.y) / cellSize) + 1
  }

  /// The number of cells.
  var count: Int { columns * rows }

  /// The cell of a place.
  func cell(_ p: Vector2) -> Int {
    let column = min(columns - 1, max(0, Int((p.x - origin.x) / cellSize)))
    let row = min(rows - 1, max(0, Int((p.y - origin.y) / cellSize)))
    return row * columns + column
  }

  /// The cells within a distance of one, itself among them.
  func neighbourhood(of cell: Int, reach: Int = 1) -> [Int] {
    let (column, row) = (cell % columns, cell / columns)
    var cells: [Int] = []
    for r in max(0, row - reach)...min(rows - 1, row + reach) {
      for c in max(0, column - reach)...min(columns - 1, column + reach) {
        cells.append(r * columns + c)
      }
    }
    return cells
  }
}

/// Groups points of a plane into patches that hang together, by the cells of a grid they occupy.
///
/// Cells count surroundings where points would count texture: one poster does not outvote a table.
enum CellPatches {
  /// A patch: the points' indices and the number of cells they occupy.
  struct Patch {
    var members: [Int] = []
    var cells = 0
  }

  /// Cells this far apart still hang together: surfaces have bare stretches.
  private static let bridge = 2

  /// The patches of points, given by their cells, the one with most cells first.
  static func find(_ cells: [Int], in grid: CellGrid) -> [Patch] {
    var members = [[Int]](repeating: [], count: grid.count)
    for (i, cell) in cells.enumerated() { members[cell].append(i) }
    var isVisited = [Bool](repeating: false, count: grid.count)
    var patches: [Patch] = []
    for seed in cells where !isVisited[seed] {
      isVisited[seed] = true
      var patch = Patch()
      var frontier = [seed]
      while let cell = frontier.popLast() {
        patch.cells += 1
        patch.members += members[cell]
        for next in grid.neighbourhood(of: cell, reach: bridge)
        where !isVisited[next] && !members[next].isEmpty {
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
}

/// Tells surfaces from slices: nothing is seen just behind a surface, for it hides it, but what is
/// cut by a plane goes on behind it.
struct SliceTest {
  private let grid: CellGrid
  private var near: [Int]
  private var behind: [Int]

  /// A cell is surface when it and its neighbours have this many times more points in the band than
  /// in a band of the same width behind: a slice has as many.
  private static let standingOut = 1.4

  /// A test over a grid without points.
  init(_ grid: CellGrid) {
    self.grid = grid
    near = [Int](repeating: 0, count: grid.count)
    behind = near
  }

  /// Counts a point in the band.
  mutating func addNear(_ cell: Int) { near[cell] += 1 }

  /// Counts a point in the band behind, as seen from the camera.
  mutating func addBehind(_ cell: Int) { behind[cell] += 1 }

  /// Whether a point's surroundings are a surface.
  func isSurface(at cell: Int) -> Bool {
    let (n, b) = grid.neighbourhood(of: cell).reduce(into: (0, 0)) {
      $0.0 += near[$1]
      $0.1 += behind[$1]
    }
    return Double(n) >= Self.standingOut * Double(b)
  }
}
