import Evaluation
import SessionCore
import SimulatedCameras
import SpatialMath
import Testing
import WorldTracking

/// World tracking on the simulated rear camera, whose truth is in the tracker's own world: the
/// first picture is the origin, gravity is down, metres are metres.
///
/// Left out in debug builds, which take seconds a picture.
@Suite(.enabled(if: Optimization.isOn), .serialized)
struct SimulatedRoomTests {
  /// Four seconds.
  private static let pictures = 120

  private func run(
    _ camera: SimulatedRearCamera.Options, mapping: WorldTrackingOptions.Mapping = .lockStep,
    alignment: WorldTrackingConfiguration.WorldAlignment = .gravity, pictures: Int = Self.pictures
  ) throws -> (results: [WorldTrackingResult], truth: [GroundTruth]) {
    var camera = camera
    camera.frameCount = pictures
    let source = SimulatedRearCamera(camera)
    try source.start(origin: .zero, pacing: .asFastAsPossible)
    var options = WorldTrackingOptions()
    options.scale = .cameraHeight(SimulatedRearCamera.initialHeightOverTable)
    options.planeDetection = .horizontal
    options.mapping = mapping
    options.worldAlignment = alignment
    let tracker = KeyframeWorldTracker(options: options)
    var results: [WorldTrackingResult] = []
    var truth: [GroundTruth] = []
    while case .frame(let frame) = try source.next() {
      results.append(try tracker.track(frame))
      truth.append(source.groundTruth(sequence: frame.sequence))
    }
    return (results, truth)
  }

  /// The tracker's poses need no alignment: they are in the truth's own world.
  private func check(
    _ run: (results: [WorldTrackingResult], truth: [GroundTruth]), limit: Double
  ) throws {
    let poses = try run.truth.map { try #require($0.worldFromCamera) }
    let summary = try #require(try RunSummary(run.results, truth: poses))
    #expect(summary.firstNormal <= 25)
    #expect(summary.coverage >= 0.98)
    #expect(summary.errors.similar.rmse < limit / 2)
    for i in summary.firstNormal..<run.results.count {
      let pose = run.results[i].worldFromCamera
      #expect((pose.translation - poses[i].translation).length < limit)
      #expect((pose.rotation.inverse * poses[i].rotation).angle < 0.03)
    }
  }

  @Test(arguments: [UInt64(1), 2])
  func theCameraIsFollowedInTheTruthsOwnWorld(seed: UInt64) throws {
    var camera = SimulatedRearCamera.Options()
    camera.seed = seed
    try check(run(camera), limit: 0.02)
  }

  @Test func aDistortedLensIsFollowed() throws {
    var camera = SimulatedRearCamera.Options()
    camera.distortion = .init(k1: -0.15, k2: 0.03)
    try check(run(camera), limit: 0.02)
  }

  @Test func blurAndARollingShutterAreBorne() throws {
    var camera = SimulatedRearCamera.Options()
    camera.rollingShutterReadout = 0.02
    camera.motionBlurSamples = 3
    camera.exposureDuration = 0.02
    try check(run(camera), limit: 0.03)
  }

  @Test func backgroundMappingFollowsAsWell() throws {
    try check(run(.init(), mapping: .background), limit: 0.02)
  }

  /// What throws trackers off: a start without depth, a fast turn away and back, a sudden darkness.
  @Test(arguments: [
    (CameraMotion.rotationStart, 130, 80), (.fastTurn, 250, 25), (.exposureStep, 140, 25),
    (.walk, 90, 25),
  ])
  func trialsDoNotThrowItOff(motion: CameraMotion, pictures: Int, latestStart: Int) throws {
    var camera = SimulatedRearCamera.Options()
    camera.motion = motion
    let run = try run(camera, pictures: pictures)
    let poses = try run.truth.map { try #require($0.worldFromCamera) }
    let summary = try #require(try RunSummary(run.results, truth: poses))
    #expect(summary.firstNormal <= latestStart)
    #expect(summary.coverage == 1)
    #expect(summary.errors.similar.max < 0.015)
  }

  /// It says so while there is nothing to see, and comes back to its world.
  @Test func aBlankCeilingIsAdmittedAndForgiven() throws {
    var camera = SimulatedRearCamera.Options()
    camera.motion = .blankStretch
    let run = try run(camera, pictures: 250)
    let poses = try run.truth.map { try #require($0.worldFromCamera) }
    let summary = try #require(try RunSummary(run.results, truth: poses))
    #expect(summary.errors.similar.max < 0.03, "one world before and after")
    #expect(
      run.results[165..<200].allSatisfy {
        $0.trackingState == .limited(.insufficientFeatures)
      })
    #expect(run.results.suffix(5).allSatisfy { $0.trackingState == .normal })
  }

  @Test func theTableIsFoundSoonWhereItIs() throws {
    let (results, truth) = try run(.init())
    let found = try #require(results.firstIndex { !$0.planes.isEmpty })
    #expect(found <= 60, "within two seconds")
    let last = try #require(results.last)
    let table = try #require(last.planes.first { $0.classification == .table })
    let real = try #require(truth[0].planes.first { $0.classification == .table })
    #expect(abs(table.transform.translation.y - real.transform.translation.y) < 0.02)
    let center = table.transform.act(table.center)
    #expect((center - real.transform.translation).length < 0.15)
    #expect(abs(max(table.extent.width, table.extent.height) - 1.2) < 0.1)
    // The identity and the place stay while it grows.
    let first = try #require(
      results[found].planes.first { $0.identifier == table.identifier })
    #expect(first.transform == table.transform)
    #expect(last.scaleSource == .cameraHeight)
  }

  @Test func cameraAlignmentKeepsTheFirstCamerasAxes() throws {
    let (results, truth) = try run(.init(), alignment: .camera)
    let start = try #require(truth[0].worldFromCamera)
    let last = try #require(results.last)
    let end = try #require(truth.last?.worldFromCamera)
    let expected = start.inverse * end
    #expect((last.worldFromCamera.translation - expected.translation).length < 0.02)
    #expect((last.worldFromCamera.rotation.inverse * expected.rotation).angle < 0.02)
    let table = try #require(last.planes.first)
    let normal = start.rotation.act(table.transform.rotation.act(Vector3(0, 1, 0)))
    #expect(normal.y > 0.999, "planes are level all the same")
  }
}

/// How the tests were built.
enum Optimization {
  /// False in debug builds, which take seconds a picture.
  static var isOn: Bool {
    #if DEBUG
      false
    #else
      true
    #endif
  }
}
