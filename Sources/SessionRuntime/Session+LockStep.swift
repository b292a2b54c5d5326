import SessionCore
import SystemSupport

/// Lock-step: the thread "bifrons.session" takes every picture of both cameras in the order of
/// their timestamps, waits for the trackers, and calls the delegate before it goes on.
///
/// One step is one picture of the leading camera with all pictures of the other camera up to its
/// time. The two trackers work side by side on their own threads; since each sees its pictures in
/// order and the step waits for both, the results do not depend on which is faster. While a
/// recorded leading camera is interrupted, the other's pictures wait for its next one: what comes
/// between has no time of its own.
extension Session {
  /// Processes the next picture of the leading camera; waits for it.
  func step() {
    guard let plan = state.withLock({ $0.stepPlan }), let item = plan.primary.mailbox.take() else {
      return
    }
    guard case .frame(let image) = item else { return handle(item, of: plan.primary) }
    let primary = StepTask(plan.primary, plan.primaryTracker, [image], settings(plan.primary))
    var secondary: StepTask?
    if let pipeline = plan.secondary, let tracker = plan.secondaryTracker {
      let images = secondaryPictures(of: pipeline, upTo: image)
      secondary = StepTask(pipeline, tracker, images, settings(pipeline))
    }
    if let secondary { finish(secondary) }
    finish(primary)
  }

  private func settings(_ pipeline: TrackingPipeline) -> TrackerSettings? {
    state.withLock { $0.settings(for: pipeline) }
  }

  /// Takes the other camera's pictures that are not later than a leading picture.
  ///
  /// What else comes has no time: it belongs after the picture before it, so to the next step.
  private func secondaryPictures(
    of pipeline: TrackingPipeline, upTo image: CameraFrame
  ) -> [CameraFrame] {
    var images: [CameraFrame] = []
    while !state.withLock({ $0.endedRoles.contains(pipeline.role) }),
      let item = pipeline.mailbox.peek()
    {
      if case .frame(let other) = item {
        if other.timestamp > image.timestamp { break }
        images.append(other)
      } else {
        if !images.isEmpty { break }
        handle(item, of: pipeline)
      }
      _ = pipeline.mailbox.take()
    }
    return images
  }

  private func finish(_ task: StepTask) {
    for result in task.results() {
      switch result {
      case .success(let picture):
        if let settings = task.settings { ingest(picture, from: task.pipeline, settings) }
      case .failure(let error):
        stop(.failed, error, because: task.pipeline)
      }
    }
  }
}

/// Some pictures of one camera on their way through its tracker.
private struct StepTask {
  let pipeline: TrackingPipeline
  let settings: TrackerSettings?
  private let count: Int
  private let done = Monitor(Progress())

  private struct Progress: Sendable {
    /// Pictures that are dealt with, also by a tracker that was told to finish.
    var count = 0
    var results: [Result<TrackedPicture, SessionError>] = []
  }

  init(
    _ pipeline: TrackingPipeline, _ tracker: TrackerThread, _ images: [CameraFrame],
    _ settings: TrackerSettings?
  ) {
    self.pipeline = pipeline
    self.settings = settings
    count = settings == nil ? 0 : images.count
    guard let settings else { return }
    for image in images {
      let isAccepted = tracker.submit { [done] track in
        let result = Result { () throws(SessionError) in
          TrackedPicture(image: image, result: try track.get()(image, settings))
        }
        done.withLock { progress in
          progress.results.append(result)
          progress.count += 1
        }
      }
      if !isAccepted { done.withLock { $0.count += 1 } }
    }
  }

  /// Waits for all results, in the order of the pictures.
  func results() -> [Result<TrackedPicture, SessionError>] {
    done.wait { [count] in $0.count == count ? $0.results : nil }
  }
}

extension SessionState {
  struct StepPlan: Sendable {
    var primary: TrackingPipeline
    var primaryTracker: TrackerThread
    var secondary: TrackingPipeline?
    var secondaryTracker: TrackerThread?
  }

  /// Who takes part in the next step; nil while the session does not run.
  fileprivate var stepPlan: StepPlan? {
    guard phase == .running, let configuration,
      let primary = pipelines[configuration.primaryRole],
      let tracker = trackers[configuration.primaryRole]
    else { return nil }
    var plan = StepPlan(primary: primary, primaryTracker: tracker)
    if let role = configuration.roles.first(where: { $0 != configuration.primaryRole }) {
      plan.secondary = pipelines[role]
      plan.secondaryTracker = trackers[role]
    }
    return plan
  }
}
