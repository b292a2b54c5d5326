import SessionCore
import SessionRuntime
import SessionTesting
import SystemSupport
import Testing

@Suite struct FrameMailboxTests {
  private func frame(_ sequence: Int) -> FrameMailbox.Item {
    .frame(Samples.frame(.rear, sequence, at: Double(sequence) * 100))
  }
  private func sequence(_ item: FrameMailbox.Item?) -> Int? {
    if case .frame(let frame)? = item { frame.sequence } else { nil }
  }

  @Test func theNewestPictureWinsAndDropsAreCounted() {
    let box = FrameMailbox(policy: .newestWins)
    #expect(box.put(frame(0)))
    #expect(!box.put(frame(1)))
    #expect(!box.put(frame(2)))
    #expect(sequence(box.takeIfAny()) == 2)
    #expect(box.takeIfAny() == nil)
    #expect(box.put(frame(3)))
    #expect(box.counters.dropped == 2)
    #expect(box.counters.pictures == 4)
    #expect(abs((box.counters.rate ?? 0) - 10) < 1e-9)
  }

  @Test func whereEveryPictureCountsPuttingWaitsForTaking() {
    let box = FrameMailbox(policy: .everyPicture)
    let count = 200
    let putter = DedicatedThread(name: "put") {
      for i in 0..<count { box.put(.frame(Samples.frame(.rear, i, at: Double(i)))) }
      box.put(.ended)
    }
    var taken: [Int] = []
    while case .frame(let frame)? = box.take() { taken.append(frame.sequence) }
    putter.join()
    #expect(taken == Array(0..<count))
    #expect(box.counters.dropped == 0)
    #expect(box.counters.pictures == count)
  }

  @Test func peekingLeavesThePicture() {
    let box = FrameMailbox(policy: .everyPicture)
    box.put(frame(5))
    #expect(sequence(box.peek()) == 5)
    #expect(sequence(box.peek()) == 5)
    #expect(box.counters.pictures == 0)
    #expect(sequence(box.take()) == 5)
  }

  @Test func closingLetsEverybodyGo() {
    let box = FrameMailbox(policy: .everyPicture)
    box.put(frame(0))
    let putter = DedicatedThread(name: "put") { box.put(.ended) }
    box.close()
    putter.join()
    #expect(box.take() == nil)
    #expect(box.peek() == nil)
    #expect(!box.put(frame(1)))
  }

  @Test func aDroppedPictureGivesItsMemoryBackAtOnce() {
    let box = FrameMailbox(policy: .newestWins)
    let released = Monitor(0)
    for i in 0..<3 {
      var frame = Samples.frame(.front, i, at: 0)
      let memory = frame.pixels
      frame.pixels = PixelBuffer(
        width: 4, height: 3, format: .gray8, encoding: .jpeg, planes: memory.planes
      ) {
        withExtendedLifetime(memory) { released.withLock { $0 += 1 } }
      }
      box.put(.frame(frame))
    }
    #expect(released.withLock { $0 } == 2)
    box.close()
    #expect(released.withLock { $0 } == 3)
  }
}
