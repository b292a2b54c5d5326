import SystemSupport
import Testing

@Suite struct MonitorTests {
  @Test func aWaiterGoesOnWhenTheValueIsRight() {
    let monitor = Monitor(0)
    let thread = DedicatedThread(name: "count") {
      for _ in 0..<100 { monitor.withLock { $0 += 1 } }
    }
    #expect(monitor.wait { $0 >= 100 ? $0 : nil } == 100)
    thread.join()
  }

  @Test func twoThreadsHandOverEveryValueInOrder() {
    let slot = Monitor<Int?>(nil)
    let count = 500
    let producer = DedicatedThread(name: "produce") {
      for i in 0..<count {
        slot.wait { value -> Bool? in
          guard value == nil else { return nil }
          value = i
          return true
        }
      }
    }
    var seen: [Int] = []
    while seen.count < count {
      seen.append(
        slot.wait { value -> Int? in
          defer { value = nil }
          return value
        })
    }
    producer.join()
    #expect(seen == Array(0..<count))
  }

  @Test func waitingMayBeLimited() {
    let monitor = Monitor(0)
    #expect(monitor.wait(atMost: 0.01) { $0 > 0 ? true : nil } == nil)
    monitor.withLock { $0 = 1 }
    #expect(monitor.wait(atMost: 10) { $0 > 0 ? true : nil } == true)
  }

  @Test func anErrorLeavesTheLockFree() {
    struct Failure: Error {}
    let monitor = Monitor(0)
    #expect(throws: Failure.self) { try monitor.withLock { _ in throw Failure() } }
    #expect(monitor.withLock { $0 } == 0)
  }
}
