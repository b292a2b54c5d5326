/// What the landmark network sees, half-way through: values of square cells over the region.
///
/// The network's own answers use little of it; whether a tongue shows, for one, is in here.
struct FeatureMap {
  /// One of the network's inner maps.
  struct Layout: Sendable {
    /// The tensor's number in the pinned model file.
    let tensorNumber: Int32
    /// Cells in each direction.
    let side: Int
    /// Values of a cell.
    let channels: Int

    /// Values in all.
    var valueCount: Int { side * side * channels }

    /// The last map of its size: what is where.
    static let coarse = Layout(tensorNumber: 377, side: 16, channels: 128)
    /// Twice as fine: edges of lids and lips.
    static let fine = Layout(tensorNumber: 345, side: 32, channels: 64)
    /// Four times as fine: irises, folds.
    static let finest = Layout(tensorNumber: 313, side: 64, channels: 32)
  }

  private let layout: Layout
  private let values: UnsafeBufferPointer<Float>

  /// Wraps the tensor's memory for as long as it is locked.
  init(_ layout: Layout, values: UnsafeBufferPointer<Float>) {
    self.layout = layout
    self.values = values
  }

  /// Samples the map at points given as groups of landmarks, each at its group's mean.
  ///
  /// `result` gets the values of one point after the other's.
  func sample(_ points: [[Int]], of reading: LandmarkReading, into result: inout [Float]) {
    for (index, group) in points.enumerated() {
      var place = SIMD2<Float>.zero
      for landmark in group { place += reading.regionPoints[landmark] }
      sample(at: place / Float(group.count), into: &result, from: index * layout.channels)
    }
  }

  /// Interpolates the values at a place of the region (0…1 in both directions).
  private func sample(at place: SIMD2<Float>, into result: inout [Float], from start: Int) {
    let (side, channels) = (layout.side, layout.channels)
    let last = Float(side) - 1.001
    let cell = (place * Float(side) - 0.5).clamped(
      lowerBound: .zero, upperBound: SIMD2(repeating: last))
    let (column, row) = (Int(cell.x), Int(cell.y))
    let f = cell - SIMD2(Float(column), Float(row))
    let above = (row * side + column) * channels
    let below = above + side * channels
    for k in 0..<channels {
      let top = values[above + k] * (1 - f.x) + values[above + channels + k] * f.x
      let bottom = values[below + k] * (1 - f.x) + values[below + channels + k] * f.x
      result[start + k] = top * (1 - f.y) + bottom * f.y
    }
  }
}

/// The inner maps of one region.
struct FeatureMaps {
  var coarse: FeatureMap
  var fine: FeatureMap
  var finest: FeatureMap
}
