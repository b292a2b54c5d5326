import SessionCore

/// Turns a session's statistics into one JSON object, with its end of line.
///
/// `Configs/EVENTS.md` describes every field.
package enum SummaryEncoder {
  /// The object's bytes.
  package static func encode(_ statistics: SessionStatistics) -> [UInt8] {
    var line = JSONLine()
    line.beginObject()
    line.key("frames")
    line.integer(Int64(statistics.frames))
    line.field("duration", statistics.duration, decimals: StreamPrecision.seconds)
    cameras(statistics, &line)
    latency(statistics.latency, &line)
    cpu(statistics, &line)
    line.key("peakMemoryBytes")
    line.integer(Int64(statistics.peakMemoryBytes))
    line.key("faces")
    line.integer(Int64(statistics.faces))
    line.key("faceUpdates")
    line.integer(Int64(statistics.faceUpdates))
    line.key("planes")
    line.integer(Int64(statistics.planes))
    states(statistics.trackingStateSeconds, &line)
    line.endObject()
    line.endLine()
    return line.bytes
  }

  private static func cameras(_ statistics: SessionStatistics, _ line: inout JSONLine) {
    line.key("cameras")
    line.beginObject()
    for role in CameraRole.allCases {
      guard let camera = statistics.cameras[role] else { continue }
      line.key(text: role.rawValue)
      line.beginObject()
      line.key("captured")
      line.integer(Int64(camera.counters.captured))
      line.key("droppedByDriver")
      line.integer(Int64(camera.counters.droppedByDriver))
      line.key("droppedByUs")
      line.integer(Int64(camera.counters.droppedByUs))
      line.key("corrupt")
      line.integer(Int64(camera.counters.corrupt))
      line.field("nominalRate", camera.nominalRate, decimals: 6)
      line.key("measuredRate")
      if let rate = camera.measuredRate { line.number(rate, decimals: 6) } else { line.null() }
      line.key("jitter")
      if let jitter = camera.counters.jitter {
        line.number(jitter, decimals: 6)
      } else {
        line.null()
      }
      line.endObject()
    }
    line.endObject()
  }

  private static func latency(_ latency: SessionStatistics.Latency?, _ line: inout JSONLine) {
    line.key("latency")
    guard let latency else { return line.null() }
    line.beginObject()
    line.field("p50", latency.p50, decimals: 6)
    line.field("p95", latency.p95, decimals: 6)
    line.field("p99", latency.p99, decimals: 6)
    line.endObject()
  }

  private static func cpu(_ statistics: SessionStatistics, _ line: inout JSONLine) {
    line.key("cpu")
    line.beginObject()
    line.field("total", statistics.cpuSeconds, decimals: 6)
    line.key("perFrame")
    if statistics.frames > 0 {
      line.number(statistics.cpuSeconds / Double(statistics.frames), decimals: 6)
    } else {
      line.null()
    }
    line.key("stages")
    line.beginObject()
    for (name, seconds) in statistics.stageSeconds.sorted(by: { $0.key < $1.key }) {
      line.key(text: name)
      line.number(seconds, decimals: 6)
    }
    line.endObject()
    line.endObject()
  }

  private static func states(_ seconds: [TrackingState: Double], _ line: inout JSONLine) {
    line.key("trackingStates")
    line.beginObject()
    let all: [TrackingState] =
      [.normal] + TrackingState.Reason.allCases.map { .limited($0) } + [.notAvailable]
    for state in all {
      guard let value = seconds[state] else { continue }
      line.key(text: state.reason.map { "limited.\($0.rawValue)" } ?? state.name)
      line.number(value, decimals: StreamPrecision.seconds)
    }
    line.endObject()
  }
}
