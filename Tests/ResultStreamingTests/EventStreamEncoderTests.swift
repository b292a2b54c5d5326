import Foundation
import ResultStreaming
import SessionCore
import SessionTesting
import SpatialMath
import Testing

@Suite struct EventStreamEncoderTests {
  static let start = SessionStart(
    zero: Samples.time(5), configuration: .world(WorldTrackingConfiguration()),
    cameras: [
      .init(role: .rear, format: Samples.format("images")),
      .init(role: .front, format: Samples.format("video", rate: 25)),
    ])

  static func frame(_ index: Int, at milliseconds: Double) -> SessionFrame {
    let rear = CameraView(
      image: Samples.frame(.rear, index, at: milliseconds),
      worldFromCamera: Pose(translation: Vector3(0.5, 0, -1)))
    var frame = SessionFrame(
      index: index, timestamp: Samples.time(milliseconds), primaryRole: .rear, front: nil,
      rear: rear, trackingState: .limited(.initializing))
    frame.scaleSource = .cameraHeight
    frame.worldMappingStatus = .limited
    return frame
  }

  static func lines(_ events: [SessionEvent]) -> [String] {
    var encoder = EventStreamEncoder()
    return String(decoding: encoder.encode(events), as: UTF8.self)
      .split(separator: "\n").map(String.init)
  }

