import SpatialMath

/// A bounded grid of square cells over places of a plane.
struct CellGrid: Sendable {
  private let origin: Vector2
  private let cellSize: Double
  private let perCell: Double
  private let columns: Int
  private let rows: Int

  /// The most cells a side: places farther out belong to the edge.
  private static let mostCells = 160

  /// A grid over places, round their middle when they reach too far.
  init(_ places: [Vector2], cellSize: Double) {
    self.cellSize = cellSize
    perCell = 1 / cellSize
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

  /// The cell of a place, nil outside the grid.
  func cell(within p: Vector2) -> Int? {
    let place = (p - origin) * perCell
    guard place.x >= 0, place.y >= 0, place.x < Double(columns), place.y < Double(rows) else {
      return nil
    }
    return Int(place.y) * columns + Int(place.x)
  }

  /// The middle of a cell.
  func middle(of cell: Int) -> Vector2 {
    origin + Vector2(Double(cell % columns) + 0.5, Double(cell / columns) + 0.5) * cellSize
  }

  /// The cells whose middles lie inside a polygon.
  func cells(inside polygon: ConvexPolygon) -> [Int] {
    var (low, high) = (middle(of: count - 1), middle(of: 0))
    for corner in polygon.corners {
      low = pointwiseMin(low, corner)
      high = pointwiseMax(high, corner)
    }
    let (first, last) = (cell(low), cell(high))
    guard last >= first else { return [] }
    return (first / columns...last / columns).flatMap { row in
      (first % columns...max(first % columns, last % columns)).map { row * columns + $0 }
        .filter { polygon.contains(middle(of: $0)) }
    }
  }

  /// The cells halfway between two.
  func between(_ a: Int, _ b: Int) -> [Int] {
    let (x, y) = (a % columns + b % columns, a / columns + b / columns)
    let low = y / 2 * columns + x / 2
    let high = (y + 1) / 2 * columns + (x + 1) / 2
    return low == high ? [low] : [low, high]
  }

  /// Calls with each cell within a distance of one, itself among them.
  @inline(__always)
  func forNeighbours(of cell: Int, reach: Int = 1, _ body: (Int) -> Void) {
    let (column, row) = (cell % columns, cell / columns)
    for r in max(0, row - reach)...min(rows - 1, row + reach) {
      for c in max(0, column - reach)...min(columns - 1, column + reach) {
        body(r * columns + c)
      }
    }
  }
}
