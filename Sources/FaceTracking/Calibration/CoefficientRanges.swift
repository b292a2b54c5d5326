import SessionCore

/// Stretches a user's coefficients from what the user reaches to 0…1.
///
/// The range is stretched, nothing is subtracted from what moves: eyes still close fully.
package struct CoefficientRanges: Sendable, Equatable {
  /// From rest to the utmost; coefficients without a range stay as they are.
  package var ranges: [BlendShapeLocation: ClosedRange<Float>]

  /// Creates ranges.
  package init(_ ranges: [BlendShapeLocation: ClosedRange<Float>]) { self.ranges = ranges }

  /// The coefficients in the user's ranges.
  package func stretched(_ coefficients: BlendShapes) -> BlendShapes {
    var result = coefficients
    for (location, range) in ranges {
      let share =
        (result[location] - range.lowerBound) / (range.upperBound - range.lowerBound)
      result[location] = min(max(share, 0), 1)
    }
    return result
  }
}

/// Learns a user's ranges from pictures of the utmost, read relative to the user's rest.
package struct CoefficientRangeLearner: Sendable {
  private enum Limit {
    /// Of the moving pictures this share may be beyond the utmost: single pictures err.
    static let utmostShare = 0.98
    /// What a user did not show above this is left as it is.
    static let leastUtmost: Float = 0.25
    /// The least width of a range: what reads weakly is raised threefold at most.
    static let leastWidth: Float = 0.33
  }
  /// Hundredths: as fine as coefficients are worth.
  private static let bins = 101

  private var counts = Array(
    repeating: Array(repeating: 0, count: CoefficientRangeLearner.bins),
    count: BlendShapeLocation.allCases.count)
  private var pictures = 0

  /// Creates a learner that has seen nothing.
  package init() {}

  /// Looks at a picture.
  package mutating func look(at coefficients: BlendShapes) {
    pictures += 1
    for index in counts.indices {
      let bin = Int((coefficients[index] * 100).rounded())
      counts[index][min(max(bin, 0), Self.bins - 1)] += 1
    }
  }

  /// What was learnt, from 0: coefficients that were not shown, and where the eyes look, are absent.
  package var ranges: [BlendShapeLocation: ClosedRange<Float>] {
    var result: [BlendShapeLocation: ClosedRange<Float>] = [:]
    for location in BlendShapeLocation.allCases where !location.rawValue.hasPrefix("eyeLook") {
      let utmost = utmost(of: location)
      guard utmost >= Limit.leastUtmost else { continue }
      result[location] = 0...min(1, max(utmost, Limit.leastWidth))
    }
    return result
  }

  /// The value that all but stray pictures do not exceed.
  private func utmost(of location: BlendShapeLocation) -> Float {
    var left = Int((Limit.utmostShare * Double(pictures)).rounded(.up))
    guard left > 0 else { return 0 }
    for (bin, count) in counts[location.index].enumerated() {
      left -= count
      if left <= 0 { return Float(bin) / 100 }
    }
    return 1
  }
}
