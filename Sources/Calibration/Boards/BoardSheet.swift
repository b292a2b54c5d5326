import Foundation
import ImageProcessing
import SpatialMath

/// A board as a drawing to print, in millimetres.
package struct BoardSheet: Sendable {
  private let board: CalibrationBoard
  /// White around the pattern, as a part of the edge: detectors need a border.
  private static let margin = 1.0

  /// Draws a board.
  package init(board: CalibrationBoard) { self.board = board }

  /// Black rectangles, metres, in the board's own axes.
  package var rectangles: [(origin: Vector2, size: Vector2)] {
    switch board.pattern {
    case .chessboard:
      // The first inner corner is the origin; the square to the right of it and below is black.
      return (-1..<board.rows).flatMap { row in
        (-1..<board.columns).filter { ($0 + row) % 2 == 0 }.map { column in
          (
            Vector2(Double(column) * board.edge, Double(row) * board.edge),
            Vector2(board.edge, board.edge)
          )
        }
      }
    case .tags: return (0..<board.columns * board.rows).flatMap(tag)
    }
  }

  private func tag(_ number: Int) -> [(origin: Vector2, size: Vector2)] {
    guard let (side, cells) = TagDetector.cells(of: number),
      let corner = board.cornersOfTag(number).first
    else { return [] }
    // The outermost ring is white paper; the black border begins one cell inside.
    let cell = board.edge / Double(side - 2)
    return cells.indices.filter { cells[$0] }.map { index in
      (
        Vector2(
          corner.x + Double(index % side - 1) * cell, corner.y + Double(index / side - 1) * cell),
        Vector2(cell, cell)
      )
    }
  }

  /// The sheet as SVG with its size in millimetres, to be printed at 100 %.
  package var svg: String {
    let black = rectangles
    let margin = Self.margin * board.edge
    let left = (black.map(\.origin.x).min() ?? 0) - margin
    let top = (black.map(\.origin.y).min() ?? 0) - margin
    let right = (black.map { $0.origin.x + $0.size.x }.max() ?? 0) + margin
    let bottom = (black.map { $0.origin.y + $0.size.y }.max() ?? 0) + margin
    func mm(_ metres: Double) -> String {
      String(format: "%.4g", locale: Locale(identifier: "C"), metres * 1000)
    }
    let (width, height) = (mm(right - left), mm(bottom - top))
    var text = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)mm\" "
    text += "height=\"\(height)mm\" viewBox=\"0 0 \(width) \(height)\">\n"
    text += "<title>\(board.description): print at 100 %, glue on something flat</title>\n"
    text += "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    // Crisp edges: neighbours must not show a line between them.
    text += "<g fill=\"black\" shape-rendering=\"crispEdges\">\n"
    for rectangle in black {
      text += "<rect x=\"\(mm(rectangle.origin.x - left))\" y=\"\(mm(rectangle.origin.y - top))\" "
      text += "width=\"\(mm(rectangle.size.x))\" height=\"\(mm(rectangle.size.y))\"/>\n"
    }
    return text + "</g>\n</svg>\n"
  }
}
