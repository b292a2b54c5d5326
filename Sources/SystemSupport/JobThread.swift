/// A thread that does one job at a time, for work that is wanted but not waited for.
///
/// Values go in and come out; nothing is shared. Thread-safe. The thread ends with its last owner,
/// after the job at hand.
public final class JobThread<Job: Sendable, Outcome: Sendable>: Sendable {
  private struct State: Sendable {
    var job: Job?
    var isBusy = false
    var outcome: Outcome?
    var isStopped = false
  }

  private let state: Monitor<State>
  private let thread: DedicatedThread

  /// Starts the thread.
  ///
  /// - Parameters:
  ///   - name: shown by `top -H`; the kernel keeps 15 characters.
  ///   - prepare: runs once on the new thread and gives what does the jobs there; it may keep what
  ///     only that thread needs.
  /// - Throws: `DedicatedThreadError` when the system gives no more threads.
  public init(
    ifPossible name: String, prepare: @escaping @Sendable () -> (Job) -> Outcome
  ) throws(DedicatedThreadError) {
    let state = Monitor(State())
    self.state = state
    thread = try DedicatedThread(ifPossible: name) {
      let work = prepare()
      while let job = Self.nextJob(state) {
        let outcome = work(job)
        state.withLock { s in
          s.outcome = outcome
          s.isBusy = false
        }
      }
    }
  }

  deinit {
    state.withLock { $0.isStopped = true }
    thread.join()
  }

  /// Whether a job would begin at once: none is being done, and the last outcome was taken.
  public var isIdle: Bool { state.withLock { !$0.isBusy && $0.outcome == nil } }

  /// Gives a job; false, and nothing is done, while the thread is not idle.
  @discardableResult
  public func submit(_ job: Job) -> Bool {
    state.withLock { s in
      guard !s.isBusy, s.outcome == nil else { return false }
      s.job = job
      s.isBusy = true
      return true
    }
  }

  /// Takes what the last job gave, once; nil while it is being done.
  public func takeOutcome() -> Outcome? {
    state.withLock { s in
      defer { s.outcome = nil }
      return s.outcome
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
