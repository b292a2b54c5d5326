import SpatialMath

/// Points of a board as one picture shows them.
package struct BoardView: Sendable, Equatable {
  /// Points of the board, metres.
  package var points: [Vector3]
  /// Where they are seen, pixels from the corner of the top left pixel.
  package var places: [Vector2]
  /// The picture's size.
  package var width: Int, height: Int

  /// Creates a view.
  package init(points: [Vector3], places: [Vector2], width: Int, height: Int) {
    precondition(points.count == places.count, "every point has its place")
    self.points = points
    self.places = places
    self.width = width
    self.height = height
  }

  /// Where the corners of a rectangle on the board are seen, as parts of the picture's width: what
  /// tells one view from another.
  ///
  /// - Parameter extent: the rectangle's width and height, metres.
  /// - Returns: the four corners; nil for too few points or points in a line.
  package func outline(extent: Vector2) -> [Vector2]? {
    guard points.count >= 4 else { return nil }
    // A homography with its last number 1 (Hartley and Zisserman, 4.1.2), points scaled to 0…1.
    var system = DenseSystem(size: 8)
    let scale = 1 / max(extent.x, extent.y)
    for (point, place) in zip(points, places) {
      let (x, y) = (point.x * scale, point.y * scale)
      let (u, v) = (place.x / Double(width), place.y / Double(width))
      system.add([x, y, 1, 0, 0, 0, -u * x, -u * y], u)
      system.add([0, 0, 0, x, y, 1, -v * x, -v * y], v)
    }
    guard let h = system.solved(damping: 1e-9) else { return nil }
    return [(0, 0), (1, 0), (1, 1), (0, 1)].map { corner -> Vector2 in
      let x = corner.0 * extent.x * scale
      let y = corner.1 * extent.y * scale
      let w = h[6] * x + h[7] * y + 1
      return Vector2((h[0] * x + h[1] * y + h[2]) / w, (h[3] * x + h[4] * y + h[5]) / w)
    }
  }
}

/// Takes views that differ from each other and, of a live camera, that are held still.
package struct ViewCollector: Sendable {
  /// What became of a view.
  package enum Outcome: Sendable, Equatable {
    case taken, moving, tooSimilar
  }

  /// A corner has to move by this part of the width for another view.
  private static let leastChange = 0.03
  /// A board that is held still moves by less than this part of the width from picture to picture.
  private static let stillness = 0.0025

  private let extent: Vector2
  private let needsStillness: Bool
  private var outlines: [[Vector2]] = []
  private var previous: [Vector2]?
  /// The views so far.
  package private(set) var views: [BoardView] = []

  /// Begins without views.
  package init(board: CalibrationBoard, needsStillness: Bool) {
    extent = board.extent
    self.needsStillness = needsStillness
  }

  /// Offers a picture's view; nil for a picture that shows no board.
  package mutating func offer(_ view: BoardView?) -> Outcome? {
    guard let view, let outline = view.outline(extent: extent) else {
      previous = nil
      return nil
    }
    defer { previous = outline }
    if needsStillness {
      guard let previous, Self.change(previous, outline) < Self.stillness else { return .moving }
    }
    if outlines.contains(where: { Self.change($0, outline) < Self.leastChange }) {
      return .tooSimilar
    }
    views.append(view)
    outlines.append(outline)
    return .taken
  }

  private static func change(_ a: [Vector2], _ b: [Vector2]) -> Double {
    zip(a, b).map { ($0 - $1).length }.max() ?? 0
  }
}

/// How much of a picture points have covered.
package struct PictureCoverage: Sendable, Equatable {
  private static let columns = 8
  private static let rows = 6
  private var seen: Set<Int> = []

  /// Counts the cells of a grid that have a point.
  package init(_ views: [BoardView]) {
    for view in views {
      for place in view.places {
        let column = Int(place.x / Double(view.width) * Double(Self.columns))
        let row = Int(place.y / Double(view.height) * Double(Self.rows))
        guard (0..<Self.columns).contains(column), (0..<Self.rows).contains(row) else { continue }
        seen.insert(row * Self.columns + column)
      }
    }
  }

  /// The part of the picture, 0 to 1.
  package var share: Double { Double(seen.count) / Double(Self.columns * Self.rows) }

  /// The sides that no point came near, in words.
  package var emptySides: [String] {
    let sides: [(String, (Int) -> Bool)] = [
      ("left", { $0 % Self.columns == 0 }), ("right", { $0 % Self.columns == Self.columns - 1 }),
      ("top", { $0 / Self.columns == 0 }), ("bottom", { $0 / Self.columns == Self.rows - 1 }),
    ]
    return sides.filter { side in !seen.contains(where: side.1) }.map(\.0)
  }
}
