import Evaluation
import Foundation
import SessionTesting
import SpatialMath
import Testing

@Suite struct TrajectoryTests {
  private static let folder = "world/trajectories/freiburg1_xyz-"

  private static func read(_ text: String) throws -> Trajectory {
    let folder = try TemporaryFolder()
    try text.write(toFile: folder.file("t.tum"), atomically: true, encoding: .utf8)
    return try Trajectory(contentsOf: folder.file("t.tum"))
  }

  @Test func aTUMFileIsReadInSessionAxes() throws {
    let t = try Self.read("# comment\n1.5 1 2 3 0 0 0 1\n\n0.5 0 0 0 0 0 0.7071068 0.7071068\n")
    #expect(t.samples.map(\.time) == [0.5, 1.5])
    #expect(!t.countsPictures)
    #expect(t.samples[1].pose.translation == Vector3(1, 2, 3))
    // The file's camera looks along its +Z; ours along −Z.
    let forward = t.samples[1].pose.rotation.act(Vector3(0, 0, -1))
    #expect((forward - Vector3(0, 0, 1)).length < 1e-12)
  }

  @Test func matricesRowByRowAreReadToo() throws {
    let t = try Self.read("0 1 0 0 4 0 1 0 5 0 0 1 6 0 0 0 1\n1 0 -1 0 7 1 0 0 8 0 0 1 9 0 0 0 1")
    #expect(t.countsPictures)
    #expect(t.samples.map(\.pose.translation) == [Vector3(4, 5, 6), Vector3(7, 8, 9)])
    let vision = t.samples[1].pose * .sessionCameraFromVisionCamera
    #expect((vision.rotation.act(Vector3(1, 0, 0)) - Vector3(0, 1, 0)).length < 1e-12)
  }

