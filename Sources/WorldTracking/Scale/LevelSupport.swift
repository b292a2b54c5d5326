import SpatialMath

/// How well points lie on level surfaces when a direction is up: the pairs at one height.
///
/// Sums over all surfaces at once, so that a slanted plane through the tops of different things
/// gains little.
struct LevelSupport {
  private let positions: [Vector3]
  private let offsets: [Vector3]
  private let depth: Double

  /// Heights this close are one, of the depth: 5 mm at 1 m; and the bins of the rough measure.
  private static let band = 0.005
  private static let bin = 0.01
  private static let bins = 512
  /// More points add cost, not certainty.
  private static let mostPoints = 160

  /// Uses points, the best-known ones first when there are too many.
  init(_ points: [SurfacePoint], depth: Double) {
    let used = points.sorted { ($0.depthSigma, $0.slot) < ($1.depthSigma, $1.slot) }
      .prefix(Self.mostPoints)
    positions = used.map(\.position)
    offsets = used.map { ($0.position - $0.eye) * $0.depthSigma }
    self.depth = depth
  }

  /// The number of points.
  var count: Int { positions.count }

  /// A quick measure for the search: the share of pairs in one bin of heights.
  func rough(_ up: Vector3) -> Double {
    withUnsafeTemporaryAllocation(of: Double.self, capacity: Self.bins) { histogram in
      histogram.initialize(repeating: 0)
      let scale = 1 / (Self.bin * depth)
      for (p, o) in zip(positions, offsets) {
        let spread = abs(up.dot(o)) * scale
        // Wraps round: heights 5 depths apart share a bin, which only adds a little noise.
        let bin = Int((up.dot(p) * scale).rounded(.down)) & (Self.bins - 1)
        histogram[bin] += 1 / (1 + spread)
      }
      var sum = 0.0
      for b in 0..<Self.bins {
        sum += histogram[b] * (histogram[b] + histogram[(b + 1) & (Self.bins - 1)])
      }
      return sum / Double(count * count)
    }
  }

  /// The mean over all pairs of how likely they are to be at one height.
  /// - Complexity: O(n²).
  func fine(_ up: Vector3) -> Double {
    let band = Self.band * depth
    let heights = positions.map { up.dot($0) }
    let variances = offsets.map { o in
      let s = up.dot(o)
      return s * s + band * band / 2
    }
    var sum = 0.0
    heights.withUnsafeBufferPointer { h in
      variances.withUnsafeBufferPointer { v in
        for i in 0..<h.count {
          for j in 0..<i {
            let d = h[i] - h[j]
            let variance = v[i] + v[j]
            // A rational stand-in for the normal density.
            let q = 1 + 0.5 * d * d / variance
            sum += band / variance.squareRoot() / (q * q)
          }
        }
      }
    }
    return 2 * sum / Double(count * count)
  }
}
