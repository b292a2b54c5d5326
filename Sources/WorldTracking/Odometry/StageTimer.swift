import SystemSupport

/// Where a picture's CPU time goes.
struct StageTimer {
  /// The steps of world tracking.
  enum Stage: String, CaseIterable, Sendable {
    case pyramid, initialize, flow, pose, patches, search, adjust, keyframe, relocalize, planes
    case light, anchor, images, loops
  }

  /// CPU seconds of the thread by stage.
  private(set) var seconds: [String: Double] = [:]
  private var last = ProcessUsage.threadCPUSeconds()

  /// Starts the clock.
  init() {}

  /// Books the time since the last mark on a stage.
  mutating func mark(_ stage: Stage) {
    let now = ProcessUsage.threadCPUSeconds()
    seconds[stage.rawValue, default: 0] += now - last
    last = now
  }
}
