import SessionCore
import Synchronization

/// A raycast that is asked again for every frame; see `Session.trackedRaycast`.
public final class TrackedRaycast: Sendable {
  /// What is asked.
  public let query: RaycastQuery
  private let onChange: @Sendable ([RaycastResult]) -> Void
  private let last = Mutex([RaycastResult]?.none)

  init(_ query: RaycastQuery, _ onChange: @escaping @Sendable ([RaycastResult]) -> Void) {
    self.query = query
    self.onChange = onChange
  }

  /// Asks again; keeps the last answer while tracking is limited.
  func update(with frame: SessionFrame) {
    guard frame.trackingState == .normal else { return }
    let results = frame.raycast(query)
    let isNew = last.withLock { last in
      defer { last = results }
      return last != results
    }
    if isNew { onChange(results) }
  }
}

extension Session {
  /// The surfaces along a ray, nearest first, at the newest frame; empty while limited.
  public func raycast(_ query: RaycastQuery) -> [RaycastResult] {
    currentFrame?.raycast(query) ?? []
  }

  /// Repeats a raycast for every frame and tells when the answer changes.
  ///
  /// Runs until `stop(tracking:)` or a `run` with `.stopTrackedRaycasts`.
  ///
  /// - Parameters:
  ///   - query: what is asked.
  ///   - onChange: is given the surfaces, nearest first, on the thread "bifrons.session".
  /// - Returns: what `stop(tracking:)` needs.
  public func trackedRaycast(
    _ query: RaycastQuery, onChange: @escaping @Sendable ([RaycastResult]) -> Void
  ) -> TrackedRaycast {
    let raycast = TrackedRaycast(query, onChange)
    state.withLock { $0.raycasts.append(raycast) }
    return raycast
  }

  /// Stops repeating a raycast.
  public func stop(tracking raycast: TrackedRaycast) {
    state.withLock { s in s.raycasts.removeAll { $0 === raycast } }
  }
}
