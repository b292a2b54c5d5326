import SpatialMath

/// Counts events over the last second or so.
package struct RateMeter {
  private var times: [Timestamp] = []
  private static let window = 1.5

  /// Has counted nothing.
  package init() {}

  /// Counts an event.
  package mutating func tick(_ now: Timestamp) {
    times.append(now)
    times.removeAll { now.seconds(since: $0) > Self.window }
  }

  /// Events a second; nil until there are two, and when none came for a while.
  package func rate(at now: Timestamp) -> Double? {
    guard let first = times.first, let last = times.last, times.count > 1,
      now.seconds(since: last) < Self.window, last.seconds(since: first) > 0
    else { return nil }
    return Double(times.count - 1) / last.seconds(since: first)
  }
}

/// The processor time used over the last second, as a part of one core.
package struct LoadMeter {
  private var start: (time: Timestamp, cpu: Double)?
  /// The load; nil in the first second.
  package private(set) var load: Double?

  /// Has measured nothing.
  package init() {}

  /// Looks at the process's CPU seconds so far.
  package mutating func sample(cpuSeconds: Double, at now: Timestamp) {
    guard let begin = start else {
      start = (now, cpuSeconds)
      return
    }
    let elapsed = now.seconds(since: begin.time)
    guard elapsed >= 1 else { return }
    load = (cpuSeconds - begin.cpu) / elapsed
    start = (now, cpuSeconds)
  }
}
