import COpenCVTracking
import SessionCore
import SpatialMath

/// Finds corners spread over the picture.
struct CornerDetector {
  /// Room for descriptors and patches, pixels.
  private static let border: Float = 16
  /// FAST's threshold in grey levels.
  private static let threshold: Int32 = 10
  /// The strongest FAST corners of a cell that are looked at closely.
  private static let candidatesPerCell = 8
  /// The least distance of corners in different cells, and within a crowd, squared pixels.
  private static let cellDistance = 64.0
  private static let crowdDistance = 100.0

  private let parameters: TrackingParameters
  private var corners: [Float] = []

  private struct Candidate {
    var strength: Float
    var x: Float
    var y: Float
  }

  /// Creates a detector.
  init(parameters: TrackingParameters) { self.parameters = parameters }

  /// Finds the best corner of each of about `wanted` cells that holds none of `taken`.
  ///
  /// Where most cells are bare (rooms keep their corners in few places: posters, things on tables)
  /// more corners are added until there are `crowded` in all, the taken ones counted.
  mutating func detect(
    in image: bifrons_luma, taken: [Vector2], wanted: Int, crowded: Int
  ) throws(SessionError) -> [Vector2] {
    let grid = Grid(image: image, wanted: wanted)
    var isUsed = [Bool](repeating: false, count: grid.count)
    for pixel in taken { isUsed[grid.cell(pixel)] = true }
    let isCrowdWanted = crowded > taken.count
    let count = try fast(image)
    var cells = [[Candidate]](repeating: [], count: grid.count)
    for i in 0..<count {
      let c = Candidate(strength: corners[3 * i + 2], x: corners[3 * i], y: corners[3 * i + 1])
      guard c.x >= Self.border, c.y >= Self.border, c.x < Float(image.width) - Self.border,
        c.y < Float(image.height) - Self.border
      else { continue }
      let cell = grid.cell(Vector2(Double(c.x), Double(c.y)))
      if isCrowdWanted || !isUsed[cell] { Self.insert(c, into: &cells[cell]) }
    }
    var spread = Spread(taken: taken, image: image)
    var rest: [Candidate] = []
    for cell in 0..<grid.count where !cells[cell].isEmpty {
      let strong = stronglyTextured(cells[cell], in: image)
      rest += strong
      if !isUsed[cell], let best = Self.strongest(strong) {
        spread.add(best.x, best.y, distance: Self.cellDistance)
      }
    }
    if isCrowdWanted {
      rest.sort { ($0.strength, $1.y, $1.x) > ($1.strength, $0.y, $0.x) }
      for c in rest where spread.added.count + taken.count < crowded {
        spread.add(c.x, c.y, distance: Self.crowdDistance)
      }
    }
    return spread.added
  }

  private mutating func fast(_ image: bifrons_luma) throws(SessionError) -> Int {
    // Non-maximum suppression leaves at most one corner in 2 × 2 pixels; a sixteenth is plenty.
    let capacity = Int(image.width) * Int(image.height) / 16
    if corners.count < capacity * 3 { corners = [Float](repeating: 0, count: capacity * 3) }
    return try OpenCVCall.status("find corners") { error in
      bifrons_fast_corners(image, Self.threshold, &corners, Int32(capacity), &error)
    }
  }

  /// Keeps the strongest candidates, strongest first.
  private static func insert(_ c: Candidate, into list: inout [Candidate]) {
    if list.count == candidatesPerCell, let weakest = list.last, weakest.strength >= c.strength {
      return
    }
    var place = list.count
    while place > 0, list[place - 1].strength < c.strength { place -= 1 }
    list.insert(c, at: place)
    if list.count > candidatesPerCell { list.removeLast() }
  }

  private func stronglyTextured(_ cell: [Candidate], in image: bifrons_luma) -> [Candidate] {
    cell.compactMap { c in
      let strength = Self.smallerEigenvalue(image, x: Int(c.x), y: Int(c.y))
      guard strength >= Float(parameters.cornerStrength) else { return nil }
      return Candidate(strength: strength, x: c.x, y: c.y)
    }
  }

  private static func strongest(_ list: [Candidate]) -> Candidate? {
    var best: Candidate?
    for c in list where c.strength > (best?.strength ?? 0) { best = c }
    return best
  }

  /// The smaller eigenvalue of the 7 × 7 structure tensor, a pixel (Shi and Tomasi, 1994).
  private static func smallerEigenvalue(_ image: bifrons_luma, x: Int, y: Int) -> Float {
    guard let base = image.base else { return 0 }
    let stride = Int(image.stride)
    var (xx, xy, yy) = (0, 0, 0)
    for j in -3...3 {
      let row = base + (y + j) * stride + x
      for i in -3...3 {
        let gx = Int(row[i + 1]) - Int(row[i - 1])
        let gy = Int(row[i + stride]) - Int(row[i - stride])
        xx += gx * gx
        xy += gx * gy
        yy += gy * gy
      }
    }
    let (a, b, c) = (Float(xx) / 4, Float(xy) / 4, Float(yy) / 4)
    return (0.5 * (a + c) - (0.25 * (a - c) * (a - c) + b * b).squareRoot()) / 49
  }
}

/// A division of the picture into square cells.
struct Grid {
  private let cellSize: Double
  private let columns: Int, rows: Int

  /// About `wanted` cells for a picture.
  init(width: Int, height: Int, wanted: Int) {
    cellSize = (Double(width) * Double(height) / Double(max(1, wanted))).squareRoot()
    columns = Int(Double(width) / cellSize) + 1
    rows = Int(Double(height) / cellSize) + 1
  }

  init(image: bifrons_luma, wanted: Int) {
    self.init(width: Int(image.width), height: Int(image.height), wanted: wanted)
  }

  /// The number of cells.
  var count: Int { columns * rows }

  /// The cell of a pixel; pixels outside belong to the nearest one.
  func cell(_ pixel: Vector2) -> Int {
    let column = min(columns - 1, max(0, Int(pixel.x / cellSize)))
    let row = min(rows - 1, max(0, Int(pixel.y / cellSize)))
    return row * columns + column
  }
}

/// Corners that keep their distance from each other, in buckets for speed.
private struct Spread {
  private(set) var added: [Vector2] = []
  private var buckets: [[Vector2]]
  private let columns: Int, rows: Int
  /// At least the largest distance asked for.
  private static let size = 16.0

  init(taken: [Vector2], image: bifrons_luma) {
    columns = Int(Double(image.width) / Self.size) + 1
    rows = Int(Double(image.height) / Self.size) + 1
    buckets = [[Vector2]](repeating: [], count: columns * rows)
    for pixel in taken { buckets[bucket(pixel)].append(pixel) }
  }

  private func bucket(_ p: Vector2) -> Int {
    min(rows - 1, max(0, Int(p.y / Self.size))) * columns
      + min(columns - 1, max(0, Int(p.x / Self.size)))
  }

  /// Adds a corner unless another lies closer than the square root of `distance`.
  mutating func add(_ x: Float, _ y: Float, distance: Double) {
    let p = Vector2(Double(x), Double(y))
    let (column, row) = (bucket(p) % columns, bucket(p) / columns)
    for r in max(0, row - 1)...min(rows - 1, row + 1) {
      for c in max(0, column - 1)...min(columns - 1, column + 1) {
        for q in buckets[r * columns + c] where (q - p).lengthSquared < distance { return }
      }
    }
    buckets[row * columns + column].append(p)
    added.append(p)
  }
}
