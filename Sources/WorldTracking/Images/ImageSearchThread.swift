import SessionCore
import SystemSupport

/// Looks for reference images on a thread of its own, one picture at a time.
///
/// Values go in and come out; nothing is shared. Thread-safe.
final class ImageSearchThread: Sendable {
  /// A picture and what to look for in it.
  struct Job: Sendable {
    var pyramid: ImagePyramid
    var lens: Lens
    var cameraFromMap: RigidMotion
    var part: ImageFinder.Part
    var patterns: [Int: ReferencePattern]
  }

  /// What was found, with the job that asked for it.
  struct Outcome: Sendable {
    var job: Job
    var findings: [ImageFinder.Finding]
  }

  private struct State: Sendable {
    var job: Job?
    var isBusy = false
    var outcome: Result<Outcome, SessionError>?
    var isStopped = false
  }

  private let state = Monitor(State())
  private let thread: DedicatedThread

  /// Starts the thread.
  init() throws(SessionError) {
    let state = state
    do throws(DedicatedThreadError) {
      thread = try DedicatedThread(ifPossible: "bifrons.images") { Self.run(state) }
    } catch {
      throw SessionError(.worldTrackingFailed, error.description)
    }
  }

  deinit {
    state.withLock { $0.isStopped = true }
    thread.join()
  }

  /// Whether a job would begin at once.
  var isIdle: Bool { state.withLock { !$0.isBusy && $0.outcome == nil } }

  /// Gives a job; only while the thread is idle.
  func submit(_ job: Job) {
    state.withLock { s in
      s.job = job
      s.isBusy = true
    }
  }

  /// Takes what the last job has found, once.
  func takeOutcome() throws(SessionError) -> Outcome? {
    let outcome = state.withLock { s in
      defer { s.outcome = nil }
      return s.outcome
    }
    return try outcome?.get()
  }

  private static func run(_ state: Monitor<State>) {
    var finder: ImageFinder?
    while let job = nextJob(state) {
      let outcome = Result { () throws(SessionError) in
        let ready = if let finder { finder } else { try ImageFinder() }
        finder = ready
        return Outcome(
          job: job,
          findings: try ready.find(job.patterns, in: job.pyramid, part: job.part, lens: job.lens))
      }
      state.withLock { s in
        s.outcome = outcome
        s.isBusy = false
      }
    }
  }

  private static func nextJob(_ state: Monitor<State>) -> Job? {
    state.wait { s -> Job?? in
      if s.isStopped { return .some(nil) }
      guard let job = s.job else { return nil }
      s.job = nil
      return .some(job)
    }
  }
}
