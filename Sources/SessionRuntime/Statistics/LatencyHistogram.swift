import SessionCore

/// Counts latencies in bins of 0.1 ms up to two seconds: percentiles of any number of frames in
/// fixed memory (80 KB).
package struct LatencyHistogram: Sendable {
  private static let binSeconds = 0.0001
  private static let binCount = 20_000

  private var bins: [UInt32] = []
  private var total = 0

  package init() {}

  package mutating func add(_ seconds: Double) {
    guard seconds.isFinite else { return }
    if bins.isEmpty { bins = Array(repeating: 0, count: Self.binCount) }
    let bin = Int(saturating: (seconds / Self.binSeconds).rounded(.down))
    bins[max(0, min(Self.binCount - 1, bin))] += 1
    total += 1
  }

  /// The percentiles.
  ///
  /// Nil before the first latency. Exact to half a bin.
  package var percentiles: SessionStatistics.Latency? {
    guard total > 0 else { return nil }
    return SessionStatistics.Latency(
      p50: percentile(0.50), p95: percentile(0.95), p99: percentile(0.99))
  }

  private func percentile(_ fraction: Double) -> Double {
    let wanted = max(1, Int((fraction * Double(total)).rounded(.up)))
    var count = 0
    for (bin, n) in bins.enumerated() {
      count += Int(n)
      if count >= wanted { return (Double(bin) + 0.5) * Self.binSeconds }
    }
    return Double(Self.binCount) * Self.binSeconds
  }
}
