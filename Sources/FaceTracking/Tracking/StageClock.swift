import SystemSupport

/// Adds up the calling thread's CPU time by stage.
struct StageClock {
  /// CPU seconds of each stage since `start`.
  private(set) var seconds: [String: Double] = [:]
  private var last = 0.0

  /// Forgets all stages and begins the first.
  mutating func start() {
    for stage in seconds.keys { seconds[stage] = 0 }
    last = ProcessUsage.threadCPUSeconds()
  }

  /// Ends a stage and begins the next.
  mutating func end(_ stage: String) {
    let now = ProcessUsage.threadCPUSeconds()
    seconds[stage, default: 0] += now - last
    last = now
  }
}
