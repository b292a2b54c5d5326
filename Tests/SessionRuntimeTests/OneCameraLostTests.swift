import SessionCore
import SessionRuntime
import SessionTesting
import SpatialMath
import Testing

/// Two cameras are in use and one of them, or both, stop delivering.
@Suite struct OneCameraLostTests {
  /// Feeds a picture of the camera that does not lead and waits until it was joined.
  private static func feedSecondary(
    _ rig: SessionRig, _ role: CameraRole, _ sequence: Int, at milliseconds: Double
  ) {
    let stage = role == .rear ? "world.flow" : "face.landmarks"
    let before = rig.session.statistics.stageSeconds[stage] ?? 0
    rig.newestSource(role).feed(sequence, at: milliseconds)
    for _ in 0..<5000 where rig.session.statistics.stageSeconds[stage] ?? 0 == before {
      pauseBriefly()
    }
  }

  @Test(arguments: [SessionConfiguration.worldWithFace, .faceInWorld])
  func whenTheOtherCameraStopsTheFramesSayWhichIsStaleAndSinceWhen(
    configuration: SessionConfiguration
  ) throws {
    let rig = SessionRig()
    let (leading, other) = (configuration.roles[0], configuration.roles[1])
    rig.session.run(configuration)
    Self.feedSecondary(rig, other, 0, at: 0)
    #expect(rig.feedPrimary(leading, 0, at: 10))
    Self.feedSecondary(rig, other, 1, at: 30)
    #expect(rig.feedPrimary(leading, 1, at: 40))
    rig.source(other).feed(.interrupted("unplugged; plug it in again"))
    #expect(rig.delegate.wait(for: "interrupted \(other.rawValue): unplugged; plug it in again"))
    for i in 2..<5 { #expect(rig.feedPrimary(leading, i, at: Double(i) * 30)) }
    let frames = rig.delegate.frames
    #expect(frames.prefix(2).allSatisfy { $0.staleCameras.isEmpty })
    let stale = StaleCamera(
      role: other, since: Samples.time(30), reason: "unplugged; plug it in again")
    #expect(frames.dropFirst(2).allSatisfy { $0.staleCameras == [stale] })

    rig.source(other).feed(.resumed)
    #expect(rig.delegate.wait(for: "interruption ended \(other.rawValue)"))
    Self.feedSecondary(rig, other, 2, at: 190)
    #expect(rig.feedPrimary(leading, 5, at: 200))
    #expect(rig.delegate.frames.last?.staleCameras == [])
    #expect(rig.session.isRunning)
  }

  @Test func whenTheRearCameraThatLeadsStopsTheFrontCameraGoesOn() throws {
    let rig = SessionRig()
    rig.session.run(.worldWithFace)
    Self.feedSecondary(rig, .front, 0, at: 0)
    #expect(rig.feedPrimary(.rear, 0, at: 10))
    rig.source(.rear).feed(.interrupted("stalled"))
    #expect(rig.delegate.wait(for: "interrupted rear: stalled"))
    for i in 1..<4 { #expect(rig.feedPrimary(.front, i, at: Double(i) * 30)) }
    let frames = rig.delegate.frames
    #expect(frames.map(\.index) == [0, 1, 2, 3])
    #expect(frames.map(\.primaryRole) == [.rear, .rear, .rear, .rear])
    let stale = StaleCamera(role: .rear, since: Samples.time(10), reason: "stalled")
    for frame in frames.dropFirst() {
      #expect(frame.staleCameras == [stale])
      #expect(frame.trackingState == .notAvailable)
      #expect(frame.rear?.image.sequence == 0)
      #expect(frame.front?.image.sequence == frame.index)
      #expect(frame.faces.first?.isTracked == true)
    }

    rig.source(.rear).feed(.resumed)
    #expect(rig.delegate.wait(for: "relocalize?"))
    Self.feedSecondary(rig, .front, 4, at: 120)
    #expect(rig.feedPrimary(.rear, 1, at: 130))
    let last = try #require(rig.delegate.frames.last)
    #expect(last.index == 4)
    #expect(last.staleCameras.isEmpty)
    #expect(last.trackingState == .normal)
    #expect(last.front?.image.sequence == 4)
    #expect(rig.log.entries.contains("world relocalize"))
  }

  @Test func whenTheFrontCameraThatLeadsStopsTheRearCameraGoesOnAndFacesAreLost() {
    let rig = SessionRig()
    rig.session.run(.faceInWorld)
    Self.feedSecondary(rig, .rear, 0, at: 0)
    #expect(rig.feedPrimary(.front, 0, at: 10))
    rig.source(.front).feed(.interrupted("taken by another program"))
    #expect(rig.delegate.wait(for: "interrupted front: taken by another program"))
    for i in 1..<3 { #expect(rig.feedPrimary(.rear, i, at: Double(i) * 30)) }
    let last = rig.delegate.frames.last
    #expect(last?.trackingState == .normal)
    #expect(last?.rear?.image.sequence == 2)
    #expect(last?.faces.map(\.isTracked) == [false])
    #expect(last?.faces.first?.reason == "taken by another program")
    #expect(last?.staleCameras.map(\.role) == [.front])
    rig.source(.front).feed(.resumed)
    #expect(rig.feedPrimary(.front, 1, at: 100))
    #expect(rig.delegate.frames.last?.faces.map(\.isTracked) == [true])
    #expect(rig.delegate.frames.last?.staleCameras == [])
    // One loss and one return: the face is not lost again when its picture comes.
    #expect(rig.feedPrimary(.front, 2, at: 130))
    #expect(rig.delegate.updated.compactMap(\.face).map(\.isTracked).prefix(2) == [false, true])
  }

  @Test func whenBothStopNothingComesAndBothEndsAreTold() {
    let rig = SessionRig()
    rig.session.run(.worldWithFace)
    Self.feedSecondary(rig, .front, 0, at: 0)
    #expect(rig.feedPrimary(.rear, 0, at: 10))
    for role in [CameraRole.front, .rear] {
      rig.source(role).feed(.interrupted("the hub was unplugged"))
      #expect(rig.delegate.wait(for: "interrupted \(role.rawValue): the hub was unplugged"))
    }
    let told = rig.delegate.lines.count
    for _ in 0..<20 { pauseBriefly() }
    #expect(rig.delegate.lines.count == told)
    #expect(rig.session.isRunning)
    for role in [CameraRole.front, .rear] {
      rig.source(role).feed(.resumed)
      #expect(rig.delegate.wait(for: "interruption ended \(role.rawValue)"))
    }
    Self.feedSecondary(rig, .front, 1, at: 1000)
    #expect(rig.feedPrimary(.rear, 1, at: 1010))
    #expect(rig.delegate.frames.last?.staleCameras == [])
    #expect(rig.delegate.frames.map(\.index) == [0, 1])
  }

  @Test func theLeadingCamerasFirstPictureBackDoesNotGoBackInTime() {
    let rig = SessionRig()
    rig.session.run(.worldWithFace)
    #expect(rig.feedPrimary(.rear, 0, at: 10))
    rig.source(.rear).feed(.interrupted("stalled"))
    #expect(rig.delegate.wait(for: "interrupted rear: stalled"))
    #expect(rig.feedPrimary(.front, 0, at: 500))
    rig.source(.rear).feed(.resumed)
    // Taken before the front picture, delivered after it.
    rig.source(.rear).feed(1, at: 490)
    #expect(rig.source(.rear).waitUntilDelivered(4))
    for _ in 0..<5000 where !rig.log.entries.contains("world 1 planes 1") { pauseBriefly() }
    #expect(rig.feedPrimary(.rear, 2, at: 523))
    #expect(
      rig.delegate.frames.map(\.timestamp) == [10, 500, 523].map { Samples.time($0) })
    #expect(rig.log.entries.contains("world 1 planes 1"))
  }

  @Test func aPictureFromBeforeAnInterruptionIsDroppedWhenItsTrackerIsDoneAfterIt() {
    let rig = SessionRig(world: { frame in
      // The picture before the interruption takes until the camera is back.
      if frame.sequence == 1 { for _ in 0..<100 { pauseBriefly() } }
      return WorldTrackingResult(
        timestamp: frame.timestamp, worldFromCamera: .identity, trackingState: .normal)
    })
    rig.session.run(.worldOnly)
    #expect(rig.feedPrimary(.rear, 0, at: 0))
    rig.source(.rear).feed(1, at: 33)
    for _ in 0..<5000 where !rig.log.entries.contains("world 1 planes 1") { pauseBriefly() }
    rig.source(.rear).feed(.interrupted("stalled"))
    rig.source(.rear).feed(.resumed)
    #expect(rig.delegate.wait(for: "interruption ended rear"))
    #expect(rig.feedPrimary(.rear, 2, at: 900))
    #expect(rig.delegate.frames.map(\.timestamp) == [0, 900].map { Samples.time($0) })
    #expect(rig.session.statistics.cameras[.rear]?.counters.droppedByUs == 1)
  }

  @Test func afterAPauseTheOtherCamerasLastPictureIsStaleUntilItDeliversAgain() {
    let rig = SessionRig()
    rig.session.run(.worldWithFace)
    Self.feedSecondary(rig, .front, 0, at: 0)
    #expect(rig.feedPrimary(.rear, 0, at: 10))
    rig.session.pause()
    rig.session.run(.worldWithFace)
    rig.newestSource(.rear).feed(1, at: 60_000)
    #expect(rig.delegate.waitForFrame(at: Samples.time(60_000)))
    let stale = rig.delegate.frames.last?.staleCameras.first
    #expect(stale?.role == .front)
    #expect(stale?.since == Samples.time(0))
    #expect(
      stale?.reason == "the front camera has delivered nothing since the session ran again")
    #expect(rig.delegate.frames.last?.faces.map(\.isTracked) == [false])
    Self.feedSecondary(rig, .front, 1, at: 60_020)
    rig.newestSource(.rear).feed(2, at: 60_033)
    #expect(rig.delegate.waitForFrame(at: Samples.time(60_033)))
    #expect(rig.delegate.frames.last?.staleCameras == [])
    #expect(rig.delegate.frames.last?.faces.map(\.isTracked) == [true])
  }
}

extension Anchor {
  var face: FaceAnchor? { if case .face(let anchor) = self { anchor } else { nil } }
}
