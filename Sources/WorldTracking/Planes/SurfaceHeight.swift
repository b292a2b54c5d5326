import SpatialMath

/// Where a surface lies among points near it.
///
/// Things lie on surfaces and hang on walls, nothing lies a little behind them: of the heights, over
/// a plane that is nearly right, at which points crowd, the farthest from the viewer is the
/// surface's.
enum SurfaceHeight {
  /// The width of a crowd to either side, of the band.
  private static let reach = 0.35
  /// The crowd that counts has this share of the largest one's points.
  private static let share = 0.6

  /// The surface's height among points' heights towards the viewer; nil without points.
  /// - Complexity: O(n log n).
  static func find(_ heights: [Double], band: Double) -> Double? {
    let sorted = heights.sorted()
    let reach = reach * band
    var counts: [Int] = []
    var (low, high) = (0, 0)
    for h in sorted {
      while sorted[low] < h - reach { low += 1 }
      while high < sorted.count, sorted[high] <= h + reach { high += 1 }
      counts.append(high - low)
    }
    guard let most = counts.max() else { return nil }
    let enough = Double(most) * share
    guard let first = counts.firstIndex(where: { Double($0) >= enough }) else { return nil }
    // Up to where the crowd is densest, not only dense enough.
    var crest = first
    while crest + 1 < counts.count, counts[crest + 1] >= counts[crest],
      sorted[crest + 1] - sorted[first] < 2 * reach
    {
      crest += 1
    }
    let members = sorted.filter { abs($0 - sorted[crest]) <= reach }
    return members.reduce(0, +) / Double(members.count)
  }
}
