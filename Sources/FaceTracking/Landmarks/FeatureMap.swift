/// What the landmark network sees, half-way through: 16 × 16 cells of 128 values over the region.
///
/// The network's own answers use little of it; whether a tongue shows, for one, is in here.
struct FeatureMap {
  /// The tensor's number in the pinned model file.
  static let tensorNumber: Int32 = 377
  /// Cells in each direction.
  static let side = 16
  /// Values of a cell.
  static let channels = 128
  /// Values in all.
  static let valueCount = side * side * channels

  private let values: UnsafeBufferPointer<Float>

  /// Wraps the tensor's memory for as long as it is locked.
  init(values: UnsafeBufferPointer<Float>) { self.values = values }

  /// Interpolates the 128 values at a place of the region (0…1 in both directions) into `result`.
  func sample(at place: SIMD2<Float>, into result: UnsafeMutableBufferPointer<Float>) {
    let last = Float(Self.side) - 1.001
    let cell = (place * Float(Self.side) - 0.5).clamped(
      lowerBound: .zero, upperBound: SIMD2(repeating: last))
    let (column, row) = (Int(cell.x), Int(cell.y))
    let f = cell - SIMD2(Float(column), Float(row))
    let start = (row * Self.side + column) * Self.channels
    let below = start + Self.side * Self.channels
    for k in 0..<Self.channels {
      let top = values[start + k] * (1 - f.x) + values[start + Self.channels + k] * f.x
      let bottom = values[below + k] * (1 - f.x) + values[below + Self.channels + k] * f.x
      result[k] = top * (1 - f.y) + bottom * f.y
    }
  }
}
