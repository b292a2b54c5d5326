import SessionCore
import SessionRuntime
import SessionTesting
import SpatialMath
import Testing

/// What becomes of tracking and anchors when a session runs again.
@Suite struct RunOptionsTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var first = SessionConfiguration.worldWithFace
    var second = SessionConfiguration.worldWithFace
    var options: RunOptions = []
    var isReset = false
    /// Whether the anchors of the first run are still there afterwards.
    var keepsAnchors = true
    var testDescription: String { name }
  }

  static let cases = [
    Case(name: "no options"),
    Case(name: "reset tracking", options: .resetTracking, isReset: true),
    Case(
      name: "remove anchors", options: .removeExistingAnchors, keepsAnchors: false),
    Case(
      name: "reset and remove", options: [.resetTracking, .removeExistingAnchors], isReset: true,
      keepsAnchors: false),
    Case(name: "another type", second: .faceInWorld, isReset: true),
    Case(
      name: "another type, remove", second: .faceInWorld, options: .removeExistingAnchors,
      isReset: true, keepsAnchors: false),
    Case(name: "back to the world", first: .faceInWorld, second: .worldWithFace, isReset: true),
    Case(name: "stop raycasts", options: .stopTrackedRaycasts),
  ]

  @Test(arguments: cases, [false, true])
  func runningAgainDoesWhatTheOptionsSay(_ test: Case, afterPause: Bool) throws {
    let rig = SessionRig()
    rig.session.run(test.first)
    let primary = test.first.primaryRole
    let other: CameraRole = primary == .rear ? .front : .rear
    rig.source(other).feed(0, at: 0)
    #expect(rig.source(other).waitUntilDelivered(1))
    #expect(waitForLog(rig, other == .front ? "face 0 max 1" : "world 0 planes 0"))
    #expect(rig.feedPrimary(primary, 0, at: 10))
    let anchor = PointAnchor(identifier: Samples.identifier(5), transform: .identity)
    rig.session.add(anchor: anchor)
    #expect(rig.feedPrimary(primary, 1, at: 20))
    #expect(rig.delegate.frames.last?.anchors.contains { $0.kind == "point" } == true)

    if afterPause { rig.session.pause() }
    rig.session.run(test.second, options: test.options)
    let number = afterPause ? 2 : 1
    let role = test.second.primaryRole
    let source = rig.source(role, number: number)
    source.feed(2, at: 30)
    #expect(rig.delegate.waitForFrame(at: Samples.time(30)))

    let last = try #require(rig.delegate.frames.last)
    // The next frame comes when all events of the one before have been told.
    source.feed(3, at: 40)
    #expect(rig.delegate.waitForFrame(at: Samples.time(40)))
    #expect(last.anchors.contains { $0.identifier == anchor.identifier } == test.keepsAnchors)
    #expect(rig.delegate.removed.contains { $0.kind == "point" } == !test.keepsAnchors)
    let resets = rig.log.entries.filter { $0 == (role == .front ? "face reset" : "world reset") }
    #expect(resets.count == (test.isReset ? 1 : 0))
    #expect(rig.log.entries.filter { $0.hasSuffix("made") }.count == 2)
    #expect(last.index == 2)
  }

  private func waitForLog(_ rig: SessionRig, _ line: String) -> Bool {
    for _ in 0..<2000 where !rig.log.entries.contains(line) { pauseBriefly() }
    return rig.log.entries.contains(line)
  }

  @Test func optionsAreIgnoredOnTheFirstRun() {
    let rig = SessionRig()
    let anchor = PointAnchor(transform: .identity)
    rig.session.add(anchor: anchor)
    rig.session.run(.worldOnly, options: [.resetTracking, .removeExistingAnchors])
    #expect(rig.feedPrimary(.rear, 0, at: 0))
    #expect(rig.delegate.frames.first?.anchors.map(\.identifier) == [anchor.identifier])
    #expect(!rig.log.entries.contains("world reset"))
  }

  @Test func aCameraThatStaysIsNotReopened() {
    let rig = SessionRig()
    rig.session.run(.worldWithFace)
    #expect(rig.feedPrimary(.rear, 0, at: 0))
    rig.session.run(.worldOnly)
    #expect(rig.feedPrimary(.rear, 1, at: 10))
    #expect(rig.sources(.rear).count == 1)
    #expect(!rig.source(.rear).isStopped)
    #expect(rig.source(.front).isStopped)
    rig.session.run(.worldWithFace)
    #expect(rig.source(.front, number: 2).role == .front)
    #expect(rig.sources(.rear).count == 1)
  }

  @Test func anotherWorldAlignmentMakesTheWorldAnew() {
    let rig = SessionRig()
    rig.session.run(.worldOnly)
    #expect(rig.feedPrimary(.rear, 0, at: 0))
    var camera = WorldTrackingConfiguration()
    camera.worldAlignment = .camera
    rig.session.run(.world(camera))
    #expect(rig.feedPrimary(.rear, 1, at: 10))
    #expect(rig.log.entries.filter { $0 == "world made" }.count == 2)
  }

  @Test func settingsReachTheTrackersBeforeTheNextPicture() {
    let rig = SessionRig()
    rig.session.run(.worldOnly)
    #expect(rig.feedPrimary(.rear, 0, at: 0))
    var both = WorldTrackingConfiguration()
    both.planeDetection = [.horizontal, .vertical]
    rig.session.run(.world(both))
    #expect(rig.feedPrimary(.rear, 1, at: 10))
    #expect(rig.log.entries == ["world made", "world 0 planes 1", "world 1 planes 3"])
  }

  @Test func aCompassHeadingIsRefusedWithTheReason() throws {
    let rig = SessionRig()
    var heading = WorldTrackingConfiguration()
    heading.worldAlignment = .gravityAndHeading
    rig.session.run(.world(heading))
    #expect(rig.delegate.wait(for: "failed 100"))
    let error = try #require(rig.delegate.state.withLock { $0.errors.first })
    #expect(error.message.contains("needs a compass"))
    #expect(!rig.session.isRunning)
  }

  @Test func afterAPauseTheDelegateDecidesWhetherTheMapIsKept() {
    for keeps in [true, false] {
      let rig = SessionRig()
      rig.delegate.relocalizes.withLock { $0 = keeps }
      rig.session.run(.worldOnly)
      #expect(rig.feedPrimary(.rear, 0, at: 0))
      rig.session.pause()
      rig.session.run(.worldOnly)
      #expect(rig.delegate.wait(for: "relocalize?"))
      // The first frame's delivery comes after the answer on the same thread; what the answer
      // changes is seen by the second picture at the latest.
      for i in 1...2 {
        rig.source(.rear, number: 2).feed(i, at: Double(i) * 10)
        #expect(waitForLog(rig, "world \(i) planes 1"))
        pauseBriefly()
      }
      rig.source(.rear, number: 2).feed(3, at: 30)
      #expect(rig.delegate.waitForFrame(at: Samples.time(30)))
      #expect(rig.log.entries.contains("world reset") == !keeps)
    }
  }

  @Test func withoutAMapThereIsNothingToAsk() {
    let rig = SessionRig(world: { frame in
      WorldTrackingResult(
        timestamp: frame.timestamp, worldFromCamera: .identity,
        trackingState: .limited(.initializing))
    })
    rig.session.run(.worldOnly)
    #expect(rig.feedPrimary(.rear, 0, at: 0))
    rig.session.pause()
    rig.session.run(.worldOnly)
    rig.source(.rear, number: 2).feed(1, at: 10)
    #expect(rig.delegate.waitForFrame(at: Samples.time(10)))
    #expect(!rig.delegate.lines.contains("relocalize?"))
  }
}
