import SessionCore
import SpatialMath
import SystemSupport

extension Session {
  /// Runs a configuration; a running session switches to it at once.
  ///
  /// - Without options tracking resumes from the last pose and anchors stay. After a pause the
  ///   delegate is asked whether to relocalise.
  /// - A configuration of another type, or with another `worldAlignment`, always resets tracking.
  /// - Options are ignored on the first run.
  /// - A camera that the running configuration uses already is not reopened.
  ///
  /// Returns at once; cameras open on their own threads, and what goes wrong is told by
  /// `didFailWithError`.
  public func run(_ configuration: SessionConfiguration, options: RunOptions = []) {
    let threadProblem = startDeliveryThread()
    if let problem = threadProblem ?? configuration.problem {
      delivery.open(steps: false)
      stop(.failed, problem)
      return
    }
    stops.withLock { $0 = Stops(isRunning: true) }
    let plan = state.withLock { s in s.beginRun(configuration, options, parts, seed) }
    if plan.asksAboutRelocalization { delivery.askAboutRelocalization() }
    startDepth()
    delivery.open(steps: parts.pacing == .asFastAsPossible)
    for pipeline in plan.stopped { pipeline.stop() }
    for role in plan.newTrackers { announce(trackerOf: role, to: plan.gate) }
    for pipeline in plan.started {
      pipeline.start(
        pacing: parts.pacing, after: plan.predecessors.filter { $0.role == pipeline.role },
        makeSource: parts.makeSource
      ) { [weak self] pipeline, event in self?.handle(event, of: pipeline) }
    }
  }

  /// Stops: cameras are closed, maps and anchors are kept for the next `run`.
  ///
  /// When it has returned, the cameras are closed, and no delegate call or observer runs or will
  /// run until the next `run`; from inside a delegate call or an observer it returns at once and
  /// that call is the last. Streams get a `stopped` event.
  public func pause() {
    stop(.paused)
    if emission.isHeldByThisThread || delivery.isThisThread { return }
    let (stopping, depth) = state.withLock { ($0.stopping, $0.depthBefore) }
    for pipeline in stopping { pipeline.waitUntilClosed() }
    depth?.waitUntilClosed()
    delivery.waitUntilIdle()
    emission.run {}
  }

  /// Stops for a reason.
  ///
  /// - Parameters:
  ///   - reason: what the `stopped` event says.
  ///   - error: what failed.
  ///   - pipeline: when given, only if it is still one of the session's.
  func stop(
    _ reason: SessionStopReason, _ error: SessionError? = nil,
    because pipeline: TrackingPipeline? = nil
  ) {
    let stopped = state.withLock { s -> [TrackingPipeline]? in
      if let pipeline, !s.isCurrent(pipeline) { return nil }
      let wasRunning = s.phase == .running
      if wasRunning { s.phase = .paused }
      s.statistics.pauseClock()
      return wasRunning || error != nil ? s.takePipelines { _ in true } : nil
    }
    if reason == .paused { delivery.close() } else { delivery.stopSteps() }
    guard let stopped else { return }
    for pipeline in stopped { pipeline.stop() }
    stopDepth()
    emit { [parts] s in
      let time = s.eventTime(parts)
      let end = SessionEvent.stopped(reason, frames: s.assembler?.frameCount ?? 0, time: time)
      return (error.map { [.failed($0, time: time)] } ?? []) + [end]
    }
    if reason == .paused {
      for stream in state.withLock({ $0.streams.compactMap(\.buffer) }) { stream.removeFrames() }
    }
    stops.withLock { $0 = Stops(isRunning: false, error: error) }
  }

  /// Opens the gate for a tracker once it is made, or stops when it cannot be made.
  private func announce(trackerOf role: CameraRole, to gate: StartGate) {
    guard let tracker = state.withLock({ $0.trackers[role] }) else { return }
    let isAccepted = tracker.submit { [weak self, weak tracker] track in
      if case .failure(let error) = track, let self, let tracker,
        state.withLock({ $0.forget(tracker, of: role) })
      {
        stop(.failed, error)
      }
      gate.trackerIsReady()
    }
    if !isAccepted { gate.trackerIsReady() }
  }

  /// Starts anew with another world origin, keeping the anchors.
  func resetTracking() {
    state.withLock { s in
      s.generation += 1
      s.assembler?.resetTracking()
    }
  }
}

/// What `run` has to do once the lock is released.
struct RunPlan: Sendable {
  var gate: StartGate
  var started: [TrackingPipeline] = []
  var stopped: [TrackingPipeline] = []
  var predecessors: [TrackingPipeline] = []
  var newTrackers: [CameraRole] = []
  var asksAboutRelocalization = false
}