  @Test func aStartTellsTheClockAndTheCameras() {
    let f = 4 / (2 * tan(0.5))
    #expect(
      Self.lines([.started(Self.start)]) == [
        #"{"event":"started","monotonicNanoseconds":5000000,"configuration":"world","cameras":{"#
          + #""rear":{"source":"images","size":[4,3],"intrinsics":[\#(f),\#(f),2,1.5],"rate":30},"#
          + #""front":{"source":"video","size":[4,3],"intrinsics":[\#(f),\#(f),2,1.5],"rate":25}}}"#
      ])
  }

  @Test func aFrameIsWrittenInTheDocumentedOrder() {
    var frame = Self.frame(7, at: 38.3)
    frame.lightEstimate = LightEstimate(ambientIntensity: 980, ambientColorTemperature: 6200.5)
    frame.latency = 0.0123456
    let lines = Self.lines([.started(Self.start), .frame(frame)])
    #expect(
      lines[1]
        == #"{"event":"frame","index":7,"time":0.0333,"camera":{"role":"rear","worldFromCamera":"#
        + "[1,0,0,0,0,1,0,0,0,0,1,0,0.5,0,-1,1]"
        + #","worldFromFront":null,"trackingState":"limited","reason":"initializing","#
        + #""scaleSource":"camera-height","gravitySource":"none"},"worldMappingStatus":"limited","#
        + #""light":{"ambientIntensity":980,"ambientColorTemperature":6200.5},"latency":0.012346}"#)
  }

  @Test func aLookAtTheScreenIsToldAfterTheFace() throws {
    let screen = GazeScreen(
      belowCamera: 0, size: Vector2(0.5, 0.3), pixels: SIMD2(1000, 600))
    var pointer = GazePointer()
    pointer.dwellTime = 0.02
    var encoder = EventStreamEncoder(gaze: GazeFollower(screen: screen, pointer: pointer))
    let eye = Pose(translation: Vector3(0, 0, 0))
    let found = Samples.face(1)
    var face = FaceAnchor(
      identifier: Samples.identifier(1), transform: .identity, isTracked: true,
      blendShapes: found.blendShapes, confidence: found.confidence, geometry: found.geometry,
      leftEyeTransform: eye, rightEyeTransform: eye, lookAtPoint: .zero,
      landmarks: found.landmarks, reason: nil)
    // Half a metre before the camera, turned to it, and the eyes as high as the screen's middle.
    face.transform = Pose(translation: Vector3(0, -0.15, -0.5))
    var text = ""
    for time in [40.0, 80] {
      var frame = Self.frame(1, at: time)
      frame.front = CameraView(
        image: Samples.frame(.front, 1, at: time), worldFromCamera: .identity)
      text = String(
        decoding: encoder.encode([
          .frame(frame), .anchorsUpdated([.face(face)], time: Samples.time(time)),
        ]), as: UTF8.self)
    }
    let last = try #require(text.split(separator: "\n").last)
    #expect(last.hasPrefix(#"{"event":"gaze","#))
    #expect(
      last.hasSuffix(
        #""point":[0.5,0.5],"pixel":[500,300],"dwellProgress":1,"actions":[{"dwelled":[0.5,0.5]}]}"#
      ))
    face.isTracked = false
    text = String(
      decoding: encoder.encode([.anchorsUpdated([.face(face)], time: Samples.time(120))]),
      as: UTF8.self)
    #expect(text.contains(#""point":null,"pixel":null,"dwellProgress":0,"actions":[]"#))
  }

  @Test func aStaleCameraIsNamedWithItsTimeAndReason() {
    var frame = Self.frame(3, at: 105)
    frame.staleCameras = [
      StaleCamera(role: .front, since: Samples.time(55), reason: "\"unplugged\"")
    ]
    let line = Self.lines([.started(Self.start), .frame(frame)])[1]
    #expect(
      line.contains(
        #""gravitySource":"none"},"stale":{"front":{"since":0.05,"reason":"\"unplugged\""}},"#
          + #""worldMappingStatus""#))
    #expect(!Self.lines([.frame(Self.frame(0, at: 5))])[0].contains("stale"))
  }

  @Test func withoutLightOrRealTimeTheFieldsAreNull() {
    let line = Self.lines([.frame(Self.frame(0, at: 5))])[0]
    #expect(line.hasSuffix(#""light":null,"latency":null}"#))
    #expect(line.contains(#""time":0,"#))
  }

  @Test func aLeadingFrontCameraTellsWhereTheRearOneIs() throws {
    var frame = Self.frame(0, at: 5)
    frame.primaryRole = .front
    frame.front = CameraView(
      image: Samples.frame(.front, 0, at: 5),
      worldFromCamera: Pose(translation: Vector3(0, 2, 0)))
    let object = try Self.object(Self.lines([.frame(frame)])[0])
    let camera = try #require(object["camera"] as? [String: Any])
    #expect((camera["worldFromCamera"] as? [Double])?[13] == 2)
    #expect((camera["worldFromFront"] as? [Double])?[13] == 2)
    #expect((camera["worldFromRear"] as? [Double])?[12] == 0.5)
  }

  @Test func aFaceHasAllItsFields() throws {
    let anchor = FaceAnchor(
      Samples.face(1, jawOpen: 0.123456), identifier: Samples.identifier(4), in: .identity)
    let line = Self.lines([
      .started(Self.start), .anchorsUpdated([.face(anchor)], time: Samples.time(105)),
    ])[1]
    #expect(line.hasPrefix(#"{"event":"anchorUpdated","time":0.1,"anchor":{"kind":"face","#))
    let object = try #require(try Self.object(line)["anchor"] as? [String: Any])
    #expect(object["identifier"] as? String == Samples.identifier(4).description)
    #expect(object["isTracked"] as? Bool == true)
    #expect((object["transform"] as? [Double])?[14] == -0.5)
    let shapes = try #require(object["blendShapes"] as? [String: Double])
    #expect(Set(shapes.keys) == Set(BlendShapeLocation.allCases.map(\.rawValue)))
    #expect(shapes["jawOpen"] == 0.12346)
    #expect((object["confidence"] as? [String: Double])?["tongueOut"] == 0.9)
    #expect((object["leftEyeTransform"] as? [Double])?[12] == 0.03)
    #expect((object["rightEyeTransform"] as? [Double])?[12] == -0.03)
    #expect(object["lookAtPoint"] as? [Double] == [0, 0, 0.5])
    let landmarks = try #require(object["landmarks"] as? [[Double]])
    #expect(landmarks.count == 478)
    #expect(landmarks[477] == [4.77, 2.385])
    #expect(object["reason"] is NSNull)
    #expect(object.keys.count == 11)
  }

  @Test func aPlaneHasAllItsFields() throws {
    let line = Self.lines([.anchorsAdded([.plane(Samples.plane(2))], time: .zero)])[0]
    let object = try #require(try Self.object(line)["anchor"] as? [String: Any])
    #expect(object["alignment"] as? String == "horizontal")
    #expect(object["center"] as? [Double] == [0, 0, 0])
    let extent = try #require(object["extent"] as? [String: Double])
    #expect(extent == ["width": 1, "height": 1, "rotationOnYAxis": 0])
    #expect((object["boundary"] as? [[Double]])?.count == 4)
    #expect(object["classification"] as? String == "none")
    #expect(object.keys.count == 8)
  }

  @Test func theOtherEventsAreOneLineEach() {
    let events: [SessionEvent] = [
      .started(Self.start),
      .trackingStateChanged(.normal, time: Samples.time(5)),
      .interrupted(.front, reason: "unplugged; plug it in", time: Samples.time(1005)),
      .interruptionEnded(.front, time: Samples.time(2005)),
      .failed(SessionError(.sensorFailed, "broken"), time: Samples.time(3005)),
      .stopped(.failed, frames: 300, time: Samples.time(3005)),
      .anchorsRemoved(
        [.point(PointAnchor(identifier: Samples.identifier(1), transform: .identity))],
        time: Samples.time(5)),
    ]
    let lines = Self.lines(events).dropFirst()
    #expect(
      Array(lines) == [
        #"{"event":"trackingStateChanged","time":0,"trackingState":"normal","reason":null}"#,
        #"{"event":"interrupted","time":1,"camera":"front","reason":"unplugged; plug it in"}"#,
        #"{"event":"interruptionEnded","time":2,"camera":"front"}"#,
        #"{"event":"failed","time":3,"code":102,"message":"broken"}"#,
        #"{"event":"stopped","time":3,"frames":300,"reason":"failed"}"#,
        #"{"event":"anchorRemoved","time":0,"anchor":{"kind":"point","identifier":""#
          + Samples.identifier(1).description
          + #"","transform":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],"name":null}}"#,
      ])
  }

  @Test func aFailureBeforeTheFirstFrameHasNoTime() {
    let lines = Self.lines([.failed(SessionError(.sensorUnavailable, "none"), time: .zero)])
    #expect(lines == [#"{"event":"failed","time":null,"code":101,"message":"none"}"#])
  }

  @Test func anotherStartKeepsTheFirstZero() {
    var second = Self.start
    second.zero = Samples.time(905)
    let lines = Self.lines([
      .started(Self.start), .started(second), .frame(Self.frame(0, at: 1005)),
    ])
    #expect(lines[1].contains(#""monotonicNanoseconds":5000000"#))
    #expect(lines[2].contains(#""time":1,"#))
  }

  static func object(_ line: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
  }
}

extension FaceAnchor {
  /// A tracked face as an anchor.
  init(_ face: TrackedFace, identifier: AnchorIdentifier, in worldFromFront: Pose) {
    self.init(
      identifier: identifier, transform: worldFromFront * face.cameraFromFace,
      isTracked: face.isTracked, blendShapes: face.blendShapes, confidence: face.confidence,
      geometry: face.geometry, leftEyeTransform: face.leftEyeTransform,
      rightEyeTransform: face.rightEyeTransform, lookAtPoint: face.lookAtPoint,
      landmarks: face.landmarks, reason: face.reason)
  }
}
