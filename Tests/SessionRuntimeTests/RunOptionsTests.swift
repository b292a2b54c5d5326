import SessionCore
import SessionRuntime
import SessionTesting
import SpatialMath
import Testing

/// What becomes of cameras, trackers and maps when a session runs again.
@Suite struct RunOptionsTests {
  @Test func backToTheWorldTrackingStartsAnewAndKeepsTheAnchors() {
    let rig = SessionRig()
    let anchor = PointAnchor(transform: .identity)
    rig.session.add(anchor: anchor)
    rig.session.run(.faceInWorld)
    rig.source(.rear).feed(0, at: 0)
    #expect(waitForLog(rig, "world 0 planes 0"))
    #expect(rig.feedPrimary(.front, 0, at: 10))
    rig.session.run(.worldWithFace)
    #expect(rig.feedPrimary(.rear, 1, at: 20))
    #expect(rig.log.entries.contains("world reset"))
    #expect(rig.log.entries.filter { $0.hasSuffix("made") }.count == 2)
    let last = rig.delegate.frames.last
    #expect(last?.anchors.contains { $0.identifier == anchor.identifier } == true)
    #expect(last?.index == 1)
  }

  private func waitForLog(_ rig: SessionRig, _ line: String) -> Bool {
    for _ in 0..<2000 where !rig.log.entries.contains(line) { pauseBriefly() }
    return rig.log.entries.contains(line)
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

  /// Sound never comes, so it is refused instead of being left out in silence.
  @Test func soundIsRefusedByBothConfigurations() throws {
    var face = FaceTrackingConfiguration()
    var world = WorldTrackingConfiguration()
    (face.providesAudioData, world.providesAudioData) = (true, true)
    for configuration in [SessionConfiguration.face(face), .world(world)] {
      let rig = SessionRig()
      rig.session.run(configuration)
      #expect(rig.delegate.wait(for: "failed 100"))
      let error = try #require(rig.delegate.state.withLock { $0.errors.first })
      #expect(
        error.message == "providesAudioData: this version delivers no sound; leave it false")
      #expect(!rig.session.isRunning)
      #expect(rig.sources(.front).isEmpty && rig.sources(.rear).isEmpty)
    }
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
