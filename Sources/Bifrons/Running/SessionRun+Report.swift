import SessionCore
import SessionRuntime

extension SessionRun {
  /// What the session did, in plain words.
  package var report: String {
    let written = writtenFiles + [options.summary].compactMap(\.self)
    let missing = options.outputs.filter { !written.contains($0) }
    let notices =
      missing.isEmpty
      ? [] : ["no picture came: \(missing.joined(separator: ", ")) not written"]
    return Self.report(
      statistics, notices: outputNotices + notices,
      outputs: options.outputs.filter(written.contains)
        + writtenFiles.filter { !options.outputs.contains($0) })
  }

  static func report(
    _ statistics: SessionStatistics, notices: [String], outputs: [String]
  ) -> String {
    var lines = [
      "\(count(statistics.frames, "frame")) in \(number(statistics.duration, 1)) s of session time"
    ]
    for (role, camera) in statistics.cameras.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      lines.append(describe(role, camera))
    }
    let total = statistics.trackingStateSeconds.values.reduce(0, +)
    if total > 0 {
      let normal = statistics.trackingStateSeconds[.normal] ?? 0
      lines.append("tracking was normal for \(number(100 * normal / total, 0)) % of the time")
    }
    lines.append(
      "\(count(statistics.faces, "face")) with \(count(statistics.faceUpdates, "update")), "
        + count(statistics.planes, "plane"))
    if let latency = statistics.latency {
      lines.append(
        "latency \(number(latency.p50 * 1000, 0)) ms (median), "
          + "\(number(latency.p95 * 1000, 0)) ms (95 of 100)")
    }
    if statistics.frames > 0 {
      let each = statistics.cpuSeconds / Double(statistics.frames) * 1000
      lines.append(
        "\(number(each, 1)) ms of CPU a frame, "
          + "\(statistics.peakMemoryBytes >> 20) MB of memory at most")
    }
    lines += notices
    let files = outputs.filter { $0 != "-" }
    if !files.isEmpty { lines.append("wrote \(files.joined(separator: ", "))") }
    return lines.joined(separator: "\n")
  }

  private static func describe(
    _ role: CameraRole, _ camera: SessionStatistics.Camera
  ) -> String {
    let counters = camera.counters
    var text = "\(role.rawValue) camera: \(count(counters.captured, "picture"))"
    if let rate = camera.measuredRate {
      text += " at \(number(rate, 1)) Hz (promised \(number(camera.nominalRate, 1)))"
    }
    if let jitter = counters.jitter { text += ", jitter \(number(jitter * 1000, 1)) ms" }
    let losses = [
      (counters.droppedByDriver, "lost by the driver"), (counters.droppedByUs, "skipped"),
      (counters.corrupt, "damaged"),
    ]
    for (count, what) in losses where count > 0 { text += ", \(count) \(what)" }
    return text
  }

  /// `1 frame`, `2 frames`.
  private static func count(_ number: Int, _ thing: String) -> String {
    "\(number) \(thing)\(number == 1 ? "" : "s")"
  }

  /// A number with so many decimals, independent of the locale.
  private static func number(_ value: Double, _ decimals: Int) -> String {
    let scale = [1.0, 10, 100][decimals]
    let rounded = (value * scale).rounded() / scale
    return decimals == 0 ? String(Int(saturating: rounded)) : String(rounded)
  }
}
