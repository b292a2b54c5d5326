import SessionCore
import SpatialMath
import SystemSupport

extension Session {
  /// Takes what a tracker found in a picture; called on the tracker's thread, or by the lock-step.
  ///
  /// A picture of the leading camera becomes a frame with its events; a picture of the other
  /// camera is kept and joined to the next frame, or becomes one while the leading camera is away.
  func ingest(
    _ picture: TrackedPicture, from pipeline: TrackingPipeline, _ settings: TrackerSettings
  ) {
    if state.withLock({ $0.makesFrames(pipeline.role) }) {
      let depth = takeDepth(upTo: picture.image.timestamp)
      emit { [parts] s in
        guard s.accepts(pipeline, settings) else {
          pipeline.mailbox.countDrop()
          return []
        }
        return s.publish(picture, depth, parts)
      }
    } else {
      state.withLock { s in
        guard s.accepts(pipeline, settings) else { return pipeline.mailbox.countDrop() }
        s.statistics.add(stagesOf: picture.result)
        s.assembler?.ingest(secondary: picture)
      }
    }
  }

  /// Makes events under the lock and hands them out in order: to observers, which are called
  /// here, then to the streams and the delegate's queue, which take them without waiting.
  ///
  /// So whoever pauses the session in a delegate call knows that observers have seen that frame.
  func emit(_ makeEvents: @escaping @Sendable (inout SessionState) -> [SessionEvent]) {
    emission.run { [self] in
      let handOut = state.withLock { s -> HandOut in
        let start = ProcessUsage.threadCPUSeconds()
        defer {
          s.statistics.add(stage: "session.join", seconds: ProcessUsage.threadCPUSeconds() - start)
        }
        return HandOut(
          events: makeEvents(&s), observations: s.observations,
          streams: s.streams.compactMap(\.buffer),
          hasDelegate: s.delegate != nil || !s.raycasts.isEmpty)
      }
      guard !handOut.events.isEmpty else { return }
      tell(handOut.observations, handOut.events)
      for stream in handOut.streams { stream.append(handOut.events) }
      if handOut.hasDelegate { delivery.append(handOut.events) }
    }
  }

  private func tell(_ observations: [SessionObservation], _ events: [SessionEvent]) {
    if observations.isEmpty { return }
    let start = ProcessUsage.threadCPUSeconds()
    for observation in observations { observation.body(events) }
    let seconds = ProcessUsage.threadCPUSeconds() - start
    state.withLock { $0.statistics.add(stage: "session.observers", seconds: seconds) }
  }

  private struct HandOut: Sendable {
    var events: [SessionEvent]
    var observations: [SessionObservation]
    var streams: [EventStreamBuffer]
    var hasDelegate: Bool
  }
}

extension SessionState {
  /// Makes the frame of a picture and its events; none for one that came too late for a frame.
  mutating func publish(
    _ picture: TrackedPicture, _ depth: CapturedDepthData?, _ parts: SessionParts
  ) -> [SessionEvent] {
    statistics.add(stagesOf: picture.result)
    guard var assembled = assembler?.makeFrame(of: picture) else { return [] }
    assembled.frame.capturedDepthData = depth
    let time = picture.image.timestamp
    if parts.pacing == .realTime { assembled.frame.latency = parts.now().seconds(since: time) }
    statistics.count(assembled)
    currentFrame = assembled.frame
    var events: [SessionEvent] = []
    if mustAnnounceStart {
      mustAnnounceStart = false
      let zero = zero ?? time
      self.zero = zero
      if let start = start(at: zero) { events.append(.started(start)) }
    }
    return events + assembled.events
  }
}
