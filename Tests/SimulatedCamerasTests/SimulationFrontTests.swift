import Foundation
import SessionCore
import SessionTesting
import SimulatedCameras
import SpatialMath
import SystemSupport
import Testing

/// The head comes with the models; without them only the message can be tested.
private let models = try? ModelStore()

@Suite struct SimulationFrontTests {
  private static let room = SimulationPictures.room

  private func options(frameCount: Int? = 8) -> SimulatedFrontCamera.Options {
    var options = SimulatedFrontCamera.Options()
    (options.width, options.height) = (160, 120)
    options.frameCount = frameCount
    return options
  }

  @Test func withoutModelsItSaysWhatIsMissingAndWhatToDo() throws {
    let folder = try TemporaryFolder()
    do {
      _ = try SimulatedFrontCamera(
        options(), models: ModelStore(folder: folder.path), room: Self.room)
      Issue.record("a camera without a head")
    } catch {
      #expect(error.code == .sensorUnavailable)
      #expect(error.message.contains(folder.path) && error.message.contains("Tools/setup"))
    }
  }
}

/// Enabled where `Tools/setup` has been run.
@Suite(.enabled(if: models != nil, "needs the models that Tools/setup installs"))
struct SimulationFrontFilesTests {
  @Test(arguments: [
    ("base.obj", "v 1 2 3\nf 999999 1 2\n", "not the pinned model"),
    ("faceunits/jawOpen.target", "", "jawOpen.target: the file is damaged"),
    ("faceunits/jawOpen.target", "999999 1 1 1\n", "jawOpen.target: the file is damaged"),
    ("faceunits/jawOpen.target", "1 1e999 1 1\n", "jawOpen.target: the file is damaged"),
  ])
  func aDamagedHeadIsRefused(name: String, text: String, message: String) throws {
    let folder = try TemporaryFolder()
    let store = try #require(models)
    try copyHead(from: store, to: folder)
    try text.write(toFile: folder.file("head/" + name), atomically: true, encoding: .utf8)
    let error = #expect(throws: SessionError.self) {
      try SimulatedFrontCamera(
        SimulatedFrontCamera.Options(), models: ModelStore(folder: folder.path),
        room: SimulationPictures.room)
    }
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    #expect(error?.message.contains("Tools/setup") == true)
  }

  /// Contents alone: `copyItem` also copies the owner, which only root may set.
  private func copyHead(from store: ModelStore, to folder: TemporaryFolder) throws {
    let files = FileManager.default
    for name in try files.subpathsOfDirectory(atPath: store.folder + "/head") {
      let place = URL(fileURLWithPath: folder.file("head/" + name))
      guard let data = files.contents(atPath: store.folder + "/head/" + name) else { continue }
      try files.createDirectory(
        at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
      try data.write(to: place)
    }
  }
}

/// Enabled where `Tools/setup` has been run.
@Suite(.enabled(if: models != nil, "needs the models that Tools/setup installs"))
struct SimulationFrontPersonTests {
  private static let room = SimulationPictures.room

