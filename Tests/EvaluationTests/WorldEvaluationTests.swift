import Evaluation
import Foundation
import SessionCore
import SessionTesting
import SpatialMath
import Testing

@Suite struct WorldEvaluationTests {
  /// A table that the path looks at, and a floor below it.
  private static let table = Samples.plane(1, at: Vector3(0, -0.7, -1), size: 1.2)
  private static let floor = Samples.plane(2, at: Vector3(0, -1.4, -1.5), size: 4)

  private static func truth(_ count: Int = 120) throws -> EventLog {
    try Streams.log(
      (0..<count).map { Streams.frame($0, Streams.pose($0)) }
        + [.anchorsAdded([.plane(table), .plane(floor)], time: .zero)])
  }

  private static func evaluate(
    _ events: [SessionEvent], _ truth: EventLog
  ) throws -> EvaluationReport {
    try WorldEvaluation.evaluate(Streams.log(events), against: .events(truth))
  }

  @Test func thePerfectSessionHasNoErrors() throws {
    let truth = try Self.truth()
    let report = try WorldEvaluation.evaluate(truth, against: .events(truth))
    for name in ["ate", "ate-metric", "scale-error", "rpe", "lost", "losses", "planes-false"] {
      #expect(try #require(report[name]) < 1e-6, "\(name)")
    }
    #expect(try #require(report["gravity-error"]) < 1e-3)
    #expect(report["planes-missed"] == 0)
    #expect(report["planes"] == 2)
    #expect(report["first-pose"] == 0)
    #expect(report["coverage"] == 100)
  }

  @Test func aScaledAndMovedSessionShowsItsScaleOnly() throws {
    let events = (0..<120).map { i in
      let p = Streams.pose(i)
      return Streams.frame(
        i, Pose(rotation: p.rotation, translation: p.translation * 1.05 + Vector3(1, 0, 0)))
    }
    let report = try Self.evaluate(events, Self.truth())
    #expect(try #require(report["ate"]) < 1e-6)
    #expect(abs(try #require(report["scale-error"]) - 5) < 1e-4)
    #expect(try #require(report["ate-metric"]) > 0.005)
  }

  @Test func theLifeOfTrackingIsCounted() throws {
    // Ten frames to the first pose, then 5 of 110 lost in two goes.
    let events = (0..<120).map { i in
      let state: TrackingState =
        i < 10
        ? .limited(.initializing)
        : (20..<23).contains(i) || (50..<52).contains(i) ? .limited(.excessiveMotion) : .normal
      return Streams.frame(i, Streams.pose(i), state)
    }
    let report = try Self.evaluate(events, Self.truth())
    #expect(report["first-pose"] == 10)
    #expect(report["losses"] == 2)
    #expect(abs(try #require(report["lost"]) - 100 * 5 / 110) < 1e-9)
    #expect(report.title == "world: 120 frames, 105 poses compared")
  }

  @Test func planesAreHeldAgainstTheSurfacesTheyStandFor() throws {
    // The table 2 cm too high and tilted by 2°, one plane in mid-air, no floor.
    var table = Self.table
    table.transform = Pose(
      rotation: Quaternion(angle: 2 * .pi / 180, axis: Vector3(1, 0, 0)),
      translation: table.transform.translation + Vector3(0, 0.02, 0))
    let ghost = Samples.plane(8, at: Vector3(0, -0.3, -1))
    let events =
      (0..<120).map { Streams.frame($0, Streams.pose($0)) }
      + [.anchorsAdded([.plane(table), .plane(ghost)], time: .zero)]
    let report = try Self.evaluate(events, Self.truth())
    #expect(report["planes-false"] == 50)
    #expect(report["planes-missed"] == 50)
    #expect(abs(try #require(report["plane-offset"]) - 0.02) < 1e-4)
    #expect(abs(try #require(report["plane-normal"]) - 2) < 1e-3)
    #expect(report["plane-outside"] == 0)
  }

  @Test func aPlaneThatReachesBeyondItsSurfaceIsTold() throws {
    let large = Samples.plane(1, at: Self.table.transform.translation, size: 1.2 * 2.0.squareRoot())
    let events =
      (0..<120).map { Streams.frame($0, Streams.pose($0)) }
      + [.anchorsAdded([.plane(large)], time: .zero)]
    let report = try Self.evaluate(events, Self.truth())
    // Twice the area: half of it is outside, to the grid's fineness.
    #expect(abs(try #require(report["plane-outside"]) - 50) < 8)
  }

  @Test func aSurfaceThatWasNeverInThePictureIsNotMissed() throws {
    let behind = Samples.plane(9, at: Vector3(0, -0.7, 8))
    let truth = try Streams.log(
      (0..<120).map { Streams.frame($0, Streams.pose($0)) }
        + [.anchorsAdded([.plane(Self.table), .plane(behind)], time: .zero)])
    let events =
      (0..<120).map { Streams.frame($0, Streams.pose($0)) }
      + [.anchorsAdded([.plane(Self.table)], time: .zero)]
    #expect(try Self.evaluate(events, truth)["planes-missed"] == 0)
  }

