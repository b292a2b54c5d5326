import SessionCore
import SystemSupport

extension Session {
  /// What a capture thread tells.
  func handle(_ event: TrackingPipeline.Event, of pipeline: TrackingPipeline) {
    switch event {
    case .pictureWaiting: trackNewestPicture(of: pipeline)
    case .cannotOpen(let error): stop(.failed, error, because: pipeline)
    case .item(.ended):
      // Behind the pictures that the tracker still has to do.
      let tracker = state.withLock { $0.trackers[pipeline.role] }
      tracker?.submit { [weak self] _ in self?.handle(.ended, of: pipeline) }
    case .item(let item): handle(item, of: pipeline)
    }
  }

  /// What is neither a picture nor waits for one.
  func handle(_ item: FrameMailbox.Item, of pipeline: TrackingPipeline) {
    switch item {
    case .frame: break
    case .interrupted(let reason): interrupt(pipeline, reason)
    case .resumed: endInterruption(of: pipeline)
    case .ended: end(pipeline)
    case .failed(let error): stop(.failed, error, because: pipeline)
    }
  }

  private func trackNewestPicture(of pipeline: TrackingPipeline) {
    let tracker = state.withLock { s in s.isCurrent(pipeline) ? s.trackers[pipeline.role] : nil }
    tracker?.submit { [weak self] track in
      guard let self, case .frame(let image)? = pipeline.mailbox.takeIfAny(),
        let settings = state.withLock({ $0.settings(for: pipeline) })
      else { return }
      do throws(SessionError) {
        let result = try track.get()(image, settings)
        ingest(
          TrackedPicture(image: image, result: result), from: pipeline,
          generation: settings.generation)
      } catch {
        stop(.failed, error, because: pipeline)
      }
    }
  }

  private func interrupt(_ pipeline: TrackingPipeline, _ reason: String) {
    emit { s in
      guard s.isCurrent(pipeline), s.interruptedRoles.insert(pipeline.role).inserted else {
        return []
      }
      s.assembler?.cameraStopped(pipeline.role, reason: reason)
      s.statistics.pauseClock(if: pipeline.role == s.configuration?.primaryRole)
      return [.interrupted(pipeline.role, reason: reason, time: s.eventTime(parts))]
    }
  }

  private func endInterruption(of pipeline: TrackingPipeline) {
    emit { s in
      guard s.isCurrent(pipeline), s.interruptedRoles.remove(pipeline.role) != nil else {
        return []
      }
      s.assembler?.cameraResumed(pipeline.role)
      return [.interruptionEnded(pipeline.role, time: s.eventTime(parts))]
    }
  }

  /// The leading camera's end is the session's; the other's leaves its last data.
  private func end(_ pipeline: TrackingPipeline) {
    let endsSession = state.withLock { s -> Bool in
      guard s.isCurrent(pipeline) else { return false }
      if pipeline.role == s.configuration?.primaryRole { return true }
      s.endedRoles.insert(pipeline.role)
      s.assembler?.cameraStopped(
        pipeline.role, reason: "the \(pipeline.role.rawValue) camera's material is at its end")
      return false
    }
    if endsSession { stop(.ended, because: pipeline) }
  }
}
