import SessionCore
import SpatialMath
import Synchronization
import SystemSupport

/// Keeps a simulated camera's time: which picture comes next, when it is due, what was skipped.
///
/// Thread-safe. A picture is chosen before it is drawn and handed out when it is due, so drawing
/// time does not delay it as long as it fits between two pictures.
final class SimulatedFeed: Sendable {
  private struct State {
    var isStarted = false
    var next = 0
    var statistics = FrameSourceStatistics()
  }

  /// Pictures a second.
  let rate: Double
  /// The number of pictures after which the camera ends; nil for an endless one.
  let frameCount: Int?
  private let clock = PlaybackClock()
  private let state = Mutex(State())

  init(rate: Double, frameCount: Int?) {
    self.rate = rate
    self.frameCount = frameCount
  }

  /// Begins at picture 0.
  func start(origin: Timestamp, pacing: Pacing) {
    clock.start(origin: origin, isRealTime: pacing == .realTime)
    state.withLock { $0.isStarted = true }
  }

  /// Ends the pictures and wakes a sleeping `deliver`, for good.
  func stop() { clock.stop() }

  /// The counters so far.
  var statistics: FrameSourceStatistics { state.withLock { $0.statistics } }

  /// The capture time of a picture.
  func timestamp(sequence: Int) -> Timestamp {
    clock.time(ofSeconds: Double(sequence) / rate)
  }

  /// The number of the picture to draw now, or nil at the end and before the start.
  ///
  /// At real time this is the newest picture whose moment has come, or else the next one; those
  /// between are skipped and counted.
  func chooseNext() -> Int? {
    let origin = timestamp(sequence: 0)
    return state.withLock { state in
      guard state.isStarted, !clock.isStopped else { return nil }
      var sequence = state.next
      if clock.isRealTime {
        let elapsed = MonotonicClock.now().seconds(since: origin)
        sequence = max(sequence, Int((elapsed * rate).rounded(.down)))
      }
      if let frameCount {
        guard state.next < frameCount else { return nil }
        sequence = min(sequence, frameCount - 1)
      }
      state.statistics.droppedByUs += sequence - state.next
      state.next = sequence + 1
      return sequence
    }
  }

  /// Waits until a picture is due and counts it; false when the camera was stopped meanwhile.
  func deliver(sequence: Int) -> Bool {
    guard clock.wait(until: timestamp(sequence: sequence)) else { return false }
    state.withLock { $0.statistics.captured += 1 }
    return true
  }
}
