import Foundation
import Synchronization
import SystemSupport
import Testing

@Suite struct DedicatedThreadTests {
  /// Set by the destructor of a thread's own data, which takes its time.
  private static let isCleanedUp = Atomic(false)

  @Test func joinWaitsForWhatLibrariesKeepForTheThread() throws {
    let thread = try DedicatedThread(ifPossible: "clean") {
      var key = pthread_key_t()
      pthread_key_create(&key) { _ in
        usleep(100_000)
        DedicatedThreadTests.isCleanedUp.store(true, ordering: .releasing)
      }
      pthread_setspecific(key, UnsafeRawPointer(bitPattern: 1))
    }
    thread.join()
    let isCleanedUp = Self.isCleanedUp.load(ordering: .acquiring)
    #expect(isCleanedUp)
    thread.join()
  }

  @Test func aThreadThatTheSystemRefusesIsAnError() {
    // More than the 47 bits of address space that a process has.
    #expect(throws: DedicatedThreadError(name: "huge", code: EAGAIN)) {
      try DedicatedThread(ifPossible: "huge", stackSize: 1 << 48) {}
    }
    let text = DedicatedThreadError(name: "huge", code: EAGAIN).description
    #expect(text.contains("the system starts no thread for huge (Resource temporarily"))
    #expect(text.contains("raise the limit"))
  }

  @Test func aThreadHasTheNameThatItWasGiven() throws {
    let name = Mutex("")
    let thread = try DedicatedThread(ifPossible: "a-name-that-is-too-long") {
      let text = try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)
      name.withLock { $0 = text ?? "" }
    }
    thread.join()
    #expect(name.withLock { $0 } == "a-name-that-is-\n")
  }
}
