import SessionCore
import SystemSupport

extension Session {
  /// Starts the thread "bifrons.session" once; it lives as long as the session.
  ///
  /// - Returns: what is wrong when the system starts none; the next call tries again.
  func startDeliveryThread() -> SessionError? {
    let isFirst = state.withLock { s in
      defer { s.hasDeliveryThread = true }
      return !s.hasDeliveryThread
    }
    guard isFirst else { return nil }
    do throws(DedicatedThreadError) {
      _ = try DedicatedThread(ifPossible: "bifrons.session") { [delivery, weak self] in
        while true {
          let work = delivery.take()
          if case .finish = work { return }
          self?.perform(work)
        }
      }
      return nil
    } catch {
      state.withLock { $0.hasDeliveryThread = false }
      return SessionError(.sensorFailed, error.description, isShortOfResources: true)
    }
  }

  private func perform(_ work: DelegateQueue.Work) {
    switch work {
    case .event(let event): deliver(event)
    case .askAboutRelocalization: askAboutRelocalization()
    case .step: step()
    case .finish: break
    }
  }

  private func askAboutRelocalization() {
    if state.withLock({ $0.delegate })?.sessionShouldAttemptRelocalization(self) == false {
      resetTracking()
    }
  }

  private func deliver(_ event: SessionEvent) {
    let (delegate, raycasts) = state.withLock { ($0.delegate, $0.raycasts) }
    if case .frame(let frame) = event { for raycast in raycasts { raycast.update(with: frame) } }
    // A raycast's listener may have paused the session.
    guard let delegate, delivery.isOpen else { return }
    switch event {
    case .started: break
    case .frame(let frame):
      if parts.pacing == .realTime {
        let seconds = parts.now().seconds(since: frame.timestamp)
        state.withLock { $0.statistics.count(delivery: seconds) }
      }
      delegate.session(self, didUpdate: frame)
    case .trackingStateChanged(let state, _):
      delegate.session(self, cameraDidChangeTrackingState: state)
    case .anchorsAdded(let anchors, _): delegate.session(self, didAdd: anchors)
    case .anchorsUpdated(let anchors, _): delegate.session(self, didUpdate: anchors)
    case .anchorsRemoved(let anchors, _): delegate.session(self, didRemove: anchors)
    case .interrupted(let role, let reason, _):
      delegate.sessionWasInterrupted(self, camera: role, reason: reason)
    case .interruptionEnded(let role, _):
      delegate.sessionInterruptionEnded(self, camera: role)
      if role == .rear, delivery.isOpen, state.withLock({ $0.assembler?.hasMap }) == true {
        askAboutRelocalization()
      }
    case .failed(let error, _): delegate.session(self, didFailWithError: error)
    case .stopped(let reason, _, _): if reason == .ended { delegate.sessionDidReachEnd(self) }
    }
  }
}
