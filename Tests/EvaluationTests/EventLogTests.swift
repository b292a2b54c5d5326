import Evaluation
import Foundation
import SessionCore
import SessionTesting
import SpatialMath
import Testing

@Suite struct EventLogTests {
  @Test func whatWasWrittenIsReadBack() throws {
    let turn = Pose(
      rotation: Quaternion(angle: 1, axis: Vector3(1, 2, 3)), translation: Vector3(1, -2, 3))
    var plane = Samples.plane(3)
    plane.classification = .table
    plane.extent.rotationOnYAxis = 0.25
    let log = try Streams.log([
      Streams.frame(0, turn, .limited(.relocalizing)), Streams.frame(1, turn, front: turn),
      .anchorsAdded([.plane(plane), .plane(Samples.plane(4))], time: Samples.time(0)),
      .anchorsUpdated([.plane(Samples.plane(4, size: 2))], time: Samples.time(0)),
      .anchorsRemoved([.plane(Samples.plane(4))], time: Samples.time(33)),
      .interrupted(.front, reason: "x", time: Samples.time(40)),
      Streams.faceEvent(1, Samples.face(1, jawOpen: 0.375)),
      .stopped(.ended, frames: 2, time: Samples.time(50)),
    ])
    #expect(log.frames.map(\.trackingState) == [.limited(.relocalizing), .normal])
    let pose = try #require(log.frames[0].worldFromRear)
    #expect((pose.translation - turn.translation).length < 1e-9)
    #expect((pose.rotation.inverse * turn.rotation).angle < 1e-8)
    #expect(log.frames[0].worldFromFront == nil)
    #expect(log.frames[1].worldFromFront != nil)
    #expect(log.planes == [plane])
    let face = try #require(log.faces.first)
    #expect(face.isTracked)
    #expect(face.blendShapes[.jawOpen] == 0.375)
    #expect(face.landmarks.count == 478)
    #expect(face.leftEye.translation == Vector3(0.03, 0.02, 0.03))
    #expect(log.cameras[.rear]?.intrinsics.width == 640)
  }

  @Test(arguments: [
    ("not json", ":1: not JSON"),
    (#"{"event":"frame","index":0,"time":0}"#, ":1: no 'camera'"),
    (
      #"{"event":"frame","index":0,"time":"x","camera":{"role":"rear","trackingState":"normal"}}"#,
      ":1: a value of the wrong type (at time)"
    ),
    (#"{"event":"stopped","time":0,"frames":0}"#, "there is no frame in it"),
    (
      #"{"event":"frame","index":0,"time":0,"camera":{"role":"rear","trackingState":"normal","#
        + #""worldFromCamera":[1,2]}}"#, "a matrix has 16 numbers"
    ),
  ])
  func aBadStreamIsRefusedWithItsLine(text: String, message: String) throws {
    let folder = try TemporaryFolder()
    try text.write(toFile: folder.file("e"), atomically: true, encoding: .utf8)
    #expect {
      try EventLog(contentsOf: folder.file("e"))
    } throws: {
      "\($0)".contains(message)
    }
  }

  @Test func aMissingFileIsNamed() {
    #expect(
      throws: EvaluationError.unreadable(path: "/nowhere/events", reason: "no such file")
    ) { try EventLog(contentsOf: "/nowhere/events") }
  }
}
