import Calibration
import SessionCore
import SpatialMath

/// Draws boards as a camera with a known lens would see them: every pixel is the mean of 16 rays.
struct BoardPainter {
  let board: CalibrationBoard
  let lens: CameraIntrinsics
  /// Directions at depth 1 of the pixels' corners, row by row.
  private let directions: [Vector2]
  /// The board's extent: asked for every ray, so measured once.
  private let extent: Vector2
  /// Whether a tag's cell is black, 64 a tag in rows.
  private var cells: [Bool] = []

  private static let rays = 4
  private static let (white, black, table) = (215.0, 35.0, 110.0)
  /// The standard deviation of a pixel's noise.
  private static let noise = 2.0

  init(board: CalibrationBoard, lens: CameraIntrinsics) {
    self.board = board
    self.lens = lens
    directions = (0...lens.height).flatMap { y in
      (0...lens.width).map { lens.unproject(Vector2(Double($0), Double(y))) }
    }
    extent = board.extent
    guard case .tags(let gap) = board.pattern else { return }
    let pitch = board.edge + gap
    cells = Array(repeating: false, count: board.columns * board.rows * 64)
    for rectangle in BoardSheet(board: board).rectangles {
      let middle = rectangle.origin + rectangle.size * 0.5
      let (column, row) = (Int(middle.x / pitch), Int(middle.y / pitch))
      let x = Int((middle.x - Double(column) * pitch) / rectangle.size.x)
      let y = Int((middle.y - Double(row) * pitch) / rectangle.size.y)
      cells[(row * board.columns + column) * 64 + y * 8 + x] = true
    }
  }

  /// The picture of a board at a pose in vision camera axes.
  func picture(_ cameraFromBoard: Pose, seed: UInt64 = 1) -> PixelBuffer {
    let inverse = cameraFromBoard.inverse
    let (eye, turn) = (inverse.translation, inverse.rotation.matrix)
    var random = SeededGenerator(seed: seed)
    return PixelBuffer.make(
      width: lens.width, height: lens.height, format: .gray8, encoding: .jpeg
    ) { planes in
      let plane = planes[0].bindMemory(to: UInt8.self)
      for y in 0..<lens.height {
        for x in 0..<lens.width {
          var sum = 0.0
          for ray in 0..<Self.rays * Self.rays {
            let n = direction(x, y, ray)
            let d = turn * Vector3(n.x, n.y, 1)
            let far = -eye.z / d.z
            sum += far > 0 ? brightness(eye.x + far * d.x, eye.y + far * d.y) : Self.table
          }
          let grain = (0..<3).reduce(0.0) { all, _ in
            all + Double.random(in: -1...1, using: &random)
          }
          let value = sum / Double(Self.rays * Self.rays) + grain * Self.noise
          plane[y * lens.width + x] = UInt8(min(max(value.rounded(), 0), 255))
        }
      }
    }
  }

  private func direction(_ x: Int, _ y: Int, _ ray: Int) -> Vector2 {
    let u = (Double(ray % Self.rays) + 0.5) / Double(Self.rays)
    let v = (Double(ray / Self.rays) + 0.5) / Double(Self.rays)
    let index = y * (lens.width + 1) + x
    let above = directions[index] * (1 - u) + directions[index + 1] * u
    let next = index + lens.width + 1
    let below = directions[next] * (1 - u) + directions[next + 1] * u
    return above * (1 - v) + below * v
  }

  private func brightness(_ x: Double, _ y: Double) -> Double {
    let margin = board.edge * 2
    guard x > -margin, y > -margin, x < extent.x + margin, y < extent.y + margin else {
      return Self.table
    }
    switch board.pattern {
    case .chessboard:
      let column = Int((x / board.edge).rounded(.down))
      let row = Int((y / board.edge).rounded(.down))
      let isInside =
        (-1..<board.columns).contains(column) && (-1..<board.rows).contains(row)
      return isInside && (column + row) % 2 == 0 ? Self.black : Self.white
    case .tags(let gap):
      guard x > 0, y > 0 else { return Self.white }
      let (pitch, cell) = (board.edge + gap, board.edge / 8)
      let (column, row) = (Int(x / pitch), Int(y / pitch))
      let across = Int((x - Double(column) * pitch) / cell)
      let down = Int((y - Double(row) * pitch) / cell)
      guard column < board.columns, row < board.rows, across < 8, down < 8 else {
        return Self.white
      }
      return cells[(row * board.columns + column) * 64 + down * 8 + across]
        ? Self.black : Self.white
    }
  }

  /// Whether the whole board is in the picture, with some room.
  func isWhole(_ cameraFromBoard: Pose, room: Double = 12) -> Bool {
    board.points.allSatisfy { point in
      guard let place = lens.project(cameraFromBoard.act(point)) else { return false }
      return place.x > room && place.y > room && place.x < Double(lens.width) - room
        && place.y < Double(lens.height) - room
    }
  }

  /// Random poses with the whole board in the picture, tilted up to an angle, spread over it.
  func poses(_ count: Int, tilt: Double, distance: ClosedRange<Double>, seed: UInt64) -> [Pose] {
    var random = SeededGenerator(seed: seed)
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    var poses: [Pose] = []
    while poses.count < count {
      let axis = Vector3(number(-1...1), number(-1...1), number(-0.4...0.4))
      let rotation = Quaternion(angle: number(tilt * 0.5...max(tilt, 1e-6)), axis: axis)
      let depth = number(distance)
      let reach = Vector2(
        Double(lens.width) / 2 / lens.fx * depth, Double(lens.height) / 2 / lens.fy * depth)
      let middle = Vector3(number(-reach.x...reach.x), number(-reach.y...reach.y), depth)
      let centre = Vector3(board.extent.x / 2, board.extent.y / 2, 0)
      let pose = Pose(rotation: rotation, translation: middle - rotation.act(centre))
      if isWhole(pose) { poses.append(pose) }
    }
    return poses
  }
}
