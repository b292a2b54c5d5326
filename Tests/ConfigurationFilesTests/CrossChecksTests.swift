import ConfigurationFiles
import Foundation
import SessionCore
import Testing

@Suite struct CrossChecksTests {
  private func session(_ session: String, _ cameras: String, _ rest: String = "") -> String {
    "version: 1\nsession: \(session)\ncameras:\n\(cameras)\n\(rest)"
  }

  @Test func twoCamerasOnOneDeviceAreRefused() {
    let text = session(
      "{ configuration: world, user-face-tracking: true }",
      "  front: { source: v4l2, device: /dev/video0 }\n"
        + "  rear: { source: v4l2, device: /dev/video0 }")
    #expect(
      complaint(text)
        == "folder/session.yaml:5:25: two cameras on one device: cameras.front "
        + "(folder/session.yaml:4:26) already uses /dev/video0; `bifrons devices` lists the "
        + "cameras that are there")
  }

  @Test func picturesToLookForAreReadWithTheirNames() throws {
    let rear = "  rear: { source: simulated, props: [picture, tag] }"
    let file = try load(
      session(
        "{ configuration: world, maximum-tracked-images: 2, image-scale-estimation: true, "
          + "detection-images: [{ file: a/poster.png, width: 0.3 }, "
          + "{ file: b.jpg, width: 0.1, name: card }] }", rear,
        "scene: [{ anchor: image, image: card, entity: robot-head }]"))
    #expect(file.detectionImages.map(\.path) == ["folder/a/poster.png", "folder/b.jpg"])
    #expect(file.detectionImages.map(\.name) == ["poster", "card"])
    #expect(file.detectionImages.map(\.width) == [0.3, 0.1])
    #expect(file.cameras[.rear]?.props == [.picture, .tag])
    #expect(file.scene[0].image == "card")
    guard case .world(let world) = file.configuration else {
      Issue.record("no world")
      return
    }
    #expect(world.maximumNumberOfTrackedImages == 2)
    #expect(world.automaticImageScaleEstimationEnabled)
  }

  @Test func aSimulatedPersonsActsAreRead() throws {
    let front =
      "  front: { source: simulated, acts: [{ do: smile, seconds: 2, strength: 0.5 }, { do: away }] }"
    let file = try load(session("{ configuration: face }", front))
    let acts = file.cameras[.front]?.acts ?? []
    #expect(acts.map(\.word) == ["smile", "away"])
    #expect(acts.map(\.seconds) == [2, 1] && acts.map(\.strength) == [0.5, 1])
    #expect(
      complaint(
        session(
          "{ configuration: face }", "  front: { source: simulated, acts: [{ do: grin }] }")
      ).contains("cameras.front.acts[0].do takes rest, away, smile"))
  }

  @Test func aPersonFollowsOnePlanBeforeTheFrontCamera() {
    let both = session(
      "{ configuration: face }",
      "  front: { source: simulated, performance: { path: a.csv }, acts: [{ do: smile }] }")
    #expect(
      complaint(both)
        == "folder/session.yaml:4:61: cameras.front has both acts and performance "
        + "(folder/session.yaml:4:31): the person can follow one; remove the other")
    let rear = session(
      "{ configuration: world }", "  rear: { source: simulated, acts: [{ do: smile }] }")
    #expect(
      complaint(rear).contains("cameras.rear.acts: no person is before the rear camera; remove it"))
    let device = session(
      "{ configuration: face }", "  front: { source: v4l2, acts: [{ do: smile }] }")
    #expect(
      complaint(device).contains(
        "cameras.front.acts is for source: simulated; this camera has source: v4l2"))
  }

  @Test func theWorldsSizeComesFromOneThing() throws {
    let rear = "  rear: { source: simulated }"
    func file(_ scale: String) throws(ConfigurationError) -> SessionFile {
      try load(session("{ configuration: world }", rear, "world: { scale: { \(scale) } }"))
    }
    #expect(try file("tag-width: 0.1").world.scale == .tag(width: 0.1, number: nil))
    #expect(
      try file("tag-width: 0.1, tag-number: 7").world.scale == .tag(width: 0.1, number: 7))
    #expect(try file("sheet: id-1").world.scale == .sheet(.card))
    func complaint(_ scale: String) -> String {
      do throws(ConfigurationError) {
        _ = try file(scale)
        return ""
      } catch { return error.description }
    }
    #expect(
      complaint("camera-height: 1, sheet: a4").contains(
        "world.scale has both camera-height and sheet; give one"))
    #expect(complaint("tag-number: 7").contains("world.scale.tag-number needs tag-width"))
    #expect(complaint("sheet: a5").contains("a4, letter or id-1"))
  }

  @Test func aSizeBySensorsNeedsASensor() throws {
    func text(_ camera: String, _ world: String) -> String {
      session(
        "{ configuration: world }", "  rear: { source: \(camera) }", "world: { \(world) }")
    }
    #expect(
      complaint(text("v4l2", "scale: { inertial: true }")).contains(
        "world.scale.inertial needs world.accelerometer"))
    #expect(
      complaint(text("simulated", "scale: { inertial: true, camera-height: 1 }")).contains(
        "both camera-height and inertial"))
    let simulated = try load(text("simulated", "scale: { inertial: true }"))
    #expect(simulated.world.scale == .inertial)
    #expect(try load(text("v4l2", "scale: { inertial: false }")).world.scale == .arbitrary)
    let sensor = "scale: { inertial: true }, accelerometer: { device: auto }"
    #expect(try load(text("v4l2", sensor)).world.scale == .inertial)
  }

  @Test func picturesThatCannotBeLookedForAreRefused() {
    let rear = "  rear: { source: simulated }"
    #expect(
      complaint(session("{ configuration: world, detection-images: [{ file: a.png }] }", rear))
        .contains("session.detection-images[0].width is missing"))
    #expect(
      complaint(
        session(
          "{ configuration: world, detection-images: [{ file: a.png, width: 30 }] }", rear)
      ).contains("detection-images[0].width is out of range: it takes a number from 0.01 to 20"))
    #expect(
      complaint(
        session("{ configuration: face, maximum-tracked-images: 1 }", "  front: { source: v4l2 }")
      )
      .contains("belongs to configuration: world"))
    #expect(
      complaint(
        session(
          "{ configuration: world }", rear, "scene: [{ anchor: image, entity: robot-head }]")
      )
      .contains("image will never come: name pictures in session.detection-images"))
    #expect(
      complaint(
        session(
          "{ configuration: world, detection-images: [{ file: a.png, width: 1 }] }", rear,
          "scene: [{ anchor: image, image: b, entity: robot-head }]")
      ).contains("has no picture called 'b'; it has a"))
  }

  @Test func twoNamesOfOneDeviceAreOneDevice() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "bifrons-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let device = folder.appendingPathComponent("video7")
    try Data().write(to: device)
    let link = folder.appendingPathComponent("by-id")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: device)
    let text = session(
      "{ configuration: world, user-face-tracking: true }",
      "  front: { source: v4l2, device: \(device.path) }\n"
        + "  rear: { source: v4l2, device: \(link.path) }")
    #expect(complaint(text).contains("two cameras on one device"))
  }

  @Test func keysOfTheOtherConfigurationAreRefused() {
    let front = "  front: { source: v4l2 }"
    #expect(
      complaint(session("{ configuration: face, user-face-tracking: true }", front))
        == "folder/session.yaml:2:33: session.user-face-tracking belongs to configuration: world "
        + "(a face session always tracks faces); remove it")
    #expect(
      complaint(session("{ configuration: face, plane-detection: [horizontal] }", front))
        .contains("session.plane-detection belongs to configuration: world"))
    #expect(
      complaint(
        session("{ configuration: world, world-tracking: true }", "  rear: { source: v4l2 }")
      )
      .contains("session.world-tracking belongs to configuration: face"))
  }

  @Test func aMissingSecondCameraIsNamedWithBothWaysOut() {
    #expect(
      complaint(
        session(
          "{ configuration: world, user-face-tracking: true }", "  rear: { source: v4l2 }"))
        == "folder/session.yaml:3:1: cameras.front is missing; session.user-face-tracking needs it: "
        + "add it, or set session.fallback: single-camera")
    #expect(
      complaint(session("{ configuration: world }", "  front: { source: v4l2 }"))
        == "folder/session.yaml:3:1: cameras.rear is missing; configuration: world needs it: add it"
    )
  }

  @Test func theFallbackRunsWithTheCameraThatIsThere() throws {
    let file = try load(
      session(
        "{ configuration: world, user-face-tracking: true, fallback: single-camera }",
        "  rear: { source: v4l2 }"))
    #expect(file.configuration == .world(WorldTrackingConfiguration()))
    #expect(file.notices == ["cameras.front is missing; the world is tracked, without faces"])
  }

  @Test func theFallbackRunsTheOtherHalfWhereTheLeadingCameraIsMissing() throws {
    let faces = try load(
      session(
        "{ configuration: world, user-face-tracking: true, maximum-tracked-faces: 2, "
          + "fallback: single-camera }", "  front: { source: v4l2 }"))
    var face = FaceTrackingConfiguration()
    face.maximumNumberOfTrackedFaces = 2
    #expect(faces.configuration == .face(face))
    #expect(faces.notices == ["cameras.rear is missing; faces alone are tracked"])
    let world = try load(
      session(
        "{ configuration: face, world-tracking: true, fallback: single-camera }",
        "  rear: { source: v4l2 }"))
    #expect(world.configuration == .world(WorldTrackingConfiguration()))
    #expect(world.notices == ["cameras.front is missing; the world is tracked, without faces"])
  }

  @Test func withoutAnyCameraTheFallbackDoesNotHelp() {
    #expect(
      complaint(
        session("{ configuration: face, world-tracking: true, fallback: single-camera }", "")
      )
      .contains("cameras.front is missing"))
  }

  @Test func aCameraThatIsNotUsedIsLeftOutAndSaid() throws {
    let file = try load(
      session("{ configuration: face }", "  front: { source: v4l2 }\n  rear: { source: v4l2 }"))
    #expect(file.cameras.keys.map(\.rawValue) == ["front"])
    #expect(file.notices == ["cameras.rear is not used by this configuration"])
  }

  @Test func aKeyThatTheSourceDoesNotReadIsRefused() {
    #expect(
      complaint(session("{ configuration: face }", "  front: { source: v4l2, path: a.mp4 }"))
        == "folder/session.yaml:4:26: cameras.front.path is for source: video, source: images; "
        + "this camera has source: v4l2")
    #expect(
      complaint(session("{ configuration: face }", "  front: { source: video, device: auto }"))
        .contains("cameras.front.device is for source: v4l2; this camera has source: video"))
  }

  @Test func aFileSourceWithoutAPathIsValidAndSaysWhatIsMissing() throws {
    let file = try load(session("{ configuration: face }", "  front: { source: video }"))
    #expect(
      file.notices == [
        "cameras.front.path is missing: name the video file, in the file or with "
          + "--set cameras.front.path=…"
      ])
  }

  @Test func anEntityOnAnAnchorThatDoesNotCarryItIsRefused() {
    #expect(
      complaint(
        session(
          "{ configuration: face }", "  front: { source: v4l2 }",
          "scene:\n  - { anchor: world, entity: face-wireframe }"))
        == "folder/session.yaml:6:7: face-wireframe stands on anchor: face, not on world")
  }

  @Test func aPlaneThatNobodyLooksForIsRefused() {
    #expect(
      complaint(
        session(
          "{ configuration: world }", "  rear: { source: v4l2 }",
          "scene:\n  - { anchor: plane.horizontal, entity: robot-head }"))
        == "folder/session.yaml:6:7: plane.horizontal will never come: set "
        + "session.plane-detection: [horizontal] in a world session")
  }

  @Test func theSizeOfTheWorldIsGivenOneWay() {
    #expect(
      complaint(
        session(
          "{ configuration: world }", "  rear: { source: v4l2 }",
          "world: { scale: { camera-height: 1, initial-depth: 2 } }"))
        == "folder/session.yaml:5:37: world.scale has both camera-height and initial-depth; "
        + "give one")
  }

  @Test func aLensIsGivenOneWay() {
    #expect(
      complaint(
        session(
          "{ configuration: face }",
          "  front: { source: v4l2, intrinsics: { fx: 500, horizontal-fov-degrees: 60 } }")
      )
      .contains("intrinsics has both horizontal-fov-degrees and fx; give one"))
    #expect(
      complaint(
        session("{ configuration: face }", "  front: { source: v4l2, intrinsics: { fx: 500 } }")
      )
      .contains("intrinsics.cx is missing"))
  }

  @Test func anAxisThatPointsNowhereIsRefused() {
    let text = session(
      "{ configuration: world }", "  rear: { source: v4l2 }",
      "rig: { rear-from-front: { rotation: { axis: [0, 0, 0], degrees: 180 } } }")
    #expect(
      complaint(text).contains(
        "rig.rear-from-front.rotation.axis points nowhere; one of its numbers must not be 0"))
  }
}
