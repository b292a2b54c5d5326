import SessionCore
import SimulatedCameras
import SpatialMath
import Testing
import WorldTracking

/// A camera that was away: the place is looked for in the known map.
///
/// Left out in debug builds, which take seconds a picture.
@Suite(.enabled(if: Optimization.isOn), .serialized)
struct InterruptionTests {
  /// Metres and radians between where the camera is found and where it is.
  private static let nearby = 0.02
  private static let nearlyTurned = 0.02

  private static func film(_ count: Int) throws -> (frames: [CameraFrame], truth: [Pose]) {
    var options = SimulatedRearCamera.Options()
    options.frameCount = count
    let source = SimulatedRearCamera(options)
    try source.start(origin: .zero, pacing: .asFastAsPossible)
    var film: (frames: [CameraFrame], truth: [Pose]) = ([], [])
    while case .frame(let frame) = try source.next() {
      film.frames.append(frame)
      film.truth.append(try #require(source.groundTruth(sequence: frame.sequence).worldFromCamera))
    }
    return film
  }

  private static func tracker() -> KeyframeWorldTracker {
    var options = WorldTrackingOptions()
    options.scale = .cameraHeight(SimulatedRearCamera.initialHeightOverTable)
    options.mapping = .lockStep
    return KeyframeWorldTracker(options: options)
  }

  @Test func theCameraIsFoundAgainWhereItComesBack() throws {
    let (frames, truth) = try Self.film(90)
    let tracker = Self.tracker()
    for frame in frames { _ = try tracker.track(frame) }
    tracker.relocalize()
    // Elsewhere, with plenty to see: it is being looked for, and the last pose stays.
    var elsewhere = frames[89]
    for i in 0..<6 {
      elsewhere.pixels = Pictures.blocks(640, 480, seed: UInt64(i))
      let result = try tracker.track(elsewhere)
      #expect(result.trackingState == .limited(.relocalizing))
      #expect((result.worldFromCamera.translation - truth[89].translation).length < Self.nearby)
    }
    // Back at a place that it has seen, though not where it was last.
    var found: (result: WorldTrackingResult, truth: Pose)?
    for i in 60..<66 where found == nil {
      let result = try tracker.track(frames[i])
      if result.trackingState == .normal { found = (result, truth[i]) }
    }
    let (result, pose) = try #require(found)
    #expect((result.worldFromCamera.translation - pose.translation).length < Self.nearby)
    #expect(
      (result.worldFromCamera.rotation.inverse * pose.rotation).angle < Self.nearlyTurned)
    #expect(result.scaleSource == .cameraHeight)
  }

  @Test func whereNothingMovedTheFirstPictureFindsIt() throws {
    let (frames, _) = try Self.film(60)
    let tracker = Self.tracker()
    for frame in frames { _ = try tracker.track(frame) }
    tracker.relocalize()
    #expect(try tracker.track(frames[59]).trackingState == .normal)
  }

  @Test func withoutAMapItStartsOver() throws {
    let (frames, _) = try Self.film(60)
    let tracker = Self.tracker()
    tracker.relocalize()
    for frame in frames.prefix(3) { _ = try tracker.track(frame) }
    tracker.relocalize()
    #expect(try tracker.track(frames[3]).trackingState == .limited(.initializing))
    let states = try frames.dropFirst(4).map { try tracker.track($0).trackingState }
    #expect(states.last == .normal)
  }
}
