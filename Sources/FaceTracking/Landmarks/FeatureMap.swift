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

  /// Samples the map at points given as groups of landmarks, each at its group's mean.
  ///
  /// `result` gets 128 values a point.
  func sample(_ points: [[Int]], of reading: LandmarkReading, into result: inout [Float]) {
    for (index, group) in points.enumerated() {
      var place = SIMD2<Float>.zero
      for landmark in group { place += reading.regionPoints[landmark] }
      sample(at: place / Float(group.count), into: &result, from: index * Self.channels)
    }
  }

  /// Interpolates the 128 values at a place of the region (0…1 in both directions).
  private func sample(at place: SIMD2<Float>, into result: inout [Float], from start: Int) {
    let last = Float(Self.side) - 1.001
    let cell = (place * Float(Self.side) - 0.5).clamped(
      lowerBound: .zero, upperBound: SIMD2(repeating: last))
    let (column, row) = (Int(cell.x), Int(cell.y))
    let f = cell - SIMD2(Float(column), Float(row))
    let above = (row * Self.side + column) * Self.channels
    let below = above + Self.side * Self.channels
    for k in 0..<Self.channels {
      let top = values[above + k] * (1 - f.x) + values[above + Self.channels + k] * f.x
      let bottom = values[below + k] * (1 - f.x) + values[below + Self.channels + k] * f.x
      result[start + k] = top * (1 - f.y) + bottom * f.y
    }
  }
}
