import SessionCore
import SpatialMath

/// Adds up what a session does.
struct StatisticsCollector: Sendable {
  private var frames = 0
  private var first: Timestamp?
  private var last: Timestamp?
  /// The state that the time since `last` belongs to; nil after a pause.
  private var state: TrackingState?
  private var latency = LatencyHistogram()
  /// The same until a delegate was called.
  private var delivery = LatencyHistogram()
  private var stateSeconds: [TrackingState: Double] = [:]
  private var stageSeconds: [String: Double] = [:]
  private var faceUpdates = 0
  /// Counters of pipelines that have ended.
  private var retired: [CameraRole: SessionStatistics.Camera] = [:]
  /// CPU seconds of the process at the first `run`.
  var cpuAtStart = 0.0

  mutating func count(_ assembled: AssembledFrame) {
    let frame = assembled.frame
    frames += 1
    first = first ?? frame.timestamp
    if let last, let state {
      stateSeconds[state, default: 0] += frame.timestamp.seconds(since: last)
    }
    last = frame.timestamp
    state = frame.trackingState
    if let seconds = frame.latency { latency.add(seconds) }
    for case .face(let face) in assembled.changes.added + assembled.changes.updated
    where face.isTracked { faceUpdates += 1 }
  }

  /// Counts a frame that a delegate gets so many seconds after its exposure.
  mutating func count(delivery seconds: Double) { delivery.add(seconds) }

  /// Lets the time until the next frame belong to no tracking state, for a session that pauses.
  mutating func pauseClock(if condition: Bool = true) { if condition { state = nil } }

  mutating func add(stage name: String, seconds: Double) {
    stageSeconds[name, default: 0] += seconds
  }

  mutating func add(stagesOf result: TrackingResult) {
    for (name, seconds) in result.stageSeconds { add(stage: name, seconds: seconds) }
  }

  /// Keeps the counters of a pipeline that has ended.
  mutating func retire(_ pipeline: TrackingPipeline) {
    Self.add(pipeline, to: &retired)
  }

  /// The numbers so far, with those of pipelines that still run.
  func snapshot(of running: [TrackingPipeline], cpuSeconds: Double) -> SessionStatistics {
    var result = SessionStatistics()
    result.cameras = retired
    for pipeline in running { Self.add(pipeline, to: &result.cameras) }
    result.frames = frames
    if let first, let last { result.duration = last.seconds(since: first) }
    result.latency = delivery.percentiles ?? latency.percentiles
    result.cpuSeconds = cpuSeconds - cpuAtStart
    // Storage of its own: with a shared one, the next picture would have to copy it.
    result.stageSeconds = stageSeconds.mapValues(\.self)
    result.faceUpdates = faceUpdates
    result.trackingStateSeconds = stateSeconds.mapValues(\.self)
    return result
  }

  private static func add(
    _ pipeline: TrackingPipeline, to cameras: inout [CameraRole: SessionStatistics.Camera]
  ) {
    guard let format = pipeline.format else { return }
    let new = pipeline.statistics
    var counters = cameras[pipeline.role]?.counters ?? FrameSourceStatistics()
    counters.captured += new.captured
    counters.droppedByDriver += new.droppedByDriver
    counters.droppedByUs += new.droppedByUs
    counters.corrupt += new.corrupt
    counters.jitter = new.jitter ?? counters.jitter
    let oldRate = cameras[pipeline.role]?.measuredRate
    // The camera's own count where it has one: pictures that we skip are no slow camera.
    counters.measuredRate = new.measuredRate ?? pipeline.mailbox.counters.rate ?? oldRate
    cameras[pipeline.role] = SessionStatistics.Camera(
      counters: counters, nominalRate: format.nominalRate,
      measuredRate: counters.measuredRate)
  }
}
