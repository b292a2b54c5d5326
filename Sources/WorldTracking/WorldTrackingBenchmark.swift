import SessionCore
import SystemSupport

/// Measures what world tracking costs on given pictures.
package enum WorldTrackingBenchmark {
  /// What a run cost.
  package struct Report: Sendable, Equatable {
    /// Pictures processed, and those tracked normally.
    package var pictures = 0
    package var normalPictures = 0
    /// CPU seconds of the whole process: the tracker, its mapping, and nothing else as long as
    /// nothing else runs.
    package var cpuSeconds = 0.0
    /// CPU seconds of each stage on the tracker's thread.
    package var stageSeconds: [String: Double] = [:]
    /// CPU seconds of each picture.
    package var pictureSeconds: [Double] = []

    /// The mean CPU seconds a picture.
    package var meanSeconds: Double { cpuSeconds / Double(max(1, pictures)) }

    /// The CPU seconds that a share of the pictures stays below.
    package func quantile(_ share: Double) -> Double {
      Statistics.quantile(of: pictureSeconds, share, or: 0)
    }
  }

  /// Tracks pictures, read one by one, and adds up the CPU time spent in the tracker only.
  package static func run(
    options: WorldTrackingOptions, nextFrame: () throws -> CameraFrame?
  ) throws -> Report {
    let tracker = KeyframeWorldTracker(options: options)
    var report = Report()
    while let frame = try nextFrame() {
      let before = ProcessUsage.cpuSeconds()
      let result = try tracker.track(frame)
      let spent = ProcessUsage.cpuSeconds() - before
      report.pictures += 1
      if result.trackingState == .normal { report.normalPictures += 1 }
      report.cpuSeconds += spent
      report.pictureSeconds.append(spent)
      report.stageSeconds.merge(result.stageSeconds, uniquingKeysWith: +)
    }
    return report
  }
}
