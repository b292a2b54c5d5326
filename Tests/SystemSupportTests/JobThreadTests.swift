import Foundation
import Synchronization
import SystemSupport
import Testing

/// Work beside the thread that wants it.
struct JobThreadTests {
  /// Waits for what a thread gives; a job here takes no time.
  private func outcome<Job, Outcome>(of thread: JobThread<Job, Outcome>) throws -> Outcome {
    for _ in 0..<Self.patience {
      if let outcome = thread.takeOutcome() { return outcome }
      Thread.sleep(forTimeInterval: 0.001)
    }
    throw CancellationError()
  }

  /// Milliseconds; a machine full of tests lets a thread wait.
  private static let patience = 60_000

  @Test func whatIsPreparedIsKeptFromJobToJob() throws {
    let thread = try JobThread<Int, Int>(ifPossible: "test.jobs") {
      var sum = 0
      return {
        sum += $0
        return sum
      }
    }
    #expect(thread.submit(3))
    #expect(try outcome(of: thread) == 3)
    #expect(thread.submit(4))
    #expect(try outcome(of: thread) == 7)
    #expect(thread.takeOutcome() == nil, "an outcome is given once")
  }

  @Test func aBusyThreadTakesNoJobAndItsOwnerMayGo() throws {
    let gate = Monitor(false)
    let done = Mutex([Int]())
    var thread: JobThread<Int, Void>? = try JobThread(ifPossible: "test.jobs") {
      { job in
        gate.wait { $0 ? true : nil }
        done.withLock { $0.append(job) }
      }
    }
    #expect(thread?.isIdle == true)
    #expect(thread?.submit(1) == true)
    #expect(thread?.isIdle == false)
    #expect(thread?.submit(2) == false)
    gate.withLock { $0 = true }
    thread = nil
    #expect(done.withLock { $0 }.count <= 1, "the job at hand is finished, no other is begun")
  }
}
