import SessionCore
import SpatialMath

extension Session {
  /// Opens the depth camera, unless it runs.
  func startDepth() {
    guard let parts = parts.depth else { return }
    let feed = DepthFeed(parts, pacing: self.parts.pacing)
    let (isNew, before) = state.withLock { s in
      guard s.phase == .running, s.depth == nil else { return (false, DepthFeed?.none) }
      s.depth = feed
      return (true, s.depthBefore)
    }
    guard isNew else { return }
    feed.start(after: before) { [weak self, weak feed] news in
      guard let self, let feed else { return }
      handle(news, of: feed)
    }
  }

  /// Closes the depth camera.
  func stopDepth() {
    let feed = state.withLock { s in
      defer {
        s.depthBefore = s.depth ?? s.depthBefore
        s.depth = nil
      }
      return s.depth
    }
    feed?.stop()
  }

  /// The depth picture of a frame that is about to be made; asked outside of the lock, since in
  /// lock-step it reads a file.
  func takeDepth(upTo time: Timestamp) -> CapturedDepthData? {
    guard let feed = state.withLock({ $0.depth }) else { return nil }
    do throws(SessionError) {
      return try feed.take(upTo: time)
    } catch {
      handle(.failed(error), of: feed)
      return nil
    }
  }

  private func handle(_ news: DepthFeed.News, of feed: DepthFeed) {
    guard state.withLock({ $0.depth === feed }) else { return }
    switch news {
    case .interrupted(let reason):
      emit { [parts] s in
        guard s.interruptedRoles.insert(.depth).inserted else { return [] }
        return [.interrupted(.depth, reason: reason, time: s.eventTime(parts))]
      }
    case .resumed:
      emit { [parts] s in
        guard s.interruptedRoles.remove(.depth) != nil else { return [] }
        return [.interruptionEnded(.depth, time: s.eventTime(parts))]
      }
    case .failed(let error): stop(.failed, error)
    }
  }
}
