import SessionCore
import SessionRuntime
import SessionTesting
import SpatialMath
import SystemSupport
import Testing

/// A session in real time, on threads.
@Suite struct RealTimeTests {
  @Test func aFramesEventsComeInTheDocumentedOrder() {
    let rig = SessionRig(world: { frame in
      var result = WorldTrackingResult(
        timestamp: frame.timestamp, worldFromCamera: .identity, trackingState: .normal)
      // One plane at first, then it grows, then another one instead.
      result.planes =
        switch frame.sequence {
        case 0: []
        case 1: [Samples.plane(1)]
        case 2: [Samples.plane(1, size: 2)]
        default: [Samples.plane(2)]
        }
      return result
    })
    rig.session.run(.worldOnly)
    for i in 0..<5 { #expect(rig.feedPrimary(.rear, i, at: Double(i) * 33)) }
    #expect(rig.delegate.wait(for: "frame 4"))
    #expect(
      rig.delegate.lines == [
        "state normal", "frame 0", "frame 1", "add plane", "frame 2", "update plane", "frame 3",
        "remove plane", "add plane", "frame 4",
      ])
  }

  @Test func allDelegateCallsComeFromOneThread() {
    let rig = SessionRig()
    rig.session.run(.worldWithFace)
    rig.source(.front).feed(0, at: 0)
    for i in 0..<20 { #expect(rig.feedPrimary(.rear, i, at: Double(i) * 33)) }
    rig.source(.rear).feed(.ended)
    #expect(rig.delegate.wait(for: "end"))
    let threads = rig.delegate.state.withLock { $0.threads }
    #expect(threads.count == 1)
    #expect(!threads.contains(currentThread()))
  }

  @Test func aSlowDelegateDropsFramesAndNeverStallsTheCamera() {
    let rig = SessionRig()
    rig.delegate.block()
    rig.session.run(.worldOnly)
    let source = rig.source(.rear)
    source.feed(0, at: 0)
    #expect(rig.delegate.waitUntilBlocked())
    // While the first call hangs, 50 pictures go through: the tracker sees them.
    for i in 1...50 {
      source.feed(i, at: Double(i) * 33)
      #expect(source.waitUntilDelivered(i + 1))
      while rig.session.currentFrame?.index != i { pauseBriefly() }
    }
    rig.delegate.unblock()
    #expect(rig.delegate.wait(for: "frame 50"))
    #expect(rig.delegate.frames.map(\.index) == [0, 50])
    #expect(rig.session.statistics.frames == 51)
    #expect(rig.session.statistics.cameras[.rear]?.counters.droppedByUs == 0)
  }

  @Test func aSlowTrackerMissesPicturesAndTheyAreCounted() {
    let hold = Monitor(true)
    let entered = Monitor(0)
    let rig = SessionRig(world: { frame in
      entered.withLock { $0 += 1 }
      hold.wait { $0 ? nil : true }
      return WorldTrackingResult(
        timestamp: frame.timestamp, worldFromCamera: .identity, trackingState: .normal)
    })
    let published = Monitor<[Int]>([])
    rig.session.observe { events in
      for case .frame(let frame) in events {
        published.withLock { $0.append(frame.rear?.image.sequence ?? -1) }
      }
    }
    rig.session.run(.worldOnly)
    let source = rig.source(.rear)
    source.feed(0, at: 0)
    entered.wait { $0 == 1 ? true : nil }
    for i in 1...9 { source.feed(i, at: Double(i) * 33) }
    #expect(source.waitUntilDelivered(10))
    while (rig.session.statistics.cameras[.rear]?.counters.droppedByUs ?? 0) < 8 { pauseBriefly() }
    hold.withLock { $0 = false }
    #expect(rig.delegate.waitForFrame(at: Samples.time(9 * 33)))
    #expect(published.withLock { $0 } == [0, 9])
    let camera = rig.session.statistics.cameras[.rear]
    #expect(camera?.counters.captured == 10)
    #expect(camera?.counters.droppedByUs == 8)
  }

  @Test func nothingIsToldAfterPauseHasReturned() {
    let rig = SessionRig()
    let observed = Monitor<[String]>([])
    rig.session.observe { events in
      observed.withLock { lines in
        for event in events { lines.append(event.name) }
      }
    }
    rig.session.run(.worldWithFace)
    let source = rig.source(.rear)
    let isFeeding = Monitor(true)
    let feeder = DedicatedThread(name: "feed") {
      var i = 0
      while isFeeding.withLock({ $0 }) {
        source.feed(i, at: Double(i))
        i += 1
        if i % 20 == 0 { pauseBriefly() }
      }
    }
    #expect(rig.delegate.wait { $0.count > 20 })
    rig.session.pause()
    let told = rig.delegate.lines.count
    let seen = observed.withLock { $0 }
    #expect(source.isStopped)
    for _ in 0..<20 { pauseBriefly() }
    isFeeding.withLock { $0 = false }
    feeder.join()
    #expect(rig.delegate.lines.count == told)
    #expect(observed.withLock { $0 } == seen)
    #expect(seen.first == "started")
    #expect(seen.last == "stopped")
    rig.session.pause()
    #expect(observed.withLock { $0 } == seen)
  }

  @Test func pausingAndRunningFromInsideADelegateCallWorks() {
    let rig = SessionRig()
    rig.delegate.onFrame.withLock { call in
      call = { session, frame in
        if frame.index == 0 { session.pause() }
        if frame.index == 0 { session.run(.faceOnly) }
        if frame.index == 1 { session.pause() }
      }
    }
    rig.session.run(.worldOnly)
    rig.source(.rear).feed(0, at: 0)
    let front = rig.source(.front)
    #expect(rig.source(.rear).isStopped)
    front.feed(0, at: 10)
    #expect(rig.delegate.waitForFrame(at: Samples.time(10)))
    rig.session.waitUntilStopped()
    rig.session.pause()
    #expect(rig.delegate.frames.map(\.primaryRole) == [.rear, .front])
    #expect(!rig.session.isRunning)
  }

  @Test func anObserverMayPauseTheSession() {
    let rig = SessionRig()
    let count = Monitor(0)
    rig.session.observe { [weak session = rig.session] events in
      for case .frame(let frame) in events {
        count.withLock { $0 += 1 }
        if frame.index == 2 { session?.pause() }
      }
    }
    rig.session.run(.worldOnly)
    let source = rig.source(.rear)
    for i in 0..<3 {
      source.feed(i, at: Double(i) * 33)
      count.wait(atMost: Patience.seconds) { $0 == i + 1 ? true : nil }
    }
    #expect(rig.session.waitUntilStopped(atMost: Patience.seconds))
    #expect(source.isStopped)
    #expect(count.withLock { $0 } == 3)
  }

  @Test func theEndComesAfterTheLastFrame() {
    let rig = SessionRig(sources: { .recorded($0, count: 1, interval: 33) })
    rig.session.run(.worldOnly)
    #expect(rig.delegate.wait(for: "end"))
    #expect(rig.delegate.lines == ["state normal", "frame 0", "end"])
    #expect(rig.session.waitUntilStopped() == nil)
  }

  @Test func latencyIsMeasuredFromTheCapture() throws {
    let rig = SessionRig()
    rig.session.run(.worldOnly)
    _ = rig.source(.rear)
    rig.clock.set(milliseconds: 1040)
    #expect(rig.feedPrimary(.rear, 0, at: 1000))
    let latency = try #require(rig.delegate.frames.first?.latency)
    #expect(abs(latency - 0.040) < 1e-9)
    let percentiles = try #require(rig.session.statistics.latency)
    #expect(abs(percentiles.p50 - 0.040) < 0.0001)
  }

  @Test func latencyInStatisticsReachesToDidUpdate() throws {
    let rig = SessionRig()
    // Observers are told before the delegate.
    rig.session.observe { [clock = rig.clock] _ in clock.set(milliseconds: 1100) }
    rig.session.run(.worldOnly)
    _ = rig.source(.rear)
    rig.clock.set(milliseconds: 1040)
    #expect(rig.feedPrimary(.rear, 0, at: 1000))
    let published = try #require(rig.delegate.frames.first?.latency)
    #expect(abs(published - 0.040) < 1e-9)
    #expect(abs(try #require(rig.session.statistics.latency).p50 - 0.100) < 0.0001)
  }

  @Test func allCamerasOpenBeforeAnyDelivers() {
    let mayOpenFront = Monitor(false)
    let rig = SessionRig(sources: { role in
      if role == .front { mayOpenFront.wait { $0 ? true : nil } }
      return .recorded(role, count: 2, interval: 33)
    })
    rig.session.run(.worldWithFace)
    let rear = rig.source(.rear)
    for _ in 0..<20 { pauseBriefly() }
    #expect(rear.starts.isEmpty)
    rig.clock.set(milliseconds: 500)
    mayOpenFront.withLock { $0 = true }
    #expect(rig.delegate.wait(for: "end"))
    #expect(rear.starts.map(\.origin) == [Samples.time(500)])
    #expect(rig.source(.front).starts.map(\.origin) == [Samples.time(500)])
    #expect(rear.starts.map(\.pacing) == [.realTime])
  }

  @Test func aSessionThatNobodyHoldsStops() {
    weak var gone: Session?
    let source: ScriptedSource
    do {
      let rig = SessionRig()
      gone = rig.session
      rig.session.run(.worldOnly)
      #expect(rig.feedPrimary(.rear, 0, at: 0))
      source = rig.source(.rear)
    }
    for _ in 0..<2000 where gone != nil || !source.isStopped { pauseBriefly() }
    #expect(gone == nil)
    #expect(source.isStopped)
  }
}

extension SessionEvent {
  /// The case's name.
  var name: String {
    switch self {
    case .started: "started"
    case .trackingStateChanged: "trackingStateChanged"
    case .frame: "frame"
    case .anchorsAdded: "anchorsAdded"
    case .anchorsUpdated: "anchorsUpdated"
    case .anchorsRemoved: "anchorsRemoved"
    case .interrupted: "interrupted"
    case .interruptionEnded: "interruptionEnded"
    case .failed: "failed"
    case .stopped: "stopped"
    }
  }
}
