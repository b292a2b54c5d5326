import SessionCore
import SpatialMath
import Synchronization
import SystemSupport

extension FrameSourceContract {
  /// In real time no picture comes before its time.
  func verifyRealTime() throws {
    let source = try makeSource()
    let origin = MonotonicClock.now()
    try source.start(origin: origin, pacing: .realTime)
    for frame in try pictures(of: source, atMost: 4) {
      let early = frame.timestamp.seconds(since: MonotonicClock.now())
      try expect(early <= 0, "picture \(frame.sequence) came \(early) s before its time")
      try expect(
        early > -latenessTolerance, "picture \(frame.sequence) came \(-early) s late")
    }
    source.stop()
  }

  /// In real time a late consumer misses pictures, which are counted.
  func verifySkipping() throws {
    let source = try makeSource()
    try source.start(origin: MonotonicClock.now(), pacing: .realTime)
    guard let first = try pictures(of: source, atMost: 1).first else { return }
    let interval = 1 / source.format.nominalRate
    MonotonicClock.sleep(until: first.timestamp.advanced(bySeconds: 2.5 * interval))
    guard let second = try pictures(of: source, atMost: 1).first else { return }
    try expect(
      second.sequence >= first.sequence + 2,
      "after 2.5 intervals picture \(second.sequence) came, so none was skipped")
    let counters = source.statistics
    try expect(
      counters.captured == 2 && counters.captured + counters.droppedByUs == second.sequence + 1,
      "skipped pictures are counted as dropped by us: \(counters) at \(second.sequence)")
    source.stop()
  }

  /// `stop` from another thread ends a `next` that waits.
  func verifyStopFromAnotherThread() throws {
    let source = try makeSource()
    // Recorded pictures begin in an hour: `next` has to wait for the first.
    let begin = MonotonicClock.now().advanced(bySeconds: kind == .recorded ? 3600 : 0)
    try source.start(origin: begin, pacing: .realTime)
    let ended = Mutex<Timestamp?>(nil)
    _ = DedicatedThread(name: "contract") {
      while let event = try? source.next() {
        if case .ended = event { break }
      }
      ended.withLock { $0 = MonotonicClock.now() }
    }
    MonotonicClock.sleep(until: MonotonicClock.now().advanced(bySeconds: 0.05))
    try expect(ended.withLock { $0 } == nil, "a source goes on until it is stopped")
    let stopped = MonotonicClock.now()
    source.stop()
    source.stop()
    while ended.withLock({ $0 }) == nil {
      try expect(
        MonotonicClock.now().seconds(since: stopped) < latenessTolerance,
        "`next` still waits \(latenessTolerance) s after `stop`")
      MonotonicClock.sleep(until: MonotonicClock.now().advanced(bySeconds: 0.002))
    }
  }
}
