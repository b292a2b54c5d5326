import Evaluation
import Foundation
import SessionCore
import SessionTesting
import SpatialMath
import Testing

@Suite struct FaceEvaluationTests {
  private static let count = 60

  /// A mouth that opens and shuts.
  private static func jaw(_ i: Int) -> Float { 0.5 + 0.4 * Float(sin(Double(i) * 0.3)) }

  private static func face(
    _ i: Int, jaw: Float, pose: Pose = Pose(translation: Vector3(0, 0, -0.5)),
    isTracked: Bool = true, gaze: Double = 0
  ) -> TrackedFace {
    var face = Samples.face(1, isTracked: isTracked, jawOpen: jaw)
    face.cameraFromFace = pose
    face.leftEyeTransform.rotation = Quaternion(angle: gaze, axis: Vector3(0, 1, 0))
    face.rightEyeTransform.rotation = face.leftEyeTransform.rotation
    return face
  }

  private static func log(
    _ make: (Int) -> TrackedFace?, front: (Int) -> Pose = { _ in .identity },
    identifier: (Int) -> UInt64 = { _ in 1 }
  ) throws -> EventLog {
    try Streams.log(
      (0..<count).flatMap { i -> [SessionEvent] in
        let frame = Streams.frame(i, .identity, front: front(i))
        guard let face = make(i) else { return [frame] }
        return [
          frame,
          Streams.faceEvent(i, face, identifier: identifier(i), worldFromFront: front(i)),
        ]
      })
  }

  private static func truth() throws -> EventLog { try log { face($0, jaw: jaw($0)) } }

  @Test func thePerfectSessionHasNoErrors() throws {
    let report = try FaceEvaluation.evaluate(Self.truth(), against: Self.truth())
    for name in ["missed", "false", "translation", "mae", "landmarks", "mae.jawOpen"] {
      #expect(try #require(report[name]) < 1e-6, "\(name)")
    }
    for name in ["rotation", "gaze"] { #expect(try #require(report[name]) < 1e-4, "\(name)") }
    #expect(report["detection"] == 100)
    #expect(abs(try #require(report["pearson.jawOpen"]) - 1) < 1e-9)
    #expect(report["identifiers"] == 1)
    // Fifty-one coefficients never move: they say nothing about correlation.
    #expect(report["pearson.tongueOut"] == nil)
  }

  @Test func eachErrorShowsInItsOwnNumber() throws {
    let log = try Self.log { i in
      Self.face(
        i, jaw: Self.jaw(i) + 0.104,
        pose: Pose(
          rotation: Quaternion(angle: 4 * .pi / 180, axis: Vector3(1, 0, 0)),
          translation: Vector3(0.01, 0, -0.5)))
    }
    let report = try FaceEvaluation.evaluate(log, against: Self.truth())
    #expect(abs(try #require(report["translation"]) - 0.01) < 1e-6)
    #expect(abs(try #require(report["rotation"]) - 4) < 1e-4)
    #expect(abs(try #require(report["gaze"]) - 4) < 1e-4)
    #expect(abs(try #require(report["mae.jawOpen"]) - 0.104) < 1e-4)
    #expect(abs(try #require(report["mae"]) - 0.104 / 52) < 1e-5)
    #expect(abs(try #require(report["pearson.jawOpen"]) - 1) < 1e-6)
    // A constant difference of frames is told apart.
    #expect(try #require(report["rotation-steady"]) < 1e-3)
    #expect(try #require(report["translation-steady"]) < 1e-3)
  }

  @Test func anErrorOfWorldTrackingIsNotTheFaces() throws {
    let log = try Self.log(
      { Self.face($0, jaw: Self.jaw($0)) },
      front: { Pose(translation: Vector3(Double($0) * 0.1, 0, 0)) })
    let report = try FaceEvaluation.evaluate(log, against: Self.truth())
    #expect(try #require(report["translation"]) < 1e-6)
    #expect(report["detection"] == 100)
  }

  @Test func missedFalseAndChangedFacesAreCounted() throws {
    // Found in half of the pictures, under two identifiers; the truth looks away in a quarter.
    let truth = try Self.log { i in Self.face(i, jaw: 0.5, isTracked: i % 4 != 0) }
    let log = try Self.log(
      { i in Self.face(i, jaw: 0.5, isTracked: i % 2 == 0) }, identifier: { $0 < 30 ? 1 : 2 })
    let report = try FaceEvaluation.evaluate(log, against: truth)
    // 45 true faces, 15 of them in pictures that were found; 15 of 30 found are not there.
    #expect(abs(try #require(report["detection"]) - 100 * 15 / 45) < 1e-9)
    #expect(report["false"] == 50)
    #expect(report["identifiers"] == 2)
  }

  @Test func facesAreToldApartByTheirPlace() throws {
    func two(_ swap: Bool) throws -> EventLog {
      try Streams.log(
        (0..<20).flatMap { i -> [SessionEvent] in
          let left = Self.face(i, jaw: 0.2, pose: Pose(translation: Vector3(-0.3, 0, -0.8)))
          let right = Self.face(i, jaw: 0.8, pose: Pose(translation: Vector3(0.3, 0, -0.8)))
          return [
            Streams.frame(i, .identity, front: .identity),
            Streams.faceEvent(i, swap ? right : left, identifier: 1),
            Streams.faceEvent(i, swap ? left : right, identifier: 2),
          ]
        })
    }
    let report = try FaceEvaluation.evaluate(two(true), against: two(false))
    #expect(report["detection"] == 100)
    #expect(try #require(report["mae"]) < 1e-6)
  }

  @Test func aCoefficientThatNeverMovesHasNoCorrelation() throws {
    let log = try Self.log { Self.face($0, jaw: 0.5) }
    #expect(try FaceEvaluation.evaluate(log, against: Self.truth())["pearson.jawOpen"] == 0)
  }

  @Test func aTruthWithoutFacesIsAnError() throws {
    let empty = try Self.log { _ in nil }
    #expect(throws: EvaluationError.self) {
      try FaceEvaluation.evaluate(Self.truth(), against: empty)
    }
  }

  @Test func timesBeyondAllReasonAreNoPictures() throws {
    let truth = try Self.truth()
    let folder = try TemporaryFolder()
    try Streams.write([Streams.frame(0, .identity, front: .identity)], to: folder.file("e"))
    let text = try String(contentsOfFile: folder.file("e"), encoding: .utf8)
      .replacingOccurrences(of: #""time":0,"#, with: #""time":1e300,"#)
    try text.write(toFile: folder.file("e"), atomically: true, encoding: .utf8)
    let report = try FaceEvaluation.evaluate(
      EventLog(contentsOf: folder.file("e")), against: truth)
    #expect(report["detection"] == 0)
  }
}
