import SessionCore
import SessionRuntime
import SessionTesting
import SpatialMath
import Testing

/// What a session says of itself: identity, configuration, newest frame.
@Suite struct SessionStateTests {
  @Test func beforeTheFirstRunThereIsAnIdentityAndNothingElse() {
    let rig = SessionRig()
    #expect(rig.session.configuration == nil)
    #expect(rig.session.currentFrame == nil)
    #expect(!rig.session.isRunning)
    #expect(rig.session.waitUntilStopped() == nil)
    // Drawn from the seed; another seed, another session.
    #expect(SessionRig().session.identifier == rig.session.identifier)
    #expect(
      SessionRig(adjust: { $0.seed = 43 }).session.identifier != rig.session.identifier)
  }

  @Test func aConfigurationReplacesTheOneBeforeAtOnceAndStaysAfterAPause() {
    let rig = SessionRig()
    rig.session.run(.worldOnly)
    #expect(rig.session.configuration == .worldOnly)
    #expect(rig.feedPrimary(.rear, 0, at: 0))
    rig.session.run(.faceOnly)
    #expect(rig.session.configuration == .faceOnly)
    #expect(rig.session.isRunning)
    #expect(rig.feedPrimary(.front, 1, at: 33))
    rig.session.pause()
    #expect(!rig.session.isRunning)
    #expect(rig.session.configuration == .faceOnly)
    #expect(rig.session.currentFrame?.index == 1)
    #expect(rig.session.currentFrame?.timestamp == Samples.time(33))
  }

  @Test func anAnchorAddedBetweenFramesIsInTheNextAndNotInTheLast() {
    let rig = SessionRig()
    rig.session.run(.worldOnly)
    #expect(rig.feedPrimary(.rear, 0, at: 0))
    let anchor = PointAnchor(transform: .identity)
    rig.session.add(anchor: anchor)
    #expect(rig.session.currentFrame?.anchors.isEmpty == true)
    #expect(rig.feedPrimary(.rear, 1, at: 33))
    #expect(rig.session.currentFrame?.anchors == [.point(anchor)])
    rig.session.remove(anchor: .point(anchor))
    #expect(rig.session.currentFrame?.anchors == [.point(anchor)])
    #expect(rig.feedPrimary(.rear, 2, at: 66))
    #expect(rig.session.currentFrame?.anchors.isEmpty == true)
    // The next frame comes when all events of the one before have been told.
    #expect(rig.feedPrimary(.rear, 3, at: 99))
    #expect(
      rig.delegate.lines == [
        "state normal", "frame 0", "frame 1", "add point", "frame 2", "remove point", "frame 3",
      ])
  }

  @Test func anAnchorThatIsRemovedBeforeItsFrameIsNeverTold() {
    let rig = SessionRig()
    rig.session.run(.worldOnly)
    #expect(rig.feedPrimary(.rear, 0, at: 0))
    let anchor = PointAnchor(transform: .identity)
    rig.session.add(anchor: anchor)
    rig.session.remove(anchor: .point(anchor))
    #expect(rig.feedPrimary(.rear, 1, at: 33))
    #expect(rig.feedPrimary(.rear, 2, at: 66))
    #expect(rig.delegate.added.isEmpty)
    #expect(rig.delegate.removed.isEmpty)
  }
}
