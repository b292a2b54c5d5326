import SessionCore

/// Events that wait for a reader, kept small when the reader is slow.
///
/// Of several waiting frames the newest stays. Of several waiting updates of one anchor the newest
/// stays. All other events stay, in order. So a reader that keeps up gets everything, and one that
/// does not still learns of every anchor that came or went.
package struct EventBuffer: Sendable {
  private var events: [SessionEvent] = []
  private let coalesces: Bool
  /// Frames that gave way to newer ones.
  package private(set) var droppedFrames = 0

  /// - Parameter coalesces: false keeps everything, for a reader that is always waited for.
  package init(coalesces: Bool) { self.coalesces = coalesces }

  package var isEmpty: Bool { events.isEmpty }

  package mutating func append(_ event: SessionEvent) {
    if coalesces {
      switch event {
      case .frame: droppedFrames += removeFrames()
      case .anchorsUpdated(let anchors, _): removeUpdates(of: anchors)
      default: break
      }
    }
    events.append(event)
  }

  package mutating func popFirst() -> SessionEvent? { events.isEmpty ? nil : events.removeFirst() }

  /// Drops everything but news of anchors and of the tracking state, for a session that pauses.
  package mutating func keepChangesOnly() {
    events.removeAll { event in
      switch event {
      case .anchorsAdded, .anchorsUpdated, .anchorsRemoved, .trackingStateChanged: false
      default: true
      }
    }
  }

  /// Drops the waiting frames with their pictures.
  @discardableResult package mutating func removeFrames() -> Int {
    let before = events.count
    events.removeAll { if case .frame = $0 { true } else { false } }
    return before - events.count
  }

  private mutating func removeUpdates(of anchors: [Anchor]) {
    for place in events.indices {
      guard case .anchorsUpdated(let old, let time) = events[place] else { continue }
      let rest = old.filter { o in !anchors.contains { $0.identifier == o.identifier } }
      if rest.count < old.count { events[place] = .anchorsUpdated(rest, time: time) }
    }
    events.removeAll {
      if case .anchorsUpdated(let anchors, _) = $0 { anchors.isEmpty } else { false }
    }
  }
}
