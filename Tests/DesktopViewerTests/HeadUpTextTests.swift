import DesktopViewer
import SceneGraph
import SessionCore
import SessionTesting
import SpatialMath
import Testing

/// Values for tests.
enum Make {
  static func frame(
    seconds: Double = 0, state: TrackingState = .normal, anchors: [Anchor] = [],
    front: Bool = true, rear: Bool = true
  ) -> SessionFrame {
    func view(_ role: CameraRole) -> CameraView {
      CameraView(
        image: Samples.frame(role, 0, at: seconds * 1000),
        worldFromCamera: .identity)
    }
    var frame = SessionFrame(
      index: 0, timestamp: Samples.time(seconds * 1000), primaryRole: rear ? .rear : .front,
      front: front ? view(.front) : nil, rear: rear ? view(.rear) : nil, trackingState: state)
    frame.anchors = anchors
    return frame
  }

  static func face(isTracked: Bool = true, reason: String? = nil) -> Anchor {
    let face = Samples.face(1, isTracked: isTracked, reason: reason)
    return .face(
      FaceAnchor(
        identifier: Samples.identifier(5), transform: face.cameraFromFace,
        isTracked: face.isTracked, blendShapes: face.blendShapes, confidence: face.confidence,
        geometry: face.geometry, leftEyeTransform: face.leftEyeTransform,
        rightEyeTransform: face.rightEyeTransform, lookAtPoint: face.lookAtPoint,
        landmarks: face.landmarks, reason: face.reason))
  }
}

@Suite struct HeadUpTextTests {
  private func texts(_ frame: SessionFrame) -> [String] {
    HeadUpText(frame, rates: .init()).lines.map(\.text)
  }

  @Test func stateFacesAndPlanesAreSaidInPlainWords() {
    let frame = Make.frame(anchors: [
      Make.face(), .plane(Samples.plane(1)), .plane(Samples.plane(2)),
      .plane(Samples.plane(3, alignment: .vertical)),
    ])
    #expect(
      texts(frame).prefix(3) == [
        "World: tracked", "1 face", "3 planes: 2 × horizontal, vertical",
      ])
  }

  @Test func aStaleCameraIsNamedWithTheTimeSinceItsLastPicture() {
    var frame = Make.frame(seconds: 12.4, state: .notAvailable)
    frame.staleCameras = [
      StaleCamera(role: .rear, since: Samples.time(9_000), reason: "unplugged")
    ]
    #expect(
      HeadUpText(frame, rates: .init()).lines.contains(
        .init("Rear camera: no picture for 3 s", .bad)))
    #expect(!texts(Make.frame()).contains { $0.contains("no picture") })
  }

  @Test(arguments: TrackingState.Reason.allCases)
  func everyReasonHasWordsOfItsOwn(reason: TrackingState.Reason) {
    let line = HeadUpText(Make.frame(state: .limited(reason)), rates: .init()).lines[0]
    #expect(line.text.hasPrefix("World: ") && line.tone != .good)
    #expect(!line.text.contains(reason.rawValue) || reason.rawValue.allSatisfy(\.isLowercase))
  }

  @Test func aLostFaceIsToldWithItsReason() {
    #expect(texts(Make.frame())[1] == "No face")
    let lost = Make.frame(anchors: [Make.face(isTracked: false, reason: "too dark")])
    #expect(texts(lost)[1] == "No face: too dark")
    let weak = HeadUpText(
      Make.frame(anchors: [Make.face(reason: "turned away")]), rates: .init()
    ).lines[1]
    #expect(weak == .init("1 face, weak: turned away", .warning))
  }

  @Test func aCameraThatDoesNotRunIsNotMentioned() {
    let face = texts(Make.frame(anchors: [Make.face()], rear: false))
    #expect(!face.contains { $0.hasPrefix("World") || $0.hasPrefix("No plane") })
    let world = texts(Make.frame(front: false))
    #expect(!world.contains { $0.contains("face") })
  }

  @Test func ratesAreRounded() {
    let lines = HeadUpText(
      Make.frame(), rates: .init(frames: 29.6, latency: 0.0434, load: 0.918)
    ).lines
    #expect(lines.last?.text == "30 fps   43 ms late   92 % of one core")
  }
}

@Suite struct ViewerHintTests {
  private func scene() throws -> Scene {
    try SceneBuilder().makeScene([SceneItem(entity: .robotHead, anchor: .horizontalPlane)])
  }

