import SpatialMath

/// A flat pattern of known size.
package struct CalibrationBoard: Sendable, Equatable {
  /// The kinds of patterns.
  package enum Pattern: Sendable, Equatable {
    /// Squares; the board's columns and rows count inner corners.
    case chessboard
    /// AprilTags 36h11 with white between them, numbered row by row from 0; the board's columns and
    /// rows count tags. The gap from tag to tag in metres.
    case tags(gap: Double)
  }

  /// The pattern.
  package var pattern: Pattern
  /// Across and down.
  package var columns: Int, rows: Int
  /// The edge of a square or of a tag's black border, metres.
  package var edge: Double

  /// Creates a board.
  package init(pattern: Pattern, columns: Int, rows: Int, edge: Double) {
    self.pattern = pattern
    self.columns = columns
    self.rows = rows
    self.edge = edge
  }

  /// The tags of the family 36h11.
  static let tagCount = 587
  private static let advice =
    "a board is chessboard:COLUMNSxROWS:MILLIMETRES, inner corners and a square's edge, such as "
    + "chessboard:9x6:25, or apriltag:COLUMNSxROWS:MILLIMETRES:GAP, such as apriltag:6x4:40:12"

  /// Reads `chessboard:9x6:25` or `apriltag:6x4:40:12`.
  package init(_ text: String) throws(CalibrationError) {
    let parts = text.lowercased().split(separator: ":", omittingEmptySubsequences: false)
    let counts = parts.count > 1 ? parts[1].split(separator: "x").map { Int($0) } : []
    let lengths = parts.dropFirst(2).map { Double($0) ?? 0 }
    guard counts.count == 2, let columns = counts[0], let rows = counts[1],
      lengths.allSatisfy({ $0 > 0 && $0 < 10_000 })
    else { throw .badBoard("'\(text)' is no board; \(Self.advice)") }
    switch (parts[0], lengths.count) {
    case ("chessboard", 1):
      guard (3...40).contains(columns), (3...40).contains(rows) else {
        throw .badBoard("a chessboard has 3 to 40 inner corners a side, found \(parts[1])")
      }
      self.init(pattern: .chessboard, columns: columns, rows: rows, edge: lengths[0] / 1000)
    case ("apriltag", 2):
      guard columns > 0, rows > 0, columns <= Self.tagCount, rows <= Self.tagCount,
        (4...Self.tagCount).contains(columns * rows)
      else {
        throw .badBoard("a tag board has 4 to \(Self.tagCount) tags, found \(parts[1])")
      }
      self.init(
        pattern: .tags(gap: lengths[1] / 1000), columns: columns, rows: rows,
        edge: lengths[0] / 1000)
    default: throw .badBoard("'\(text)' is no board; \(Self.advice)")
    }
  }

  /// The board as it is written.
  package var description: String {
    func millimetres(_ metres: Double) -> String {
      let value = (metres * 1e6).rounded() / 1000
      return value == value.rounded() ? "\(Int(value))" : "\(value)"
    }
    switch pattern {
    case .chessboard: return "chessboard:\(columns)x\(rows):\(millimetres(edge))"
    case .tags(let gap):
      return "apriltag:\(columns)x\(rows):\(millimetres(edge)):\(millimetres(gap))"
    }
  }

  /// Whether a view tells which way up the board is: a chessboard whose corners across and down are
  /// both odd or both even looks the same upside down.
  package var hasUpAndDown: Bool {
    if case .chessboard = pattern { return (columns + rows) % 2 == 1 }
    return true
  }

  /// The points of a whole board, metres: +X to the right, +Y down, the first one at the origin.
  package var points: [Vector3] {
    switch pattern {
    case .chessboard:
      return (0..<rows).flatMap { row in
        (0..<columns).map { Vector3(Double($0) * edge, Double(row) * edge, 0) }
      }
    case .tags: return (0..<columns * rows).flatMap(cornersOfTag)
    }
  }

  /// A tag's corners: top left, top right, bottom right, bottom left.
  func cornersOfTag(_ number: Int) -> [Vector3] {
    guard case .tags(let gap) = pattern else { return [] }
    let x = Double(number % columns) * (edge + gap)
    let y = Double(number / columns) * (edge + gap)
    return [(0, 0), (1, 0), (1, 1), (0, 1)].map {
      Vector3(x + $0.0 * edge, y + $0.1 * edge, 0)
    }
  }

  /// The width and height of the pattern's points, metres.
  package var extent: Vector2 {
    let all = points
    return Vector2(all.map(\.x).max() ?? 0, all.map(\.y).max() ?? 0)
  }
}
