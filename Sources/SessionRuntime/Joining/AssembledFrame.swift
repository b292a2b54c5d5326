import SessionCore

/// A frame with what changed since the one before.
struct AssembledFrame: Sendable {
  var frame: SessionFrame
  var changes: AnchorChanges
  var stateChanged: Bool

  /// The frame's events in their documented order.
  var events: [SessionEvent] {
    let time = frame.timestamp
    var events: [SessionEvent] = []
    if stateChanged { events.append(.trackingStateChanged(frame.trackingState, time: time)) }
    events.append(.frame(frame))
    if !changes.removed.isEmpty { events.append(.anchorsRemoved(changes.removed, time: time)) }
    if !changes.added.isEmpty { events.append(.anchorsAdded(changes.added, time: time)) }
    if !changes.updated.isEmpty { events.append(.anchorsUpdated(changes.updated, time: time)) }
    return events
  }
}
