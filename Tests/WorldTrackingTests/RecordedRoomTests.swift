import Evaluation
import SessionCore
import SessionTesting
import SpatialMath
import Testing
import WorldTracking

/// World tracking on recorded rooms with known paths.
///
/// Left out where the material is not there, and in debug builds, which take a second a picture.
@Suite(
  .enabled(
    if: RecordedRoom.roomA.isUsable && RecordedRoom.kitchen.isUsable
      && RecordedRoom.tsukuba.isUsable), .serialized)
struct RecordedRoomTests {
  /// The share of pictures since the first pose that are tracked.
  private static let leastCoverage = 0.98
  /// Degrees by which up may be off in a kitchen.
  private static let upTolerance = 4.0

  /// Error limits in metres (live poses, scale free), about twice what was measured, and the pictures
  /// within which tracking has begun: about as many as ORB-SLAM3 needs (12, 26 and 11).
  @Test(arguments: [
    (RecordedRoom.roomA.first(200), 0.005, 12), (.kitchen, 0.045, 26), (.tsukuba, 0.006, 13),
  ])
  func aRoomIsTrackedFromTheStart(room: RecordedRoom, limit: Double, latestStart: Int) throws {
    var options = WorldTrackingOptions()
    options.planeDetection = [.horizontal, .vertical]
    let results = try room.track(options)
    let summary = try #require(try RunSummary(results, truth: try room.truePath()))
    #expect(summary.firstNormal <= latestStart)
    #expect(summary.coverage >= Self.leastCoverage)
    #expect(summary.errors.similar.rmse < limit)
    #expect(results[..<summary.firstNormal].allSatisfy { $0.worldFromCamera == .identity })
    let last = try #require(results.last)
    #expect(last.planes.contains { $0.alignment == .horizontal })
    #expect(last.featurePoints.count > 40)
    #expect(Set(last.featurePoints.map(\.identifier)).count == last.featurePoints.count)
    #expect(last.mappingStatus != .notAvailable)
  }

  /// Where a wrong motion, with near and far exchanged, explains two views as well as the right one.
  ///
  /// It is off by 20 cm, a right start by 1 or 2.
  @Test(arguments: [(0, 2), (48, 2), (72, 2), (168, 1), (217, 1)])
  func aStartIsNotTheOppositeOfTheRightOne(from: Int, step: Int) throws {
    let room = RecordedRoom.kitchen.crop(from: from, step: step, 110)
    let summary = try #require(try RunSummary(room.track(), truth: try room.truePath()))
    #expect(summary.errors.similar.rmse < 0.04)
  }

  /// The kitchen's edges run along three directions; its surfaces are young then.
  @Test(arguments: [0, 72, 120])
  func theEdgesOfAKitchenTellUpAtTheFirstPose(from: Int) throws {
    let room = RecordedRoom.kitchen.crop(from: from, step: 1, 60)
    let truth = try room.truePath()
    let results = try room.track()
    let normal = results.indices.filter { results[$0].trackingState == .normal }
    let errors = try TrajectoryErrors(
      estimate: normal.map { results[$0].worldFromCamera }, truth: normal.map { truth[$0] },
      times: normal.map { Double($0) / 30 }, up: Vector3(0.008875, -0.904426, -0.426539))
    #expect(try #require(errors.gravity) < Self.upTolerance)
  }

  /// In room_a the truth's z is up, the desk's top is 0.74 m high, and the camera starts at
  /// 1.2485 m.
  @Test func theDeskTellsGravityAndScale() throws {
    let room = RecordedRoom.roomA.first(200)
    let truth = try room.truePath()
    var options = WorldTrackingOptions()
    options.planeDetection = .horizontal
    options.scale = .cameraHeight(1.2485 - 0.74)
    let results = try room.track(options)
    let normal = results.indices.filter { results[$0].trackingState == .normal }
    let errors = try TrajectoryErrors(
      estimate: normal.map { results[$0].worldFromCamera }, truth: normal.map { truth[$0] },
      times: normal.map { Double($0) / 30 }, up: Vector3(0, 0, 1))
    let last = try #require(results.last)
    #expect(last.scaleSource == .cameraHeight)
    #expect(last.gravitySource == .dominantPlane)
    #expect(try #require(errors.gravity) < 1)
    // The tops of books lie on the desk: some of its points are a little high.
    #expect(abs(errors.scale - 1) < 0.05)
    let desk = try #require(last.planes.first { $0.classification == .table })
    #expect(abs(desk.transform.translation.y + 0.5085) < 0.025)
    let sides = [desk.extent.width, desk.extent.height].sorted()
    #expect(abs(sides[0] - 0.75) < 0.12)
    #expect(abs(sides[1] - 1.3) < 0.15)
  }

  @Test func theWorldDoesNotJumpOnceItIsNormal() throws {
    let room = RecordedRoom.roomA.first(200)
    let truth = try room.truePath()
    let results = try room.track()
    let summary = try #require(try RunSummary(results, truth: truth))
    for i in (summary.firstNormal + 1)..<results.count {
      let step = results[i - 1].worldFromCamera.inverse * results[i].worldFromCamera
      let trueStep = truth[i - 1].inverse * truth[i]
      // 2 cm: adjustment's own small corrections are a few millimetres.
      #expect(step.translation.length * summary.errors.scale < trueStep.translation.length + 0.02)
    }
  }