  private func hint(
    _ state: TrackingState, _ anchors: [Anchor] = [], after seconds: Double = 3
  ) throws -> String? {
    let scene = try scene()
    var hint = ViewerHint()
    for time in [0, seconds] {
      let frame = Make.frame(seconds: time, state: state, anchors: anchors)
      scene.update(with: frame)
      if time == 0 {
        _ = hint.text(frame, scene: scene)
      } else {
        return hint.text(frame, scene: scene)
      }
    }
    return nil
  }

  @Test func whenNoPlaneComesTheUserIsToldWhatToDo() throws {
    let text = try #require(try hint(.normal))
    #expect(text == "Move the camera sideways and show the table or the floor.")
    #expect(try hint(.normal, after: 1) == nil)
  }

  @Test(arguments: [
    (TrackingState.limited(.initializing), "sideways"),
    (.limited(.excessiveMotion), "slowly"), (.limited(.insufficientFeatures), "Too little"),
    (.limited(.relocalizing), "Go back"), (.notAvailable, "Waiting"),
  ])
  func whileTrackingIsLimitedTheReasonsCureIsNamed(state: TrackingState, word: String) throws {
    let text = try #require(try hint(state))
    #expect(text.contains(word))
  }

  @Test func aHeadTallerThanTheCameraSeesIsTold() throws {
    // A table 5 cm below the camera: a head 29 cm high reaches over the picture's top.
    func advice(height: Double) throws -> String? {
      let scene = try scene()
      var hint = ViewerHint()
      var text: String?
      for step in 0..<12 {
        let table = Samples.plane(1, at: Vector3(0, -height, -0.45), size: 2)
        let frame = Make.frame(seconds: Double(step), anchors: [Make.face(), .plane(table)])
        scene.update(with: frame)
        text = hint.text(frame, scene: scene)
      }
      return text
    }
    #expect(
      try advice(height: 0.02) == "Its top is out of sight: go back a little, or look higher.")
    #expect(try advice(height: 0.2) == nil)
  }

  @Test func aPlaneThatIsTooSmallIsNamedWithItsSize() throws {
    let text = try #require(
      try hint(.normal, [.plane(Samples.plane(1, size: 0.12))]))
    #expect(text == "Show more of the surface: 12 × 12 cm is seen, 20 × 20 cm is needed.")
  }

  @Test func onceTheHeadStandsTheUserLearnsToMoveItAndThenIsLeftAlone() throws {
    let scene = try scene()
    var hint = ViewerHint()
    let anchors: [Anchor] = [.plane(Samples.plane(1)), Make.face()]
    var texts: [String?] = []
    for seconds in [0.0, 4, 20] {
      let frame = Make.frame(seconds: seconds, anchors: anchors)
      scene.update(with: frame)
      texts.append(hint.text(frame, scene: scene))
    }
    #expect(texts[0]?.hasPrefix("Click a surface") == true)
    #expect(texts[1] == texts[0])
    #expect(texts[2] == nil)
  }

  @Test func withoutAFaceTheUserIsAskedToLook() throws {
    var hint = ViewerHint()
    let scene = Scene()
    #expect(hint.text(Make.frame(rear: false), scene: scene) == "Look into the front camera.")
    #expect(hint.text(Make.frame(anchors: [Make.face()], rear: false), scene: scene) == nil)
  }
}

@Suite struct MeterTests {
  @Test func theRateIsThatOfTheLastSecond() {
    var meter = RateMeter()
    #expect(meter.rate(at: .zero) == nil)
    for i in 0..<90 { meter.tick(Samples.time(Double(i) * 40)) }
    #expect(abs((meter.rate(at: Samples.time(3560)) ?? 0) - 25) < 0.01)
    #expect(meter.rate(at: Samples.time(9000)) == nil)
  }

  @Test func theLoadIsMeasuredOverASecond() {
    var meter = LoadMeter()
    meter.sample(cpuSeconds: 10, at: Samples.time(0))
    meter.sample(cpuSeconds: 10.3, at: Samples.time(500))
    #expect(meter.load == nil)
    meter.sample(cpuSeconds: 11.5, at: Samples.time(1000))
    #expect(abs((meter.load ?? 0) - 1.5) < 1e-9)
  }
}

@Suite struct ViewerCommandTests {
  @Test func everyCommandHasAKeyOfItsOwn() {
    let all = ViewerCommand.allCases.flatMap(\.characters)
    #expect(Set(all).count == all.count)
    for command in ViewerCommand.allCases {
      for character in command.characters {
        #expect(ViewerCommand(character: character) == command)
      }
      #expect(!command.explanation.isEmpty && !command.keyName.isEmpty)
    }
    #expect(ViewerCommand(character: "Q") == .quit)
    #expect(ViewerCommand(character: "x") == nil)
  }
}
