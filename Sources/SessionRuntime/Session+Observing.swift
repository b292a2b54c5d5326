import SessionCore

/// Somebody who is handed every event; see `Session.observe`.
public final class SessionObservation: Sendable {
  let body: @Sendable ([SessionEvent]) -> Void

  init(_ body: @escaping @Sendable ([SessionEvent]) -> Void) { self.body = body }
}

extension Session {
  /// Hands every event to a function, in order and without loss: for files and outputs.
  ///
  /// All events of one frame come in one call. It is called on a tracker thread (in lock-step on
  /// "bifrons.session"), never twice at once, and holds up that tracker while it works: it must
  /// be quick. It may call the session's functions, but from inside it `pause` does not wait.
  /// It stays until `stop(observing:)`.
  @discardableResult public func observe(
    _ body: @escaping @Sendable ([SessionEvent]) -> Void
  ) -> SessionObservation {
    let observation = SessionObservation(body)
    state.withLock { $0.observations.append(observation) }
    return observation
  }

  /// Ends an observation; a call that is under way may still finish.
  public func stop(observing observation: SessionObservation) {
    state.withLock { s in s.observations.removeAll { $0 === observation } }
  }

  /// The events from now on, as a stream of its own for each call.
  ///
  /// A reader that keeps up gets everything. For a slower one, of several waiting frames the newest
  /// stays, and of several waiting updates of one anchor; added and removed anchors and all other
  /// events are never lost. This holds in lock-step too: only delegates and observers are waited
  /// for. The stream ends with the session, not with a pause.
  public var events: AsyncStream<SessionEvent> {
    let buffer = EventStreamBuffer()
    state.withLock { s in
      s.streams.removeAll { $0.buffer == nil }
      s.streams.append(SessionState.WeakStream(buffer: buffer))
    }
    return buffer.makeStream()
  }
}