  @Test(arguments: [
    ("0 1 2 3 0 0 0", ":1: not a pose"), ("0 0 0 0 0 0 0 1\n1 x 0 0 0 0 0 1", ":2: not a pose"),
    ("0 0 0 0 0 0 0 0", ":1: not a pose"), ("# nothing", "there are no poses"),
  ])
  func aBadFileIsRefusedWithItsLine(text: String, message: String) throws {
    #expect {
      try Self.read(text)
    } throws: {
      "\($0)".contains(message)
    }
  }

  @Test func theNearestSampleIsFound() {
    let t = Trajectory([0, 1, 2.5].map { .init(time: $0, pose: .identity) })
    #expect(t.nearest(to: -0.1, within: 0.2)?.time == 0)
    #expect(t.nearest(to: 1.7, within: 1)?.time == 1)
    #expect(t.nearest(to: 1.8, within: 1)?.time == 2.5)
    #expect(t.nearest(to: 9, within: 1) == nil)
    #expect(Trajectory([]).nearest(to: 0, within: 1) == nil)
  }

  // Fitted to a single place, every error would be zero.
  @Test(arguments: [(0.0, 1.0), (1.0, 0.0)]) func withoutMotionThereIsNothingToCompare(
    estimated: Double, true_: Double
  ) {
    func line(_ step: Double) -> [Pose] {
      (0..<5).map { Pose(rotation: .identity, translation: Vector3(Double($0) * step, 1, 0)) }
    }
    #expect {
      try TrajectoryErrors(
        estimate: line(estimated), truth: line(true_), times: [0, 1, 2, 3, 4])
    } throws: {
      "\($0)".contains("no motion in them")
    }
  }

  /// What evo 1.38.1 says: `evo_ape tum GROUNDTRUTH FILE -as` (and `-a`) `--t_max_diff 0.02`.
  struct Known: Sendable {
    var file: String
    var similar: (rmse: Double, mean: Double, median: Double, max: Double)
    var rigid: Double
  }

  static let known = [
    Known(
      file: "ORB_kf_mono.txt", similar: (0.009755, 0.008219, 0.007909, 0.027924), rigid: 0.024302),
    Known(
      file: "rgbdslam.txt", similar: (0.013394, 0.011993, 0.011125, 0.034810), rigid: 0.013473),
  ]

  /// The two programs may pair a pose with another neighbour of 10 ms.
  private static let pairing = 2e-5

  @Test(.enabled(if: TestData.has("world/trajectories")), arguments: known)
  func errorsAreThoseOfEvo(known: Known) throws {
    let errors = try TrajectoryErrors(
      estimate: Trajectory(contentsOf: TestData.path(Self.folder + known.file)),
      truth: Trajectory(contentsOf: TestData.path(Self.folder + "groundtruth.txt")))
    #expect(abs(errors.similar.rmse - known.similar.rmse) < Self.pairing)
    #expect(abs(errors.similar.mean - known.similar.mean) < Self.pairing)
    #expect(abs(errors.similar.median - known.similar.median) < Self.pairing)
    #expect(abs(errors.similar.max - known.similar.max) < Self.pairing)
    #expect(abs(errors.rigid.rmse - known.rigid) < Self.pairing)
  }

  @Test func aPerfectTrajectoryHasNoError() throws {
    let truth = (0..<90).map { i in
      Pose(
        rotation: Quaternion(angle: Double(i) * 0.02, axis: Vector3(0.2, 1, 0)),
        translation: Vector3(sin(Double(i) * 0.1), 0.1 * Double(i), cos(Double(i) * 0.07)))
    }
    let elsewhere = Pose(
      rotation: Quaternion(angle: 1, axis: Vector3(0, 1, 0)), translation: Vector3(5, 6, 7))
    let estimate = truth.map { pose in
      let moved = elsewhere * pose
      return Pose(rotation: moved.rotation, translation: moved.translation * 0.5)
    }
    let errors = try TrajectoryErrors(
      estimate: estimate, truth: truth, times: (0..<90).map { Double($0) / 30 },
      up: Vector3(0, 1, 0))
    #expect(errors.similar.max < 1e-9)
    #expect(abs(errors.scale - 2) < 1e-9)
    #expect(errors.rigid.rmse > 0.1)
    #expect(try #require(errors.relative).max < 1e-9)
    #expect(try #require(errors.relativeRotation).max < 1e-5)
    // The turn of the world was about "up".
    #expect(try #require(errors.gravity) < 1e-5)
  }

  @Test func aTiltedWorldShowsInGravityAlone() throws {
    let truth = (0..<30).map { Pose(translation: Vector3(Double($0), sin(Double($0)), 0)) }
    let tilt = Pose(rotation: Quaternion(angle: 3 * .pi / 180, axis: Vector3(1, 0, 0)))
    let errors = try TrajectoryErrors(
      estimate: truth.map { tilt * $0 }, truth: truth, times: (0..<30).map(Double.init),
      up: Vector3(0, 1, 0))
    #expect(abs((errors.gravity ?? 0) - 3) < 1e-6)
    #expect(errors.similar.max < 1e-9)
  }

  @Test func gapsMakeNoRelativeErrors() throws {
    // A jump of a metre while tracking was lost is not a motion of one second.
    let times = (0..<40).map { Double($0) * 0.1 + ($0 >= 20 ? 50 : 0) }
    let truth = times.map { Pose(translation: Vector3(sin($0), $0 * 0.1, 0)) }
    let estimate = truth.enumerated().map { i, pose in
      Pose(translation: pose.translation + (i >= 20 ? Vector3(0, 0, 0.001) : .zero))
    }
    let errors = try TrajectoryErrors(estimate: estimate, truth: truth, times: times)
    #expect(try #require(errors.relative).max < 1e-3)
  }

  @Test func tooLittleIsAnErrorInWords() {
    #expect(throws: EvaluationError.self) {
      try TrajectoryErrors(estimate: [.identity], truth: [.identity], times: [0])
    }
  }
}
