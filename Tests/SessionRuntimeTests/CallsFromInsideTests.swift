import SessionCore
import SessionRuntime
import SessionTesting
import SpatialMath
import SystemSupport
import Testing

/// Listeners that call the session from inside of a call, and cameras that stay open meanwhile.
@Suite struct CallsFromInsideTests {
  /// Sources that deliver one picture each time they are opened.
  private static func rig() -> SessionRig {
    SessionRig(sources: { ScriptedSource($0, [.frame(Samples.frame($0, 0, at: 10))]) })
  }

  @Test func aReaderOfTheStreamMayPauseAndRun() async {
    let rig = Self.rig()
    let events = rig.session.events
    rig.session.run(.worldOnly)
    var roles: [CameraRole] = []
    for await event in events {
      guard case .frame(let frame) = event else { continue }
      roles.append(frame.primaryRole)
      if roles.count == 6 { break }
      if roles.count % 3 == 0 { rig.session.pause() }
      rig.session.run(frame.primaryRole == .rear ? .faceOnly : .worldOnly)
    }
    #expect(roles == [.rear, .front, .rear, .front, .rear, .front])
    rig.session.pause()
    #expect(!rig.session.isRunning)
  }

  /// A delegate that pauses in one of its functions.
  private final class PausingDelegate: SessionDelegate {
    let place: String
    let calls = Monitor<[String]>([])
    init(_ place: String) { self.place = place }

    private func note(_ name: String, _ session: Session) {
      calls.withLock { $0.append(name) }
      if name == place { session.pause() }
    }
    func session(_ session: Session, didUpdate frame: SessionFrame) { note("frame", session) }
    func session(_ session: Session, didAdd anchors: [Anchor]) { note("add", session) }
    func session(_ session: Session, didUpdate anchors: [Anchor]) { note("update", session) }
    func session(_ session: Session, didRemove anchors: [Anchor]) { note("remove", session) }
    func session(_ session: Session, cameraDidChangeTrackingState state: TrackingState) {
      note("state", session)
    }
    func sessionWasInterrupted(_ session: Session, camera: CameraRole, reason: String) {
      note("interrupted", session)
    }
    func sessionInterruptionEnded(_ session: Session, camera: CameraRole) {
      note("ended", session)
    }
    func sessionShouldAttemptRelocalization(_ session: Session) -> Bool {
      note("relocalize?", session)
      return true
    }
  }

  @Test(arguments: [
    ("state", ["state"]), ("frame", ["state", "frame"]), ("add", ["state", "frame", "add"]),
    ("interrupted", ["state", "frame", "add", "interrupted"]),
    ("ended", ["state", "frame", "add", "interrupted", "ended"]),
    ("relocalize?", ["state", "frame", "add", "interrupted", "ended", "relocalize?"]),
  ])
  func aPauseFromInsideMakesThatCallTheLast(place: String, calls: [String]) {
    let rig = SessionRig(adjust: { parts in
      parts.makeWorldTracker = { _ in ScriptedWorldTracker(planes: [Samples.plane(1)]) }
    })
    let delegate = PausingDelegate(place)
    rig.session.delegate = delegate
    rig.session.run(.worldOnly)
    let source = rig.source(.rear)
    source.feed(0, at: 0)
    // The next picture would take the place of one that the delegate has not seen yet.
    let first = calls.count > 3 ? "add" : place
    #expect(
      delegate.calls.wait(atMost: Patience.seconds) { $0.contains(first) ? true : nil } == true)
    if calls.count > 3 {
      source.feed(.interrupted("stalled"))
      source.feed(.resumed)
    }
    source.feed(1, at: 500)
    #expect(rig.session.waitUntilStopped(atMost: Patience.seconds))
    rig.session.pause()
    #expect(delegate.calls.withLock { $0 } == calls)
    for _ in 0..<10 { pauseBriefly() }
    #expect(delegate.calls.withLock { $0 } == calls)
  }

  @Test func whenAnObserverPausesEverybodyHearsTheFrameBeforeTheStop() async {
    let rig = SessionRig(sources: { .recorded($0, count: 5, interval: 33) })
    let lists = [Monitor<[String]>([]), Monitor<[String]>([])]
    let events = rig.session.events
    for (place, list) in lists.enumerated() {
      rig.session.observe { [weak session = rig.session] events in
        list.withLock { $0 += events.map(\.name) }
        if place == 0, events.contains(where: { $0.name == "frame" }) { session?.pause() }
      }
    }
    rig.session.run(.worldOnly)
    var streamed: [String] = []
    for await event in events {
      streamed.append(event.name)
      if event.name == "stopped" { break }
    }
    let expected = ["started", "trackingStateChanged", "frame", "stopped"]
    #expect(streamed == expected)
    rig.session.pause()
    for list in lists { #expect(list.withLock { $0 } == expected) }
  }

  @Test func anObserverMayRunAnotherConfiguration() {
    let rig = Self.rig()
    let roles = Monitor<[CameraRole]>([])
    rig.session.observe { [weak session = rig.session] events in
      for case .frame(let frame) in events {
        let count = roles.withLock { list in
          list.append(frame.primaryRole)
          return list.count
        }
        if count < 4 { session?.run(frame.primaryRole == .rear ? .faceOnly : .worldOnly) }
      }
    }
    rig.session.run(.worldOnly)
    #expect(
      roles.wait(atMost: Patience.seconds) { $0.count == 4 ? $0 : nil }
        == [.rear, .front, .rear, .front])
    rig.session.pause()
  }

  @Test func camerasThatStayAreOpenedOnceAndOthersAreClosed() async {
    let rig = SessionRig()
    var time = 0.0
    func run(_ configuration: SessionConfiguration) {
      rig.session.run(configuration)
      time += 33
      rig.newestSource(configuration.primaryRole).feed(Int(time), at: time)
      #expect(rig.delegate.waitForFrame(at: Samples.time(time)))
    }
    func opened() -> [Int] { [CameraRole.rear, .front].map { rig.sources($0).count } }
    func open() -> [Int] {
      [CameraRole.rear, .front].map { rig.sources($0).count { !$0.isStopped } }
    }
    let table: [(SessionConfiguration, opened: [Int], open: [Int])] = [
      (.worldOnly, [1, 0], [1, 0]), (.worldWithFace, [1, 1], [1, 1]),
      (.faceInWorld, [1, 1], [1, 1]), (.faceOnly, [1, 1], [0, 1]), (.faceOnly, [1, 1], [0, 1]),
      (.worldWithFace, [2, 1], [1, 1]), (.worldOnly, [2, 1], [1, 0]),
    ]
    for row in table {
      run(row.0)
      // The other camera opens and closes on a thread of its own, not before a frame.
      await rig.settles { opened() == row.opened && open() == row.open }
      #expect(opened() == row.opened)
      #expect(open() == row.open)
    }
    rig.session.pause()
    await rig.settles { open() == [0, 0] }
    #expect(open() == [0, 0])
    run(.worldOnly)
    await rig.settles { opened() == [3, 1] }
    #expect(opened() == [3, 1])
    #expect(rig.sources(.rear).allSatisfy { $0.starts.count == 1 })
  }
}
