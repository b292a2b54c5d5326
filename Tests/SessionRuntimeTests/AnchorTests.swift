import SessionCore
import SessionRuntime
import SessionTesting
import SpatialMath
import Testing

/// The life of anchors, in lock-step.
@Suite struct AnchorTests {
  /// Runs one camera over results that belong to its pictures, ten a second.
  private static func run(
    faces: [[TrackedFace]], maximum: Int = 1, prepare: (Session) -> Void = { _ in }
  ) -> SessionRig {
    let rig = SessionRig(
      pacing: .asFastAsPossible,
      sources: { .recorded($0, count: faces.count, interval: 100) },
      face: { FaceTrackingResult(timestamp: $0.timestamp, faces: faces[$0.sequence]) })
    var configuration = FaceTrackingConfiguration()
    configuration.maximumNumberOfTrackedFaces = maximum
    prepare(rig.session)
    rig.session.run(.face(configuration))
    _ = rig.delegate.wait(for: "end")
    return rig
  }

  private static func run(
    planes: [(TrackingState, [PlaneAnchor])],
    detection: WorldTrackingConfiguration.PlaneDetection = .horizontal,
    during: (@Sendable (Session, SessionFrame) -> Void)? = nil
  ) -> SessionRig {
    let rig = SessionRig(
      pacing: .asFastAsPossible,
      sources: { .recorded($0, count: planes.count, interval: 100) },
      world: { frame in
        var result = WorldTrackingResult(
          timestamp: frame.timestamp, worldFromCamera: .identity,
          trackingState: planes[frame.sequence].0)
        result.planes = planes[frame.sequence].1
        result.featurePoints = [FeaturePoint(identifier: 1, position: Vector3(0, 0, -1))]
        return result
      })
    rig.delegate.onFrame.withLock { $0 = during }
    var configuration = WorldTrackingConfiguration()
    configuration.planeDetection = detection
    rig.session.run(.world(configuration))
    _ = rig.delegate.wait(for: "end")
    return rig
  }