  /// A seat right under the table is in every picture, and never to be seen.
  @Test func aSurfaceBehindAnotherIsNotMissed() throws {
    let hidden = Samples.plane(
      9, at: Self.table.transform.translation - Vector3(0, 0.1, 0), size: 0.2)
    let truth = try Streams.log(
      (0..<120).map { Streams.frame($0, Streams.pose($0)) }
        + [.anchorsAdded([.plane(Self.table), .plane(hidden)], time: .zero)])
    let events =
      (0..<120).map { Streams.frame($0, Streams.pose($0)) }
      + [.anchorsAdded([.plane(Self.table)], time: .zero)]
    #expect(try Self.evaluate(events, truth)["planes-missed"] == 0)
  }

  /// The camera turns to a wall of shelves for one second only.
  @Test func aSurfaceThatWasSeenForAMomentIsNotMissed() throws {
    let behind = Samples.plane(9, at: Vector3(0, -0.7, 1))
    let frames = (0..<120).map { i in
      let p = Streams.pose(i)
      let turn = Quaternion(angle: i < 30 ? .pi : 0, axis: Vector3(0, 1, 0))
      return Streams.frame(i, Pose(rotation: turn * p.rotation, translation: p.translation))
    }
    let truth = try Streams.log(
      frames + [.anchorsAdded([.plane(Self.table), .plane(behind)], time: .zero)])
    let events = frames + [.anchorsAdded([.plane(Self.table)], time: .zero)]
    #expect(try Self.evaluate(events, truth)["planes-missed"] == 0)
  }

  @Test func theFirstHorizontalPlanesTimeIsTold() throws {
    let wall = Samples.plane(3, at: Vector3(0, 0, -2), alignment: .vertical)
    let events =
      (0..<120).map { Streams.frame($0, Streams.pose($0)) }
      + [
        .anchorsAdded([.plane(wall)], time: Samples.time(500)),
        .anchorsAdded([.plane(Self.table)], time: Samples.time(1500)),
        .anchorsAdded([.plane(Self.floor)], time: Samples.time(2500)),
      ]
    #expect(try Self.evaluate(events, Self.truth())["first-plane"] == 1.5)
  }

  @Test func twoPlanesOnOneSurfaceAreTold() throws {
    let half = Samples.plane(
      5, at: Self.table.transform.translation + Vector3(0.2, 0, 0), size: 0.4)
    let events =
      (0..<120).map { Streams.frame($0, Streams.pose($0)) }
      + [.anchorsAdded([.plane(Self.table), .plane(half)], time: .zero)]
    let report = try Self.evaluate(events, Self.truth())
    #expect(report["planes-false"] == 0)
    #expect(report["planes-double"] == 1)
  }

  @Test func aGhostThatWasTakenBackIsStillCounted() throws {
    let ghost = Samples.plane(8, at: Vector3(0, -0.3, -1))
    let events =
      (0..<120).map { Streams.frame($0, Streams.pose($0)) }
      + [
        .anchorsAdded([.plane(Self.table), .plane(ghost)], time: .zero),
        .anchorsRemoved([.plane(ghost)], time: .zero),
      ]
    let report = try Self.evaluate(events, Self.truth())
    #expect(report["planes-false"] == 0)
    #expect(report["planes-false-before"] == 1)
  }

  @Test func theShareOfASurfaceThatAPlaneCoversIsTold() throws {
    let half = Samples.plane(1, at: Self.table.transform.translation, size: 1.2 / 2.0.squareRoot())
    let events =
      (0..<120).map { Streams.frame($0, Streams.pose($0)) }
      + [.anchorsAdded([.plane(half)], time: .zero)]
    let report = try Self.evaluate(events, Self.truth())
    // Half the area, to the grid's fineness.
    #expect(abs(try #require(report["plane-covered"]) - 50) < 8)
  }

  @Test(arguments: [true, false])
  func aTrajectoryFileServesAsTruth(countsPictures: Bool) throws {
    let folder = try TemporaryFolder()
    let lines = (0..<120).map { i -> String in
      let p = Streams.pose(i) * .sessionCameraFromVisionCamera
      let t = p.translation
      let q = p.rotation.vector
      // The file's clock starts elsewhere.
      let time = countsPictures ? "\(i)" : "\(1_305_031_110.25 + Double(i) / 30)"
      return "\(time) \(t.x) \(t.y) \(t.z) \(q.x) \(q.y) \(q.z) \(q.w)"
    }
    try lines.joined(separator: "\n").write(
      toFile: folder.file("gt.tum"), atomically: true, encoding: .utf8)
    let truth = try WorldTruth(contentsOf: folder.file("gt.tum"), up: Vector3(0, 1, 0))
    let report = try WorldEvaluation.evaluate(Self.truth(), against: truth)
    #expect(report.title == "world: 120 frames, 120 poses compared")
    #expect(try #require(report["ate"]) < 1e-6)
    #expect(try #require(report["rpe-rotation"]) < 1e-3)
    #expect(try #require(report["gravity-error"]) < 1e-3)
    #expect(report["planes"] == nil)
  }

  @Test func aTruthStreamIsToldFromATrajectory() throws {
    let folder = try TemporaryFolder()
    try Streams.write([Streams.frame(0, .identity)], to: folder.file("truth.jsonl"))
    guard case .events = try WorldTruth(contentsOf: folder.file("truth.jsonl")) else {
      Issue.record("a truth stream was taken for a trajectory")
      return
    }
  }

  @Test func withoutPosesThereIsNothingToCompare() throws {
    let events = (0..<10).map { Streams.frame($0, .identity, .limited(.initializing)) }
    #expect(throws: EvaluationError.self) { try Self.evaluate(events, Self.truth()) }
  }
}
