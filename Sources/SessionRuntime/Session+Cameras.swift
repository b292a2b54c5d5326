import SessionCore
import SystemSupport

extension Session {
  /// What a capture thread tells.
  func handle(_ event: TrackingPipeline.Event, of pipeline: TrackingPipeline) {
    switch event {
    case .pictureWaiting: trackNewestPicture(of: pipeline)
    case .cannotOpen(let error): stop(.failed, error, because: pipeline)
    case .isMissing(let error): goOn(without: pipeline, error)
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
      // The settings first: a picture must not pass for one after an interruption that it precedes.
      guard let self, let settings = state.withLock({ $0.settings(for: pipeline) }),
        case .frame(let image)? = pipeline.mailbox.takeIfAny()
      else { return }
      do throws(SessionError) {
        let result = try track.get()(image, settings)
        ingest(TrackedPicture(image: image, result: result), from: pipeline, settings)
      } catch {
        stop(.failed, error, because: pipeline)
      }
    }
  }

  /// Leaves a camera out that could not be opened; without any camera the session fails.
  private func goOn(without pipeline: TrackingPipeline, _ error: SessionError) {
    let failure = state.withLock { s -> SessionError? in
      guard s.isCurrent(pipeline), let configuration = s.configuration else { return nil }
      s.missing[pipeline.role] = error
      s.endedRoles.insert(pipeline.role)
      let isAlone = configuration.roles.allSatisfy { s.missing[$0] != nil }
      return isAlone ? s.missing[configuration.primaryRole] : nil
    }
    if let failure { return stop(.failed, failure, because: pipeline) }
    interrupt(pipeline, error.message)
  }

  /// Pictures that are still on their way are dropped: the camera's next one follows none of them.
  private func interrupt(_ pipeline: TrackingPipeline, _ reason: String) {
    if parts.pacing == .realTime { pipeline.mailbox.discard() }
    emit { [parts] s in
      guard s.isCurrent(pipeline), s.interruptedRoles.insert(pipeline.role).inserted else {
        return []
      }
      let time = s.eventTime(parts)
      s.discontinuities[pipeline.role, default: 0] += 1
      s.assembler?.cameraStopped(pipeline.role, reason: reason, at: time)
      s.statistics.pauseClock(if: pipeline.role == s.configuration?.primaryRole)
      return [.interrupted(pipeline.role, reason: reason, time: time)]
    }
  }

  private func endInterruption(of pipeline: TrackingPipeline) {
    emit { [parts] s in
      guard s.isCurrent(pipeline), s.interruptedRoles.remove(pipeline.role) != nil else {
        return []
      }
      s.assembler?.cameraResumed(pipeline.role)
      return [.interruptionEnded(pipeline.role, time: s.eventTime(parts))]
    }
  }

  /// The leading camera's end is the session's; another's leaves its last data, while the leading
  /// camera is there.
  private func end(_ pipeline: TrackingPipeline) {
    let endsSession = state.withLock { s -> Bool in
      guard s.isCurrent(pipeline), let configuration = s.configuration else { return false }
      let isNew = s.endedRoles.insert(pipeline.role).inserted
      if pipeline.role == configuration.primaryRole
        || configuration.roles.allSatisfy(s.endedRoles.contains)
      {
        return true
      }
      if isNew, !s.interruptedRoles.contains(pipeline.role) {
        let time = s.eventTime(parts)
        s.assembler?.cameraStopped(
          pipeline.role, reason: "the \(pipeline.role.rawValue) camera's material is at its end",
          at: time)
      }
      return false
    }
    if endsSession { stop(.ended, because: pipeline) }
  }
}
