import SessionCore
import SessionRuntime
import SessionTesting
import SpatialMath
import Testing

/// The joining of two cameras, in lock-step, where it is exact.
@Suite struct JoiningTests {
  /// Rounding of a few multiplications of unit quaternions.
  static let exact = 1e-12

  /// One metre a second along +X, and a quarter turn a second about +Y.
  static func rearPose(at time: Timestamp) -> Pose {
    let t = time.seconds(since: .zero)
    return Pose(
      rotation: Quaternion(angle: t * .pi / 2, axis: Vector3(0, 1, 0)),
      translation: Vector3(t, 0, 0))
  }

  static func rig(
    rear: (count: Int, interval: Double, offset: Double),
    front: (count: Int, interval: Double, offset: Double),
    rearFromFront: Pose = SessionParts.backToBack
  ) -> SessionRig {
    SessionRig(
      pacing: .asFastAsPossible,
      sources: { role in
        let s = role == .rear ? rear : front
        return .recorded(role, count: s.count, interval: s.interval, offset: s.offset)
      },
      world: { frame in
        WorldTrackingResult(
          timestamp: frame.timestamp, worldFromCamera: rearPose(at: frame.timestamp),
          trackingState: .normal)
      },
      adjust: { $0.rearFromFront = rearFromFront })
  }

  @Test func aFaceIsPlacedWithTheRearPoseInterpolatedToItsPicturesTime() throws {
    let rearFromFront = Pose(
      rotation: Quaternion(angle: .pi, axis: Vector3(0, 1, 0)), translation: Vector3(0.01, 0.02, 0)
    )
    let rig = Self.rig(rear: (4, 100, 0), front: (3, 100, 40), rearFromFront: rearFromFront)
    rig.session.run(.worldWithFace)
    rig.session.waitUntilStopped()
    #expect(rig.delegate.wait(for: "end"))

    // Front pictures at 40, 140, 240 ms join the rear frames at 100, 200, 300 ms.
    let frames = rig.delegate.frames
    #expect(frames.map(\.index) == [0, 1, 2, 3])
    #expect(frames[0].front == nil)
    for (frame, milliseconds) in zip(frames.dropFirst(), [40.0, 140, 240]) {
      let time = Samples.time(milliseconds)
      let front = try #require(frame.front)
      #expect(front.image.timestamp == time)
      // A constant turn and a constant speed are what interpolation gives back exactly.
      let expected = Self.rearPose(at: time) * rearFromFront
      #expect((front.worldFromCamera.translation - expected.translation).length < Self.exact)
      #expect((front.worldFromCamera.rotation.inverse * expected.rotation).angle < 1e-7)
      let face = try #require(frame.faces.first)
      let place = expected.act(Vector3(0, 0, -0.5))
      #expect((face.transform.translation - place).length < Self.exact)
    }
  }

  @Test func withTheDefaultRigAFaceBeforeTheFrontCameraIsBehindTheRearCamera() throws {
    let rig = Self.rig(rear: (1, 100, 0), front: (1, 100, 0))
    rig.session.run(.worldWithFace)
    rig.session.waitUntilStopped()
    #expect(rig.delegate.wait(for: "end"))
    let face = try #require(rig.delegate.frames.first?.faces.first)
    #expect((face.transform.translation - Vector3(0, 0, 0.5)).length < Self.exact)
    // The face looks at the front camera, so away from where the rear camera looks.
    let out = face.transform.rotation.act(Vector3(0, 0, 1))
    #expect((out - Vector3(0, 0, -1)).length < Self.exact)
  }

  @Test func picturesOfTheSameTimeBelongToTheSameFrame() {
    let rig = Self.rig(rear: (3, 100, 0), front: (3, 100, 0))
    rig.session.run(.worldWithFace)
    rig.session.waitUntilStopped()
    #expect(rig.delegate.wait(for: "end"))
    let times = rig.delegate.frames.map { $0.front?.image.timestamp }
    #expect(times == [Samples.time(0), Samples.time(100), Samples.time(200)])
  }

  @Test func everyPictureOfAFasterFrontCameraUpdatesTheFace() {
    let rig = Self.rig(rear: (3, 100, 0), front: (5, 50, 0))
    rig.session.run(.worldWithFace)
    rig.session.waitUntilStopped()
    #expect(rig.delegate.wait(for: "end"))
    #expect(
      rig.delegate.lines == [
        "state normal", "frame 0", "add face", "frame 1", "update face,face", "frame 2",
        "update face,face", "end",
      ])
  }

  @Test func aLeadingFrontCameraCarriesTheRearMotionOnButNotForLong() throws {
    let rig = Self.rig(rear: (2, 40, 0), front: (4, 40, 10))
    rig.session.run(.faceInWorld)
    rig.session.waitUntilStopped()
    #expect(rig.delegate.wait(for: "end"))
    let frames = rig.delegate.frames
    #expect(frames.count == 4)
    // Rear pictures at 0 and 40 ms. At 10 ms there is only one: held. At 50 ms: carried on.
    let x = frames.compactMap { $0.front?.worldFromCamera.translation.x }
    #expect(abs(x[0] - 0) < Self.exact)
    #expect(abs(x[1] - 0.050) < Self.exact)
    // At 90 ms just within the limit of 50 ms, at 130 ms beyond it: the motion stops at 90 ms.
    #expect(abs(x[2] - 0.090) < Self.exact)
    #expect(abs(x[3] - 0.090) < Self.exact)
    #expect(frames.map(\.primaryRole) == [.front, .front, .front, .front])
  }

  @Test func whenTheRearCamerasMaterialEndsTheFaceSessionGoesOnWithoutTracking() throws {
    let rig = Self.rig(rear: (2, 40, 0), front: (4, 40, 10))
    rig.session.run(.faceInWorld)
    rig.session.waitUntilStopped()
    #expect(rig.delegate.wait(for: "end"))
    #expect(
      rig.delegate.frames.map(\.trackingState)
        == [.normal, .normal, .notAvailable, .notAvailable])
    #expect(rig.delegate.frames[3].rear?.image.sequence == 1)
  }

  @Test func whenTheFrontCamerasMaterialEndsItsFaceIsLostAndStays() throws {
    let rig = Self.rig(rear: (4, 100, 0), front: (2, 100, 0))
    rig.session.run(.worldWithFace)
    rig.session.waitUntilStopped()
    #expect(rig.delegate.wait(for: "end"))
    let frames = rig.delegate.frames
    #expect(frames.map { $0.faces.first?.isTracked } == [true, true, false, false])
    #expect(frames[3].front?.image.sequence == 1)
    #expect(frames[3].faces.first?.reason == "the front camera's material is at its end")
    #expect(rig.delegate.removed.isEmpty)
  }

  @Test func aFaceOnlyWorldIsTheFrontCameraAtTheStart() throws {
    let rig = Self.rig(rear: (0, 1, 0), front: (2, 100, 0))
    rig.session.run(.faceOnly)
    rig.session.waitUntilStopped()
    #expect(rig.delegate.wait(for: "end"))
    let frame = try #require(rig.delegate.frames.last)
    #expect(frame.trackingState == .normal)
    #expect(frame.rear == nil)
    #expect(frame.front?.worldFromCamera == .identity)
    #expect(frame.faces.first?.transform.translation == Vector3(0, 0, -0.5))
    #expect(rig.sources(.rear).isEmpty)
  }
}