extension SessionState {
  /// Takes over a configuration and prepares what has to be started and stopped.
  mutating func beginRun(
    _ new: SessionConfiguration, _ options: RunOptions, _ parts: SessionParts, _ seed: UInt64
  ) -> RunPlan {
    let old = configuration
    let wasRunning = phase == .running
    let realigns =
      new.worldAlignment != nil && old?.worldAlignment != nil
      && old?.worldAlignment != new.worldAlignment
    let resets =
      old != nil
      && (options.contains(.resetTracking) || old?.typeName != new.typeName || realigns)
    let asks = old != nil && !wasRunning && !resets && new.roles.contains(.rear) && hasMap
    // A camera stays open when its role stays and it has not come to its end.
    let ended = endedRoles
    let stopped = takePipelines { !new.roles.contains($0.role) || ended.contains($0.role) }
    let missing = new.roles.filter { pipelines[$0] == nil }
    endedRoles = []
    self.missing = [:]
    interruptedRoles = interruptedRoles.filter { pipelines[$0] != nil }
    for role in missing { discontinuities[role, default: 0] += 1 }
    takeOver(new, options, resets: resets, parts.rearFromFront, seed)
    let newTrackers = replaceTrackers(new, parts, renewsWorld: realigns)
    var plan = RunPlan(
      gate: StartGate(cameras: missing, trackers: newTrackers.count, now: parts.origin))
    plan.predecessors = stopping
    plan.stopped = stopped
    plan.newTrackers = newTrackers
    plan.asksAboutRelocalization = asks && delegate != nil
    for role in missing {
      let pipeline = TrackingPipeline(
        role: role, policy: parts.pacing == .realTime ? .newestWins : .everyPicture,
        gate: plan.gate, isOptional: parts.tolerates(missing: role, of: new))
      pipelines[role] = pipeline
      plan.started.append(pipeline)
    }
    retireFinishedPipelines()
    return plan
  }

  /// Lets a tracker go that could not be made, so that the next run makes another.
  ///
  /// - Returns: false for one that was replaced already.
  fileprivate mutating func forget(_ tracker: TrackerThread, of role: CameraRole) -> Bool {
    guard trackers[role] === tracker else { return false }
    trackers[role] = nil
    tracker.finish()
    return true
  }

  private var hasMap: Bool { assembler?.hasMap ?? false }

  private mutating func takeOver(
    _ new: SessionConfiguration, _ options: RunOptions, resets: Bool, _ rearFromFront: Pose,
    _ seed: UInt64
  ) {
    let isFirst = configuration == nil
    configuration = new
    phase = .running
    mustAnnounceStart = true
    if resets { generation += 1 }
    if isFirst || resets { mapGeneration = new.initialWorldMap == nil ? nil : generation }
    if isFirst {
      statistics.cpuAtStart = ProcessUsage.cpuSeconds()
      var first = FrameAssembler(configuration: new, rearFromFront: rearFromFront, seed: seed)
      for anchor in earlyAnchors { first.add(anchor) }
      first.awaitedMap = new.initialWorldMap
      earlyAnchors = []
      assembler = first
      return
    }
    assembler?.configure(
      new, resetsTracking: resets, removesAnchors: options.contains(.removeExistingAnchors),
      kept: Set(pipelines.keys))
    if resets { assembler?.awaitedMap = new.initialWorldMap }
    if options.contains(.stopTrackedRaycasts) { raycasts = [] }
  }

  /// Lets trackers go that the configuration does not need, and makes the others.
  private mutating func replaceTrackers(
    _ new: SessionConfiguration, _ parts: SessionParts, renewsWorld: Bool
  ) -> [CameraRole] {
    for role in CameraRole.allCases
    where !new.roles.contains(role) || (renewsWorld && role == .rear) {
      trackers.removeValue(forKey: role)?.finish()
    }
    let missing = new.roles.filter { trackers[$0] == nil }
    for role in missing {
      trackers[role] =
        role == .front
        ? TrackerThread(faceTrackerOf: parts, for: new)
        : TrackerThread(worldTrackerOf: parts, for: new)
    }
    return missing
  }
}

extension SessionParts {
  /// Whether a session goes on when a camera cannot be opened: in real time with whichever is
  /// there, in lock-step, where the leading camera's pictures are the steps, without the other.
  func tolerates(missing role: CameraRole, of configuration: SessionConfiguration) -> Bool {
    toleratesMissingCamera && configuration.roles.count > 1
      && (pacing == .realTime || role != configuration.primaryRole)
  }

  /// The zero for the sources: now, or a fixed one in lock-step, so that runs are alike.
  @Sendable func origin() -> Timestamp { pacing == .asFastAsPossible ? .zero : now() }
}
