import SessionCore

extension Session {
  /// Makes a map of the surroundings as far as they are known, with the anchors in them.
  ///
  /// May be asked while the session runs and after it has stopped.
  ///
  /// - Parameter completion: is given the map on the tracker's thread, or why there is none:
  ///   `insufficientFeatures` before there is enough to come back to; the frame's
  ///   `worldMappingStatus` tells when there is.
  public func getCurrentWorldMap(
    _ completion: @escaping @Sendable (Result<WorldMap, SessionError>) -> Void
  ) {
    let problem = SessionError(
      .invalidConfiguration,
      "there is no world map: this session has not tracked the world; run a world configuration")
    guard let tracker = state.withLock({ $0.trackers[.rear] }) else {
      return completion(.failure(problem))
    }
    let isAccepted = tracker.submit { [weak self] track in
      completion(
        Result { () throws(SessionError) -> WorldMap in
          let map = try track.get().worldMap()
          return self?.state.withLock { $0.assembler?.completed(map) } ?? map
        })
    }
    if !isAccepted { completion(.failure(problem)) }
  }

  /// Makes a map of the surroundings as far as they are known, with the anchors in them.
  ///
  /// - Throws: `SessionError` with `insufficientFeatures` before there is enough to come back to,
  ///   `invalidConfiguration` where the world is not tracked.
  public func currentWorldMap() async throws(SessionError) -> WorldMap {
    let result = await withCheckedContinuation { continuation in
      getCurrentWorldMap { continuation.resume(returning: $0) }
    }
    return try result.get()
  }
}