  @Test func aLostFaceStaysAndKeepsItsIdentifierWhenItIsFoundAgain() throws {
    let rig = Self.run(faces: [
      [Samples.face(3, jawOpen: 0.5)],
      [Samples.face(3, isTracked: false, at: Vector3(9, 9, 9), reason: "covered")],
      [Samples.face(3, isTracked: false, reason: "covered")],
      [Samples.face(3, at: Vector3(0.1, 0, -0.4), jawOpen: 0.7)],
    ])
    #expect(
      rig.delegate.lines == [
        "state normal", "frame 0", "add face", "frame 1", "update face", "frame 2", "frame 3",
        "update face", "end",
      ])
    let faces = rig.delegate.frames.map { $0.faces.first }
    #expect(Set(faces.map { $0?.identifier }).count == 1)
    #expect(faces.map { $0?.isTracked } == [true, false, false, true])
    let lost = try #require(faces[1])
    #expect(lost.reason == "covered")
    // A lost face keeps its last values.
    #expect(lost.transform.translation == Vector3(0, 0, -0.5))
    #expect(lost.blendShapes[.jawOpen] == 0.5)
    #expect(faces[3]?.blendShapes[.jawOpen] == 0.7)
    #expect(rig.session.statistics.faces == 1)
    #expect(rig.session.statistics.faceUpdates == 2)
  }

  @Test func aFaceThatTheTrackerForgetsIsLostAndItsAnchorWaitsForTheNextFace() {
    let rig = Self.run(faces: [[Samples.face(1)], [], [Samples.face(2)]])
    let faces = rig.delegate.frames.map { $0.faces.first }
    #expect(faces.map { $0?.isTracked } == [true, false, true])
    #expect(Set(faces.map { $0?.identifier }).count == 1)
    #expect(faces[1]?.reason == "the face is no longer in the picture")
  }

  @Test func oneFaceLeavingDoesNotDisturbTheOthers() throws {
    let rig = Self.run(
      faces: [
        [Samples.face(1), Samples.face(2), Samples.face(3)],
        [Samples.face(1), Samples.face(3)],
        [Samples.face(3), Samples.face(1), Samples.face(4)],
      ], maximum: 3)
    let identifiers = rig.delegate.frames.map { $0.faces.map(\.identifier) }
    #expect(Set(identifiers[0]).count == 3)
    #expect(identifiers[0] == identifiers[1])
    // The fourth takes over the anchor of the one that left: there are never more than three.
    #expect(identifiers[2] == identifiers[0])
    let last = try #require(rig.delegate.frames.last)
    #expect(last.faces.map(\.isTracked) == [true, true, true])
    #expect(rig.delegate.frames[1].faces.map(\.isTracked) == [true, false, true])
    #expect(rig.delegate.removed.isEmpty)
  }

  @Test func aSecondFaceBelowTheMaximumGetsItsOwnAnchor() {
    let rig = Self.run(faces: [[Samples.face(1)], [], [Samples.face(2)]], maximum: 2)
    #expect(rig.delegate.frames.last?.faces.map(\.isTracked) == [false, true])
    #expect(rig.session.statistics.faces == 2)
  }

  @Test func aTrackerThatStartsOverDoesNotMixUpFaces() {
    // Track 1 of the first run and track 1 after the reset are different faces.
    let rig = SessionRig(sources: { ScriptedSource($0) })
    rig.session.run(.faceOnly)
    #expect(rig.feedPrimary(.front, 0, at: 0))
    var two = FaceTrackingConfiguration()
    two.maximumNumberOfTrackedFaces = 2
    rig.session.run(.face(two), options: .resetTracking)
    #expect(rig.feedPrimary(.front, 1, at: 33))
    #expect(rig.delegate.frames.last?.faces.map(\.isTracked) == [false, true])
    #expect(rig.delegate.frames.last?.faces.first?.reason == "tracking was reset")
  }

  @Test func aPictureIsAddedOnceAndStaysWhenItIsLost() throws {
    let reference = try ReferenceImage(
      luma: [0], width: 1, height: 1, physicalWidth: 0.2, name: "poster")
    func anchor(_ isTracked: Bool, _ x: Double) -> ImageAnchor {
      ImageAnchor(
        identifier: Samples.identifier(7), transform: Pose(translation: Vector3(x, 0, 0)),
        referenceImage: reference, isTracked: isTracked)
    }
    let images: [[ImageAnchor]] = [
      [], [anchor(true, 1)], [anchor(true, 1)], [anchor(false, 1)], [anchor(true, 2)],
    ]
    let rig = SessionRig(
      pacing: .asFastAsPossible, sources: { .recorded($0, count: images.count, interval: 100) },
      world: { frame in
        var result = WorldTrackingResult(
          timestamp: frame.timestamp, worldFromCamera: .identity, trackingState: .normal)
        result.images = images[frame.sequence]
        return result
      })
    var configuration = WorldTrackingConfiguration()
    configuration.detectionImages = [reference]
    rig.session.run(.world(configuration))
    #expect(rig.delegate.wait(for: "end"))
    #expect(
      rig.delegate.lines == [
        "state normal", "frame 0", "frame 1", "add image", "frame 2", "frame 3", "update image",
        "frame 4", "update image", "end",
      ])
    let last = try #require(rig.delegate.frames.last)
    #expect(last.images.map(\.name) == ["poster"])
    #expect(last.images.first?.transform.translation.x == 2)
  }

  @Test func planesComeChangeAndGoOnlyWhileTrackingIsNormal() {
    let small = Samples.plane(1)
    let large = Samples.plane(1, size: 2)
    let rig = Self.run(planes: [
      (.limited(.initializing), [small]), (.normal, [small]), (.normal, [small]),
      (.limited(.excessiveMotion), [large, Samples.plane(2)]), (.normal, [large]),
      (.limited(.insufficientFeatures), []), (.normal, []),
    ])
    #expect(
      rig.delegate.lines == [
        "state limited initializing", "frame 0", "state normal", "frame 1", "add plane", "frame 2",
        "state limited excessiveMotion", "frame 3", "state normal", "frame 4", "update plane",
        "state limited insufficientFeatures", "frame 5", "state normal", "frame 6",
        "remove plane", "end",
      ])
    #expect(rig.delegate.added.first?.identifier == small.identifier)
  }

  @Test func withoutPlaneDetectionNoPlaneComes() {
    let rig = Self.run(planes: [(.normal, [Samples.plane(1)])], detection: [])
    #expect(rig.delegate.added.isEmpty)
  }

  @Test func aPlaneThatTheProgramRemovedStaysAway() {
    let planes = [Samples.plane(1), Samples.plane(2)]
    let rig = Self.run(
      planes: Array(repeating: (.normal, planes), count: 4),
      during: { session, frame in
        if frame.index == 1, let plane = frame.planes.first {
          session.remove(anchor: plane.identifier)
        }
      })
    #expect(rig.delegate.frames.map(\.planes.count) == [2, 2, 1, 1])
    #expect(rig.delegate.removed.map(\.identifier) == [planes[0].identifier])
  }

  @Test func planesOfARemovedMapComeBackAsNewAnchors() {
    let rig = SessionRig(adjust: { parts in
      parts.makeWorldTracker = { _ in ScriptedWorldTracker(planes: [Samples.plane(1)]) }
    })
    rig.session.run(.worldOnly)
    #expect(rig.feedPrimary(.rear, 0, at: 0))
    rig.session.run(.worldOnly, options: .removeExistingAnchors)
    #expect(rig.feedPrimary(.rear, 1, at: 33))
    #expect(rig.feedPrimary(.rear, 2, at: 66))
    #expect(rig.delegate.removed.map(\.identifier) == [Samples.identifier(1)])
    #expect(rig.delegate.added.count == 2)
    #expect(rig.delegate.added.last?.identifier != Samples.identifier(1))
  }

  @Test func anAddedAnchorComesWithTheNextFrameAndGoesWithTheNext() {
    let anchor = PointAnchor(identifier: Samples.identifier(9), transform: .identity, name: "here")
    let rig = Self.run(
      planes: Array(repeating: (.normal, []), count: 4),
      during: { session, frame in
        if frame.index == 0 { session.add(anchor: anchor) }
        if frame.index == 2 { session.remove(anchor: .point(anchor)) }
      })
    #expect(rig.delegate.frames.map(\.anchors.count) == [0, 1, 1, 0])
    #expect(rig.delegate.added == [.point(anchor)])
    #expect(rig.delegate.removed == [.point(anchor)])
  }

  @Test func movingTheWorldsOriginMovesEverythingThatIsToldInIt() throws {
    let plane = Samples.plane(1, at: Vector3(0, -1, -2))
    let origin = Pose(
      rotation: Quaternion(angle: .pi / 2, axis: Vector3(0, 1, 0)),
      translation: Vector3(0, -1, -2))
    let rig = Self.run(
      planes: Array(repeating: (.normal, [plane]), count: 3),
      during: { session, frame in
        if frame.index == 0 { session.setWorldOrigin(relativeTransform: origin) }
      })
    let last = try #require(rig.delegate.frames.last)
    // The new origin is where the plane is; the camera was one metre above and two before it.
    #expect((last.planes.first?.transform.translation ?? Vector3(9, 9, 9)).length < 1e-12)
    let camera = try #require(last.rear?.worldFromCamera)
    #expect((camera.translation - origin.inverse.translation).length < 1e-12)
    let point = try #require(last.rawFeaturePoints.first)
    #expect((point.position - origin.inverse.act(Vector3(0, 0, -1))).length < 1e-12)
    #expect(rig.delegate.updated.count == 1)
  }

  @Test func aTrackedRaycastTellsWhenItsAnswerChanges() {
    let down = RaycastQuery(ray: Ray(origin: .zero, direction: Vector3(0, -1, -1)))
    let low = Samples.plane(1, at: Vector3(0, -1, -1))
    let high = Samples.plane(2, at: Vector3(0, -0.5, -0.5))
    let distances = TrackerLog()
    let rig = SessionRig(
      pacing: .asFastAsPossible, sources: { .recorded($0, count: 4, interval: 100) },
      world: { frame in
        var result = WorldTrackingResult(
          timestamp: frame.timestamp, worldFromCamera: .identity, trackingState: .normal)
        result.planes = [[], [low], [low], [low, high]][frame.sequence]
        return result
      })
    let raycast = rig.session.trackedRaycast(down) { results in
      distances.add(results.map { "\(Int(($0.distance * 100).rounded()))" }.joined(separator: ","))
    }
    rig.session.run(.worldOnly)
    #expect(rig.delegate.wait(for: "end"))
    #expect(distances.entries == ["", "141", "71,141"])
    rig.session.stop(tracking: raycast)
    #expect(rig.session.raycast(down).count == 2)
  }
}
