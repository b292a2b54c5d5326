import ConfigurationFiles
import SessionCore
import SpatialMath
import Testing

@Suite struct SessionFileTests {
  /// Angles and sines of the rig are exact to rounding.
  private static let tolerance = 1e-12

  @Test func defaultsComeFromTheTable() throws {
    let file = try load(smallest)
    let front = try #require(file.cameras[.front])
    #expect(file.configuration == .face(FaceTrackingConfiguration()))
    #expect(file.seed == 0)
    #expect(front.device == "auto")
    #expect(front.size == PictureSize(width: 640, height: 480))
    #expect(front.rate == 30)
    #expect(front.intrinsics == .unknown)
    #expect(file.face.smoothing == OneEuroParameters())
    #expect(!file.face.usesNetworkCoefficients)
    #expect(file.world.scale == .arbitrary)
    #expect(file.scene.isEmpty)
  }

  @Test func theDefaultRigIsTwoCamerasBackToBack() throws {
    let ahead = try load(smallest).rearFromFront.act(Vector3(0, 0, -1))
    #expect((ahead - Vector3(0, 0, 1)).length < Self.tolerance)
  }

  @Test func everythingThatIsWrittenIsRead() throws {
    let file = try load(
      """
      version: 1
      session:
        configuration: world
        user-face-tracking: true
        plane-detection: [horizontal]
        world-alignment: camera
        maximum-tracked-faces: 2
        light-estimation: false
        fallback: single-camera
        seed: 7
      cameras:
        rear:
          source: images
          path: pictures
          timestamps: pictures/times.txt
          intrinsics: { fx: 585, fy: 586, cx: 320, cy: 240, distortion: [0.1, 0, 0, 0, 0.2] }
        front: { source: v4l2, device: /dev/cam, size: 1280x720, rate: 29.97,
                 intrinsics: { horizontal-fov-degrees: 90 } }
      face: { coefficients: network, smoothing: { min-cutoff: 1, beta: 2, derivative-cutoff: 3 } }
      rig: { rear-from-front: { rotation: { axis: [1, 0, 0], degrees: 90 }, translation: [1, 2, 3] } }
      world: { scale: { camera-height: 1.4 }, attitude: { pitch-degrees: -90 } }
      scene:
        - { anchor: plane.horizontal, entity: robot-head, minimum-extent: [0.3, 0.4],
            reference: parent, scale: 2, face-index: 1, offset: [0, 0.1, 0] }
      """)
    var world = WorldTrackingConfiguration()
    world.userFaceTrackingEnabled = true
    world.planeDetection = .horizontal
    world.worldAlignment = .camera
    world.maximumNumberOfTrackedFaces = 2
    world.isLightEstimationEnabled = false
    #expect(file.configuration == .world(world))
    #expect(file.fallback == .singleCamera)
    #expect(file.seed == 7)
    let rear = try #require(file.cameras[.rear])
    #expect(rear.path == "folder/pictures")
    #expect(rear.timestamps == "folder/pictures/times.txt")
    #expect(
      rear.intrinsics
        == .explicit(fx: 585, fy: 586, cx: 320, cy: 240, distortion: .init(k1: 0.1, k3: 0.2)))
    let front = try #require(file.cameras[.front])
    #expect(front.device == "/dev/cam")
    #expect(front.rate == 29.97)
    #expect(front.intrinsics == .horizontalFieldOfView(.pi / 2))
    #expect(file.face.usesNetworkCoefficients)
    #expect(
      file.face.smoothing == OneEuroParameters(minimumCutoff: 1, beta: 2, derivativeCutoff: 3))
    let moved = file.rearFromFront.act(Vector3(0, 1, 0))
    #expect((moved - Vector3(1, 2, 4)).length < Self.tolerance)
    #expect(file.world.scale == .cameraHeight(1.4))
    #expect(file.world.attitude?.pitch == -.pi / 2)
    #expect(file.world.attitude?.roll == 0)
    var scene = file.scene
    #expect(scene.first?.place != nil)
    for index in scene.indices { scene[index].place = nil }
    #expect(
      scene == [
        SceneEntry(
          anchor: .horizontalPlane, entity: .robotHead, minimumExtent: Vector2(0.3, 0.4),
          reference: .parent, scale: 2, faceIndex: 1, offset: Vector3(0, 0.1, 0))
      ])
  }

  @Test func aLensMayStandInAFileOfItsOwn() throws {
    let text = """
      version: 1
      session: { configuration: face }
      cameras: { front: { source: v4l2, intrinsics: lens.json } }
      """
    let lens = #"{"width": 640, "fx": 554.2, "fy": 554.2, "cx": 320, "cy": 240, "fps": 30}"#
    let file = try load(text, others: ["folder/lens.json": lens])
    #expect(
      file.cameras[.front]?.intrinsics
        == .explicit(fx: 554.2, fy: 554.2, cx: 320, cy: 240, distortion: .none))
    #expect(
      complaint(text) == "folder/session.yaml:3:47: folder/lens.json: there is no such file")
    #expect(
      complaint(text, others: ["folder/lens.json": #"{"fx": "a", "cx": 1, "cy": 1}"#])
        .hasPrefix("folder/lens.json:1:8: fx takes a number"))
  }

  @Test(arguments: [
    "robot-head", "robot-head-demo", "face-live", "face-from-video", "world-from-images",
    "morph-head", "morph-head-on-face", "face-mesh", "attachments", "emoji", "smile-paint",
    "mask-swap", "glasses", "face-dance",
  ])
  func theReadyConfigurationsAreValid(name: String) throws {
    _ = try SessionFile.load(packageRoot.appendingPathComponent("Configs/\(name).yaml").path)
  }
}