  private func camera(
    _ change: (inout SimulatedFrontCamera.Options) -> Void = { _ in }
  ) throws -> SimulatedFrontCamera {
    var options = SimulatedFrontCamera.Options()
    (options.width, options.height) = (160, 120)
    options.frameCount = 4
    change(&options)
    return try SimulatedFrontCamera(options, models: try #require(models), room: Self.room)
  }

  private func truths(_ camera: SimulatedFrontCamera, _ range: Range<Int>) throws -> [FaceTruth] {
    try range.map { try #require(camera.groundTruth(sequence: $0).faces.first) }
  }

  @Test func itKeepsTheContractOfFrameSources() throws {
    let models = try #require(models)
    var options = SimulatedFrontCamera.Options()
    (options.width, options.height) = (96, 72)
    options.frameCount = 12
    options.rate = 25
    let fixed = options
    try FrameSourceContract.verify(.recorded) {
      try SimulatedFrontCamera(fixed, models: models, room: Self.room)
    }
  }

  @Test func theSameSeedGivesTheSamePictureAndAnotherPersonAnotherOne() throws {
    func digest(_ person: UInt64) throws -> UInt64? {
      let source = try camera { $0.personSeed = person }
      return try SimulationPictures.pictures(of: source, atMost: 1).first?.pixels.digest
    }
    let first = try #require(try digest(5))
    #expect(try digest(5) == first)
    #expect(try digest(6) != first)
  }

  @Test func theFirstTenSecondsShowTheWholeRange() throws {
    let all = try truths(try camera(), 0..<300)
    func range(_ location: BlendShapeLocation) -> Float {
      let values = all.map { $0.blendShapes[location] }
      return (values.max() ?? 0) - (values.min() ?? 0)
    }
    for (location, least) in [
      (BlendShapeLocation.jawOpen, Float(0.7)), (.eyeBlinkLeft, 0.9), (.eyeBlinkRight, 0.9),
      (.browInnerUp, 0.7), (.browOuterUpLeft, 0.7), (.mouthUpperUpLeft, 0.7), (.tongueOut, 0.9),
      (.mouthSmileLeft, 0.6), (.mouthPucker, 0.6), (.browDownRight, 0.6),
    ] { #expect(range(location) >= least, "\(location)") }
    let winks = all.filter {
      $0.blendShapes[.eyeBlinkLeft] > 0.9 && $0.blendShapes[.eyeBlinkRight] < 0.2
    }
    #expect(!winks.isEmpty)
    let angles = all.map { EulerAngles($0.cameraFromFace.rotation) }
    for angle in [angles.map(\.yaw), angles.map(\.pitch), angles.map(\.roll)] {
      #expect((angle.max() ?? 0) > 13 * .pi / 180 && (angle.min() ?? 0) < -10 * .pi / 180)
      #expect((angle.max() ?? 0) < 25 * .pi / 180 && (angle.min() ?? 0) > -25 * .pi / 180)
    }
    for face in all {
      let distance = face.cameraFromFace.translation.length
      #expect(distance > 0.42 && distance < 0.72)
      #expect(face.isTracked)
    }
  }

  @Test func coefficientsStayInRangeAndMoveWithoutJumpsForAMinute() throws {
    let all = try truths(try camera(), 0..<1800)
    for (a, b) in zip(all, all.dropFirst()) {
      for location in BlendShapeLocation.allCases {
        let value = b.blendShapes[location]
        #expect(value >= 0 && value <= 1)
        // A blink closes within 80 ms, a saccade takes 50 ms; everything else is slower.
        let limit: Float = location.rawValue.hasPrefix("eye") ? 1 : 0.35
        #expect(abs(value - a.blendShapes[location]) < limit, "\(location)")
      }
      #expect((a.cameraFromFace.translation - b.cameraFromFace.translation).length < 0.02)
    }
  }

  @Test func faceSpaceIsThatOfFaceAnchors() throws {
    let face = try truths(try camera(), 0..<1)[0]
    let tip = Vector3(try #require(face.geometry).vertices[9])
    // Identities differ by millimetres.
    #expect((tip - Vector3(0, 0.001, 0.0756)).length < 0.010)
    #expect(face.leftEyeTransform.translation.x > 0.025, "+X is the face's own left")
    #expect(face.rightEyeTransform.translation.x < -0.025)
    #expect(face.cameraFromFace.rotation.act(Vector3(0, 0, 1)).z > 0.9, "+Z towards the camera")
  }

  @Test func thePersonLooksAtPlacesOfTheScreenOneAfterTheOther() throws {
    let places = [Vector3(0, -0.16, 0), Vector3(-0.12, -0.25, 0), Vector3(0.1, -0.02, 0)]
    let source = try camera {
      $0.looks = places.map { SimulatedLook(point: $0, seconds: 1) }
    }
    for (index, place) in places.enumerated() {
      // Half a second into each look the eyes and the head have arrived; again in the next round.
      for sequence in [index * 30 + 16, (index + 3) * 30 + 16] {
        let face = try #require(source.groundTruth(sequence: sequence).faces.first)
        for eye in [face.leftEyeTransform, face.rightEyeTransform] {
          let seen = face.cameraFromFace * eye
          let ray = seen.rotation.act(Vector3(0, 0, 1))
          let hit = seen.translation - ray * (seen.translation.z / ray.z)
          // A look that is at the end of an eye's reach falls short by millimetres.
          #expect((hit - place).length < 0.012, "\(hit) for \(place)")
        }
        #expect(face.blendShapes[.jawOpen] < 0.1)
      }
    }
  }

  @Test func bothEyesLookAtTheLookAtPoint() throws {
    for face in try truths(try camera(), 0..<120) {
      for eye in [face.leftEyeTransform, face.rightEyeTransform] {
        let d = face.lookAtPoint - eye.translation
        let ray = eye.rotation.act(Vector3(0, 0, 1))
        let miss = (d - ray * d.dot(ray)).length
        // A clamped look coefficient can leave the rays a few millimetres apart.
        #expect(miss < 0.01)
        #expect(abs(EulerAngles(eye.rotation).roll) < 1e-12)
      }
    }
  }

  /// The pupils are the darkest places of open eyes, and the truth tells where they are.
  @Test func pupilsAreWhereTheTruthSays() throws {
    let source = try camera {
      ($0.width, $0.height, $0.frameCount) = (640, 480, 40)
      $0.sensor.noise = 0
    }
    var checked = 0
    for frame in try SimulationPictures.pictures(of: source) where frame.sequence % 6 == 0 {
      let face = try truths(source, frame.sequence..<frame.sequence + 1)[0]
      guard face.blendShapes[.eyeBlinkLeft] < 0.1 else { continue }
      for eye in [face.leftEyeTransform, face.rightEyeTransform] {
        // The front of a ball of 13 mm.
        let point = face.cameraFromFace.act(eye.act(Vector3(0, 0, 0.0135)))
        let pixel = try #require(
          frame.intrinsics.project(Pose.sessionCameraFromVisionCamera.act(point)))
        let pupil = frame.pixels.luma(at: pixel)
        let around = [-9.0, 9.0].map { frame.pixels.luma(at: pixel + Vector2($0, 0)) }
        #expect(pupil < 70, "picture \(frame.sequence)")
        #expect(pupil + 30 < (around.max() ?? 0), "picture \(frame.sequence)")
        checked += 1
      }
    }
    #expect(checked >= 8)
  }

  @Test func aRecordedPerformanceDrivesTheFace() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("take.csv")
    try "Timecode,JawOpen,eyeBlink_L,other\n0,0.0,0.2,x\n1,0.5,0.4,x\nbroken\n2,1.0,0.6,x\n"
      .write(toFile: path, atomically: true, encoding: .utf8)
    let source = try camera { $0.acting = .recorded(path: path, rate: 30) }
    let all = try truths(source, 0..<3)
    #expect(all.map { $0.blendShapes[.jawOpen] } == [0, 0.5, 1])
    #expect(all.map { $0.blendShapes[.eyeBlinkLeft] } == [0.2, 0.4, 0.6])
    #expect(throws: SessionError.self) {
      try camera { $0.acting = .recorded(path: folder.file("none.csv"), rate: 30) }
    }
  }

  @Test func anOpenMouthIsDarkWhereTheTruthHasIt() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("open.csv")
    try "jawOpen\n0\n0.9\n".write(toFile: path, atomically: true, encoding: .utf8)
    let source = try camera {
      ($0.width, $0.height, $0.frameCount) = (320, 240, 2)
      $0.acting = .recorded(path: path, rate: 30)
      $0.sensor.noise = 0
    }
    let frames = try SimulationPictures.pictures(of: source)
    let lumas = try frames.map { frame in
      let face = try truths(source, frame.sequence..<frame.sequence + 1)[0]
      // Vertices 24 and 25 are the inner upper and lower lip.
      let geometry = try #require(face.geometry)
      let upper = Vector3(geometry.vertices[24])
      let lower = Vector3(geometry.vertices[25])
      let middle = face.cameraFromFace.act(upper * 0.45 + lower * 0.55)
      let pixel = try #require(
        frame.intrinsics.project(Pose.sessionCameraFromVisionCamera.act(middle)))
      return frame.pixels.luma(at: pixel)
    }
    #expect(lumas[1] + 20 < lumas[0])
  }
}
