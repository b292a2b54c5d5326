import Evaluation
import Foundation
import ImageProcessing
import MediaFiles
import SessionCore
import SessionTesting
import SpatialMath
import Testing
import WorldTracking

/// A recorded walk through a room with the truth of the camera's path.
struct RecordedRoom: Sendable, CustomTestStringConvertible {
  /// The folder of the pictures and the file of the path, under the test data's `world`.
  var pictures: String, truth: String
  var intrinsics: CameraIntrinsics
  /// The pictures used, for tests that stay fast; nil for all.
  var limit: Int?
  /// The first picture used, and the step from one to the next.
  var start = 0, step = 1

  var testDescription: String { pictures }

  /// A drawn desk scan; exact truth.
  static let roomA = RecordedRoom(
    pictures: "room_a/f", truth: "room_a/gt.tum", intrinsics: lens(554.256, center: 320, 240))
  /// A real kitchen, filmed by hand.
  static let kitchen = RecordedRoom(
    pictures: "7scenes_kitchen/rgb", truth: "7scenes_kitchen/poses_c2w_4x4.txt",
    intrinsics: lens(585, center: 320.5, 240.5))
  /// A drawn study.
  static let tsukuba = RecordedRoom(
    pictures: "new_tsukuba_150", truth: "new_tsukuba_150/poses_c2w_opencv_tum.txt",
    intrinsics: lens(615, center: 320.5, 240.5))

  private static func lens(_ f: Double, center x: Double, _ y: Double) -> CameraIntrinsics {
    CameraIntrinsics(width: 640, height: 480, fx: f, fy: f, cx: x, cy: y)
  }

  /// Whether the material is there and the build fast enough: unoptimised, a picture takes a second.
  var isUsable: Bool { Optimization.isOn && TestData.has("world/" + truth) }

  /// The first pictures only.
  func first(_ count: Int) -> RecordedRoom {
    var copy = self
    copy.limit = count
    return copy
  }

  /// Pictures from the middle, perhaps with some between them missing, as when they are dropped.
  func crop(from start: Int, step: Int, _ count: Int) -> RecordedRoom {
    var copy = first(count)
    copy.start = start
    copy.step = step
    return copy
  }

  private func every<Element>(_ all: [Element]) -> [Element] {
    stride(from: start, to: all.count, by: step).map { all[$0] }
  }

  /// The paths of the pictures in order.
  func paths() throws -> [String] {
    let folder = TestData.path("world/" + pictures)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter(PictureFile.isPictureName).sorted()
    let used = every(names)
    return (limit.map { Array(used.prefix($0)) } ?? used).map { folder + "/" + $0 }
  }

  /// One picture as a frame of the rear camera, at 30 a second.
  func frame(_ path: String, sequence: Int) throws -> CameraFrame {
    CameraFrame(
      role: .rear, sequence: sequence, timestamp: Samples.time(Double(sequence) * 1000 / 30),
      pixels: try PictureFile.read(path).luma(), intrinsics: intrinsics)
  }

  /// The true path: world from session camera, one a picture.
  func truePath() throws -> [Pose] {
    every(try Trajectory(contentsOf: TestData.path("world/" + truth)).samples.map(\.pose))
  }

  /// Tracks the pictures.
  func track(_ options: WorldTrackingOptions = .init()) throws -> [WorldTrackingResult] {
    let tracker = KeyframeWorldTracker(options: options)
    return try paths().enumerated().map { i, path in
      try tracker.track(frame(path, sequence: i))
    }
  }
}

/// What a run says about itself.
struct RunSummary {
  /// The first picture tracked normally.
  var firstNormal: Int
  /// The share of normal pictures since then.
  var coverage: Double
  /// The errors of the live poses.
  var errors: TrajectoryErrors

  init?(_ results: [WorldTrackingResult], truth: [Pose]) throws {
    let normal = results.indices.filter { results[$0].trackingState == .normal }
    guard let first = normal.first else { return nil }
    firstNormal = first
    coverage = Double(normal.count) / Double(results.count - first)
    errors = try TrajectoryErrors(
      estimate: normal.map { results[$0].worldFromCamera }, truth: normal.map { truth[$0] },
      times: normal.map { Double($0) / 30 })
  }
}
