import COpenCVCalibration
import ImageProcessing
import SessionCore
import SpatialMath

/// Finds a board in pictures.
///
/// One thread at a time.
package final class BoardDetector {
  private let board: CalibrationBoard
  private let points: [Vector3]
  private let tags: TagDetector?

  /// The fewest tags that say where a board is.
  private static let leastTags = 4

  /// Prepares the search for one board.
  ///
  /// - Throws: `CalibrationError.failed` without memory.
  package init(board: CalibrationBoard) throws(CalibrationError) {
    self.board = board
    points = board.points
    var error = bifrons_calibration_error()
    guard bifrons_calibration_prepare(0, &error) == 0 else { throw .failed(error.text) }
    if case .tags = board.pattern {
      guard let detector = TagDetector() else { throw .failed("no memory for the tag detector") }
      tags = detector
    } else {
      tags = nil
    }
  }

  /// The board in a picture; nil when it is not seen: a chessboard whole, of a tag board four tags.
  package func view(in picture: PixelBuffer) throws(CalibrationError) -> BoardView? {
    let pixels = Self.luma(picture)
    return tags == nil
      ? try chessboard(pixels, picture.width, picture.height)
      : try tagBoard(pixels, picture.width, picture.height)
  }

  // MARK: - Chessboard

  private func chessboard(
    _ pixels: [UInt8], _ width: Int, _ height: Int
  ) throws(CalibrationError) -> BoardView? {
    var corners = [Float](repeating: 0, count: 2 * points.count)
    let found = try Self.call { error in
      Self.withImage(pixels, width, height) {
        bifrons_chessboard_corners($0, Int32(board.columns), Int32(board.rows), &corners, error)
      }
    }
    guard found == 1 else { return nil }
    let rough = Self.places(corners)
    let radius = Self.radius(spacing: leastSpacing(rough))
    try refine(&corners, radius, pixels, width, height)
    let places = upright(Self.places(corners), pixels, width, height)
    return BoardView(points: points, places: places, width: width, height: height)
  }

  /// The least distance from a corner to the next one of its row or column.
  private func leastSpacing(_ places: [Vector2]) -> Double {
    var least = Double.infinity
    for row in 0..<board.rows {
      for column in 0..<board.columns {
        let here = places[row * board.columns + column]
        if column + 1 < board.columns {
          least = min(least, (places[row * board.columns + column + 1] - here).length)
        }
        if row + 1 < board.rows {
          least = min(least, (places[(row + 1) * board.columns + column] - here).length)
        }
      }
    }
    return least
  }

  /// The corners in the board's own order: rows to the right, and beside the first corner a black
  /// square, as the printed board has it.
  private func upright(
    _ places: [Vector2], _ pixels: [UInt8], _ width: Int, _ height: Int
  ) -> [Vector2] {
    var places = places
    let (columns, rows) = (board.columns, board.rows)
    let across = places[columns - 1] - places[0]
    let down = places[(rows - 1) * columns] - places[0]
    if across.x * down.y - across.y * down.x < 0 {
      places = (0..<rows).flatMap { row in
        (0..<columns).map { places[row * columns + columns - 1 - $0] }
      }
    }
    guard board.hasUpAndDown else { return places }
    func brightness(_ column: Int, _ row: Int) -> Double {
      let corners = [(0, 0), (1, 0), (1, 1), (0, 1)].map {
        places[(row + $0.1) * columns + column + $0.0]
      }
      let middle = corners.reduce(Vector2.zero, +) * 0.25
      let x = min(max(Int(middle.x), 0), width - 1)
      let y = min(max(Int(middle.y), 0), height - 1)
      return Double(pixels[y * width + x])
    }
    let isTurned = brightness(0, 0) > brightness(columns - 2, rows - 2)
    return isTurned ? places.reversed() : places
  }

  // MARK: - Tags

  private func tagBoard(
    _ pixels: [UInt8], _ width: Int, _ height: Int
  ) throws(CalibrationError) -> BoardView? {
    let count = board.columns * board.rows
    let found = (tags?.tags(in: pixels, width: width, height: height) ?? [])
      .filter { $0.number < count }.sorted { $0.number < $1.number }
    // The same tag twice is another board, or a mirror.
    guard found.count >= Self.leastTags, Set(found.map(\.number)).count == found.count else {
      return nil
    }
    let places = found.flatMap(\.corners)
    let edges = found.flatMap { tag in
      (0..<4).map { (tag.corners[($0 + 1) % 4] - tag.corners[$0]).length }
    }
    // A tag's cells are an eighth of its edge; the black border is one of them.
    let radius = Self.radius(spacing: (edges.min() ?? 0) / 4)
    var corners = places.flatMap { [Float($0.x - 0.5), Float($0.y - 0.5)] }
    try refine(&corners, radius, pixels, width, height)
    let refined = zip(Self.places(corners), places).map { new, old in
      // A corner that runs away has found something else.
      (new - old).length < Double(radius) ? new : old
    }
    return BoardView(
      points: found.flatMap { board.cornersOfTag($0.number) }, places: refined, width: width,
      height: height)
  }

  // MARK: - Pixels

  private static func radius(spacing: Double) -> Int {
    // Half way to the next corner there is another pattern.
    min(11, max(2, Int(spacing * 0.4)))
  }

  private func refine(
    _ corners: inout [Float], _ radius: Int, _ pixels: [UInt8], _ width: Int, _ height: Int
  ) throws(CalibrationError) {
    let count = Int32(corners.count / 2)
    var moved = corners
    _ = try Self.call { error in
      Self.withImage(pixels, width, height) {
        bifrons_refine_corners($0, &moved, count, Int32(radius), error)
      }
    }
    corners = moved
  }

  /// OpenCV's pairs, which count from pixel centres, as places.
  private static func places(_ corners: [Float]) -> [Vector2] {
    stride(from: 0, to: corners.count, by: 2).map {
      Vector2(Double(corners[$0]) + 0.5, Double(corners[$0 + 1]) + 0.5)
    }
  }

  private static func withImage<Result>(
    _ pixels: [UInt8], _ width: Int, _ height: Int,
    _ body: (bifrons_calibration_image) -> Result
  ) -> Result {
    pixels.withUnsafeBufferPointer {
      body(
        bifrons_calibration_image(
          base: $0.baseAddress, stride: Int64(width), width: Int32(width), height: Int32(height)))
    }
  }

  static func call(
    _ body: (UnsafeMutablePointer<bifrons_calibration_error>) -> Int32
  ) throws(CalibrationError) -> Int32 {
    var error = bifrons_calibration_error()
    let result = body(&error)
    if result < 0 { throw .failed(error.text) }
    return result
  }

  /// The brightness without gaps between rows.
  private static func luma(_ picture: PixelBuffer) -> [UInt8] {
    let gray = picture.luma()
    let plane = gray.planes[0]
    var pixels = [UInt8](repeating: 0, count: gray.width * gray.height)
    pixels.withUnsafeMutableBytes { target in
      for row in 0..<gray.height {
        target.baseAddress?.advanced(by: row * gray.width)
          .copyMemory(from: plane.base + row * plane.stride, byteCount: gray.width)
      }
    }
    return pixels
  }
}

extension bifrons_calibration_error {
  /// OpenCV's words.
  var text: String {
    withUnsafeBytes(of: message) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
