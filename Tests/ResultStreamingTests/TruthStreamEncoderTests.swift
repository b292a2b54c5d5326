import Foundation
import ResultStreaming
import SessionCore
import SessionTesting
import SpatialMath
import Testing

@Suite struct TruthStreamEncoderTests {
  /// A rear camera that moves along +X by one metre a second, ten pictures a second; a front
  /// camera 30 ms later with one face that opens its mouth.
  private static func truth(_ role: CameraRole, _ sequence: Int) -> GroundTruth? {
    let time = Samples.time(Double(sequence) * 100 + (role == .front ? 30 : 0))
    var truth = GroundTruth(timestamp: time)
    if role == .rear {
      truth.worldFromCamera = Pose(translation: Vector3(time.seconds(since: .zero), 0, 0))
      truth.planes = [Samples.plane(1)]
      truth.lightEstimate = LightEstimate(ambientIntensity: 800, ambientColorTemperature: 5000)
    } else {
      var shapes = BlendShapes()
      shapes[.jawOpen] = Float(sequence) / 10
      truth.faces = [
        FaceTruth(
          identifier: 0, isTracked: sequence != 2,
          cameraFromFace: Pose(translation: Vector3(0, 0, -0.5)),
          blendShapes: shapes, leftEyeTransform: .identity, rightEyeTransform: .identity,
          lookAtPoint: Vector3(0, 0, 1))
      ]
    }
    return truth
  }

  private static func frame(_ index: Int, rear: Int, front: Int?) -> SessionEvent {
    let image = Samples.frame(.rear, rear, at: Double(rear) * 100)
    // The session's own estimate is wrong; the truth must not repeat it.
    let wrong = Pose(translation: Vector3(9, 9, 9))
    return .frame(
      SessionFrame(
        index: index, timestamp: image.timestamp, primaryRole: .rear,
        front: front.map {
          CameraView(
            image: Samples.frame(.front, $0, at: Double($0) * 100 + 30), worldFromCamera: wrong)
        },
        rear: CameraView(image: image, worldFromCamera: wrong),
        trackingState: .limited(.initializing)))
  }

  private static func objects(_ events: [SessionEvent]) throws -> [[String: Any]] {
    var encoder = TruthStreamEncoder(
      rearFromFront: Pose(rotation: Quaternion(angle: .pi, axis: Vector3(0, 1, 0))))
    return try String(decoding: encoder.encode(events, truth: truth), as: UTF8.self)
      .split(separator: "\n").map { try EventStreamEncoderTests.object(String($0)) }
  }

  @Test func framesPlanesAndFacesAreTrueAndInTheEventsForm() throws {
    let objects = try Self.objects([
      .started(EventStreamEncoderTests.start), Self.frame(0, rear: 0, front: nil),
      Self.frame(1, rear: 1, front: 0), Self.frame(2, rear: 2, front: 0),
      Self.frame(3, rear: 3, front: 2), .stopped(.ended, frames: 4, time: .zero),
    ])
    #expect(
      objects.map { $0["event"] as? String } == [
        "started", "frame", "anchorAdded", "frame", "anchorAdded", "frame", "frame",
        "anchorUpdated",
      ])
    let camera = try #require(objects[3]["camera"] as? [String: Any])
    #expect((camera["worldFromCamera"] as? [Double])?[12] == 0.1)
    #expect(camera["trackingState"] as? String == "normal")
    // The front picture was taken at 30 ms, between two rear pictures.
    #expect((camera["worldFromFront"] as? [Double])?[12] == 0.03)
    let face = try #require(objects[4]["anchor"] as? [String: Any])
    let transform = try #require(face["transform"] as? [Double])
    #expect(abs(transform[12] - 0.03) < 1e-9)
    #expect(abs(transform[14] - 0.5) < 1e-9)
    let lost = try #require(objects[7]["anchor"] as? [String: Any])
    #expect(lost["isTracked"] as? Bool == false)
    #expect(lost["identifier"] as? String == face["identifier"] as? String)
    #expect(((lost["blendShapes"] as? [String: Double])?["jawOpen"]) == 0.2)
    let light = try #require(objects[1]["light"] as? [String: Double])
    #expect(light["ambientIntensity"] == 800)
  }

  @Test func aCameraThatKnowsNoTruthGivesNull() throws {
    var encoder = TruthStreamEncoder(rearFromFront: .identity)
    let bytes = encoder.encode([Self.frame(0, rear: 0, front: 0)]) { role, sequence in
      role == .front ? Self.truth(role, sequence) : nil
    }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    let camera = try #require(
      try EventStreamEncoderTests.object(String(lines[0]))["camera"] as? [String: Any])
    #expect(camera["worldFromCamera"] is NSNull)
    #expect(camera["worldFromFront"] is NSNull)
    #expect(lines.count == 1)
  }
}
