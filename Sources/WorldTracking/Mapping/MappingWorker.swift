import Dispatch
import SessionCore
import Synchronization
import SystemSupport

/// Runs mapping jobs on a thread of their own, in the order given.
///
/// Values go in and come out; nothing is shared. Thread-safe.
final class MappingWorker: Sendable {
  private struct State: Sendable {
    var waiting: [MappingJob] = []
    var finished: [MappingJob] = []
    var failure: SessionError?
    var isStopped = false
  }

  /// Newer keyframes' work is dropped while this many jobs wait: the next keyframe brings it again.
  private static let mostWaiting = 4

  private let state: SharedState
  private let thread: DedicatedThread

  /// What the worker and its thread share: the thread must not keep the worker alive.
  private final class SharedState: Sendable {
    let mutex = Mutex(State())
    let wake = DispatchSemaphore(value: 0)
  }

  /// Starts the thread.
  init() throws(SessionError) {
    let state = SharedState()
    self.state = state
    thread = try TrackingThread.loop("bifrons.map") { Self.run(state) }
  }

  deinit {
    state.mutex.withLock { $0.isStopped = true }
    state.wake.signal()
    thread.join()
  }

  /// Adds a job; false when too many wait, and it is dropped.
  @discardableResult
  func submit(_ job: MappingJob) -> Bool {
    let isTaken = state.mutex.withLock { s in
      guard s.waiting.count < Self.mostWaiting else { return false }
      s.waiting.append(job)
      return true
    }
    if isTaken { state.wake.signal() }
    return isTaken
  }

  /// The jobs finished since the last call, in order.
  func takeFinished() throws(SessionError) -> [MappingJob] {
    let (jobs, failure) = state.mutex.withLock { s in
      defer { s.finished = [] }
      return (s.finished, s.failure)
    }
    if let failure { throw failure }
    return jobs
  }

  private static func run(_ state: SharedState) {
    do throws(SessionError) {
      let extractor = try DescriptorExtractor()
      while true {
        state.wake.wait()
        let (job, isStopped) = state.mutex.withLock { s in
          (s.waiting.isEmpty ? nil : s.waiting.removeFirst(), s.isStopped)
        }
        if isStopped { return }
        guard var job else { continue }
        try job.run(extractor)
        let finished = job
        state.mutex.withLock { $0.finished.append(finished) }
      }
    } catch {
      state.mutex.withLock { $0.failure = error }
    }
  }
}
