import Foundation
import SessionCore
import SimulatedCameras
import SpatialMath
import Testing
import WorldTracking

/// The world's size by things of known size on the simulated table.
///
/// Left out in debug builds, which take seconds a picture.
@Suite(.enabled(if: Optimization.isOn), .serialized)
struct KnownSizeTests {
  /// A run: how wrong the world's size is, as a share, and what the first tracked picture says.
  private func run(
    _ props: Set<RoomProp>, _ scale: WorldTrackingOptions.Scale, seed: UInt64,
    images: [ReferenceImage] = [], pictures: Int = 120
  ) throws -> (error: Double, result: WorldTrackingResult, sources: Set<ScaleSource>) {
    var camera = SimulatedRearCamera.Options()
    camera.seed = seed
    camera.props = props
    camera.frameCount = pictures
    let source = SimulatedRearCamera(camera)
    try source.start(origin: .zero, pacing: .asFastAsPossible)
    var options = WorldTrackingOptions()
    options.scale = scale
    let tracker = KeyframeWorldTracker(options: options)
    var detection = ImageDetection()
    detection.images = images
    try tracker.detect(detection)
    var found: [(result: WorldTrackingResult, truth: Pose)] = []
    while case .frame(let frame) = try source.next() {
      let result = try tracker.track(frame)
      guard result.trackingState == .normal else { continue }
      let truth = source.groundTruth(sequence: frame.sequence)
      found.append((result, try #require(truth.worldFromCamera)))
    }
    let first = try #require(found.first?.result, "tracking begins")
    return (Self.scaleError(found), first, Set(found.map(\.result.scaleSource)))
  }

  @Test(arguments: [UInt64(1), 2])
  func aTagOfKnownSizeTellsTheWorldsSize(seed: UInt64) throws {
    let run = try run([.tag], .known(.tag(width: RoomProp.tagSize, number: 0)), seed: seed)
    #expect(run.error < 0.015)
    #expect(run.sources == [.marker], "from the first tracked picture on, and never changed")
    let sigma = try #require(run.result.scaleUncertainty)
    #expect((0.0005...0.02).contains(sigma))
  }

  @Test(arguments: [UInt64(1), 2])
  func aSheetOfPaperTellsTheWorldsSize(seed: UInt64) throws {
    let run = try run([.sheet], .known(.sheet(.a4)), seed: seed)
    #expect(run.error < 0.02)
    #expect(run.sources == [.sheet])
  }

  /// Two seconds of pictures with what an accelerometer feels, its bias and noise in it.
  @Test(arguments: [UInt64(1), 2, 3]) func aMeasuredUpIsTakenOver(seed: UInt64) throws {
    var camera = SimulatedRearCamera.Options()
    camera.seed = seed
    camera.frameCount = 60
    camera.hasInertialSensor = true
    let source = SimulatedRearCamera(camera)
    try source.start(origin: .zero, pacing: .asFastAsPossible)
    var options = WorldTrackingOptions()
    options.scale = .cameraHeight(SimulatedRearCamera.initialHeightOverTable)
    let tracker = KeyframeWorldTracker(options: options)
    var last: WorldTrackingResult?
    while case .frame(let frame) = try source.next() { last = try tracker.track(frame) }
    let result = try #require(last)
    #expect(result.gravitySource == .accelerometer)
    #expect(result.trackingState == .normal)
    let truth = try #require(source.groundTruth(sequence: 59).worldFromCamera)
    #expect(Self.tilt(result.worldFromCamera, truth) < 1.5 * .pi / 180)
  }

  /// The angle between two poses' ups, radians.
  private static func tilt(_ a: Pose, _ b: Pose) -> Double {
    let up = Vector3(0, 1, 0)
    return acos(min(1, a.rotation.inverse.act(up).dot(b.rotation.inverse.act(up))))
  }

  /// Fourteen seconds of a figure of eight.
  @Test(arguments: [UInt64(1), 2, 3, 4])
  func anAccelerometerTellsTheWorldsSize(seed: UInt64) throws {
    var camera = SimulatedRearCamera.Options()
    camera.seed = seed
    camera.motion = .figureEight
    camera.frameCount = 420
    camera.hasInertialSensor = true
    let source = SimulatedRearCamera(camera)
    try source.start(origin: .zero, pacing: .asFastAsPossible)
    var options = WorldTrackingOptions()
    options.scale = .inertial
    let tracker = KeyframeWorldTracker(options: options)
    var found: [(result: WorldTrackingResult, truth: Pose)] = []
    while case .frame(let frame) = try source.next() {
      let result = try tracker.track(frame)
      guard result.trackingState == .normal else { continue }
      found.append(
        (result, try #require(source.groundTruth(sequence: frame.sequence).worldFromCamera)))
    }
    let first = try #require(found.first?.result)
    #expect(Set(found.map(\.result.scaleSource)) == [.inertial])
    let error = Self.scaleError(found)
    let sigma = try #require(first.scaleUncertainty)
    print("inertial, seed \(seed): first \(first.timestamp), size \(error), sigma \(sigma)")
    #expect(error < 0.05)
    #expect((0.002...0.08).contains(sigma))
    #expect(first.gravitySource == .accelerometer)
    #expect(Self.tilt(first.worldFromCamera, found[0].truth) < 1.5 * .pi / 180)
  }

  /// How wrong the way's length is, as a share.
  private static func scaleError(_ found: [(result: WorldTrackingResult, truth: Pose)]) -> Double {
    var (ours, real) = (0.0, 0.0)
    for i in stride(from: 0, to: max(0, found.count - 30), by: 5) {
      let (a, b) = (found[i], found[i + 30])
      ours += (b.result.worldFromCamera.translation - a.result.worldFromCamera.translation).length
      real += (b.truth.translation - a.truth.translation).length
    }
    return abs(ours / real - 1)
  }

  @Test func aTagThatIsNotThereTellsNothing() throws {
    // Five seconds are waited for it.
    let run = try run([.tag], .known(.tag(width: 0.1, number: 5)), seed: 1, pictures: 200)
    #expect(run.sources.isSubset(of: [.none]))
    #expect(run.result.scaleUncertainty == nil)
  }

  @Test func aPrintTellsTheWorldsSizeWhereNothingElseWasAskedFor() throws {
    let images = try SimulatedRoom.referenceImages(seed: 1, props: [.picture]).filter {
      $0.name == "picture"
    }
    let run = try run([.picture], .arbitrary, seed: 1, images: images)
    #expect(run.sources == [.referenceImage])
    #expect(run.error < 0.02)
  }
}

/// Placing things of known size by made-up sights, which are exact.
struct TargetAdjustmentTests {
  private let points = [
    Vector3(-0.1, -0.07, 0), Vector3(0.1, -0.07, 0), Vector3(0.1, 0.07, 0), Vector3(-0.1, 0.07, 0),
  ]

  /// Camera from map for a camera beside the map's origin that looks at a place two units away.
  private func camera(_ x: Double) -> RigidMotion {
    let turn = Quaternion(angle: x / 2, axis: Vector3(0, 1, 0)).matrix
    return RigidMotion(rotation: turn, translation: turn * Vector3(-x, 0.1 * x, 0))
  }

  /// A thing 2 m away in a map whose unit is 0.8 m.
  private var truth: TargetPlacement {
    TargetPlacement(
      cameraFromTarget: RigidMotion(
        rotation: Quaternion(angle: 0.6, axis: Vector3(1, 0.2, 0).normalized).matrix,
        translation: Vector3(0.1, -0.05, 2)),
      cameraFromMap: RigidMotion(), unitsPerMetre: 1.25)
  }

  private func views(_ places: [Double]) -> [TargetView] {
    places.map { x in
      let camera = camera(x)
      return TargetView(
        cameraFromMap: camera,
        sights: points.map {
          TargetSight(point: $0, place: camera.act(truth.act($0)).imagePoint)
        })
    }
  }

  @Test func aPoseFollowsFromFourCorners() throws {
    let view = views([0])[0]
    let solution = try #require(PlanarPose.solve(view.sights))
    #expect((solution.pose.translation - Vector3(0.1, -0.05, 2)).length < 1e-6)
    #expect(abs(solution.stretch - 1) < 1e-6)
  }

  @Test func viewsFromPlacesApartTellTheMapsSize() throws {
    let views = views([0, 0.15, 0.3, 0.45])
    let pose = try #require(PlanarPose.solve(views[0].sights)).pose
    let start = TargetPlacement(
      cameraFromTarget: pose, cameraFromMap: views[0].cameraFromMap, unitsPerMetre: 1)
    let placement = try #require(
      TargetAdjustment(focalLength: 550).solve(
        views, from: start, prior: .init(unitsPerMetre: 1, sigma: 1)))
    #expect(abs(placement.unitsPerMetre / 1.25 - 1) < 1e-3)
    #expect((placement.translation - truth.translation).length < 2e-3)
    #expect(placement.sizeSigma < 0.05)
  }

  @Test func oneViewTellsNothingOfTheSize() throws {
    let views = views([0])
    let pose = try #require(PlanarPose.solve(views[0].sights)).pose
    let start = TargetPlacement(
      cameraFromTarget: pose, cameraFromMap: views[0].cameraFromMap, unitsPerMetre: 1)
    let placement = try #require(
      TargetAdjustment(focalLength: 550).solve(
        views, from: start, prior: .init(unitsPerMetre: 1, sigma: 0.5)))
    #expect(abs(placement.unitsPerMetre - 1) < 0.01, "the prior holds it")
  }
}
