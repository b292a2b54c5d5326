import SessionCore
import SpatialMath
import Synchronization

/// A source that hands out pictures that are in memory already: a camera that costs nothing.
final class MemorySource: FrameSource {
  let role: CameraRole
  let format: CameraFormat
  private let frames: [CameraFrame]
  private let position = Mutex(0)
  private let isStopped = Atomic(false)

  init(role: CameraRole, format: CameraFormat, frames: [CameraFrame]) {
    self.role = role
    self.format = format
    self.frames = frames
  }

  /// The same pictures from the beginning.
  func rewound() -> MemorySource { MemorySource(role: role, format: format, frames: frames) }

  var statistics: FrameSourceStatistics {
    var statistics = FrameSourceStatistics()
    statistics.captured = position.withLock { $0 }
    return statistics
  }

  func start(origin: Timestamp, pacing: Pacing) throws(SessionError) {}

  func next() throws(SessionError) -> FrameSourceEvent {
    position.withLock { position in
      guard position < frames.count, !isStopped.load(ordering: .relaxed) else { return .ended }
      position += 1
      return .frame(frames[position - 1])
    }
  }

  func stop() { isStopped.store(true, ordering: .relaxed) }
}
