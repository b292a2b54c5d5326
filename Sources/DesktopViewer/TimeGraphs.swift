import SessionCore
import SpatialMath

/// How long the last frames took: from one to the next, and from exposure to the screen.
package struct TimeGraphs: Sendable {
  /// Milliseconds between frames on the screen, the oldest first.
  package private(set) var intervals: [Float] = []
  /// Milliseconds from exposure to the screen.
  package private(set) var latencies: [Float] = []
  /// Milliseconds of drawing.
  package private(set) var drawings: [Float] = []
  private var last: Timestamp?

  /// Frames that are kept: four seconds at 30 a second.
  package static let length = 120

  /// Has seen nothing.
  package init() {}

  /// Adds a frame that was shown at a time; latency in seconds, nil when time is not real.
  package mutating func add(at now: Timestamp, latency: Double?, drawing: Double) {
    if let last { Self.append(now.seconds(since: last), to: &intervals) }
    last = now
    if let latency { Self.append(latency, to: &latencies) }
    Self.append(drawing, to: &drawings)
  }

  private static func append(_ seconds: Double, to list: inout [Float]) {
    list.append(Float(seconds * 1000))
    if list.count > length { list.removeFirst() }
  }

  /// The stages that cost most, with CPU milliseconds a frame, the dearest first.
  package static func stages(
    _ statistics: SessionStatistics, limit: Int = 6
  ) -> [(name: String, milliseconds: Double)] {
    guard statistics.frames > 0 else { return [] }
    return statistics.stageSeconds.map {
      (name: $0.key, milliseconds: $0.value * 1000 / Double(statistics.frames))
    }.sorted { ($0.milliseconds, $1.name) > ($1.milliseconds, $0.name) }.prefix(limit).map(\.self)
  }
}