  @Test func theSamePicturesGiveTheSameResults() throws {
    let room = RecordedRoom.roomA.first(120)
    var options = WorldTrackingOptions()
    options.planeDetection = [.horizontal, .vertical]
    options.seed = 7
    let first = try room.track(options)
    let second = try room.track(options)
    for (a, b) in zip(first, second) {
      #expect(a.worldFromCamera == b.worldFromCamera)
      #expect(a.trackingState == b.trackingState)
      #expect(a.planes == b.planes)
      #expect(a.featurePoints == b.featurePoints)
      #expect(a.lightEstimate == b.lightEstimate)
    }
  }

  @Test func aMapThatGrowsInTheBackgroundTracksAsWell() throws {
    let room = RecordedRoom.roomA.first(200)
    var options = WorldTrackingOptions()
    options.mapping = .background
    let summary = try #require(
      try RunSummary(try room.track(options), truth: try room.truePath()))
    #expect(summary.coverage >= Self.leastCoverage)
    #expect(summary.errors.similar.rmse < 0.006)
  }

  /// The way to a known place goes through a covered lens.
  @Test func aLostCameraIsFoundAgainWhereItHasBeen() throws {
    let room = RecordedRoom.roomA
    let truth = try room.truePath()
    let paths = try room.paths()
    let tracker = KeyframeWorldTracker(options: .init())
    var estimates: [(picture: Int, pose: Pose)] = []
    var sequence = 0
    func show(_ picture: Int) throws -> WorldTrackingResult {
      let result = try tracker.track(room.frame(paths[picture], sequence: sequence))
      sequence += 1
      if result.trackingState == .normal { estimates.append((picture, result.worldFromCamera)) }
      return result
    }
    for i in 0..<150 { _ = try show(i) }
    let before = try #require(estimates.last).pose
    for _ in 0..<10 {
      let covered = CameraFrame(
        role: .rear, sequence: sequence, timestamp: Samples.time(Double(sequence) * 1000 / 30),
        pixels: Pictures.grey(640, 480), intrinsics: room.intrinsics)
      let result = try tracker.track(covered)
      sequence += 1
      #expect(result.trackingState == .limited(.insufficientFeatures))
      #expect(result.worldFromCamera == before, "the last known pose stays")
      #expect(result.featurePoints.isEmpty)
    }
    let states = try (70..<100).map { try show($0).trackingState }
    let found = try #require(states.firstIndex(of: .normal))
    #expect(found <= 6)
    #expect(states[found...].allSatisfy { $0 == .normal })
    // The map is searched at every second picture; the one between keeps the reason before it.
    #expect(states[..<found].dropFirst().allSatisfy { $0.reason == .relocalizing })
    let errors = try TrajectoryErrors(
      estimate: estimates.map(\.pose), truth: estimates.map { truth[$0.picture] },
      times: estimates.indices.map { Double($0) / 30 })
    #expect(errors.similar.max < 0.02, "one world before and after")
  }

  /// Turning on the spot shows no depth: there must be no map from it.
  @Test func aMapIsNotMadeFromStandingStill() throws {
    let room = RecordedRoom.roomA.first(1)
    let path = try #require(try room.paths().first)
    let tracker = KeyframeWorldTracker(options: .init())
    for i in 0..<40 {
      let result = try tracker.track(room.frame(path, sequence: i))
      #expect(result.trackingState == .limited(.initializing))
      #expect(result.worldFromCamera == .identity)
    }
  }

  @Test func aResetForgetsTheWorld() throws {
    let room = RecordedRoom.roomA.first(60)
    let tracker = KeyframeWorldTracker(options: .init())
    var last: WorldTrackingResult?
    for (i, path) in try room.paths().enumerated() {
      last = try tracker.track(room.frame(path, sequence: i))
    }
    #expect(last?.trackingState == .normal)
    tracker.reset()
    let path = try #require(try room.paths().last)
    let result = try tracker.track(room.frame(path, sequence: 60))
    #expect(result.trackingState == .limited(.initializing))
    #expect(result.worldFromCamera == .identity)
    #expect(result.mappingStatus == .notAvailable)
    #expect(result.planes.isEmpty)
  }

  @Test func theBenchmarkCountsPicturesAndTheTimeOfEachStage() throws {
    let room = RecordedRoom.roomA.first(200)
    let paths = try room.paths()
    var next = 0
    let report = try WorldTrackingBenchmark.run(options: .init()) {
      guard next < paths.count else { return nil }
      next += 1
      return try room.frame(paths[next - 1], sequence: next - 1)
    }
    #expect(report.pictures == 200)
    #expect(report.normalPictures > 150)
    #expect(report.meanSeconds > 0)
    #expect(report.stageSeconds.values.reduce(0, +) <= report.cpuSeconds * 1.01)
  }
}
