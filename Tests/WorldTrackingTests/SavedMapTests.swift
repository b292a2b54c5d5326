import SessionCore
import SimulatedCameras
import SpatialMath
import Testing
import WorldTracking

/// A map saved by one tracker and taken up by another one, as in another process: through its bytes.
///
/// Left out in debug builds, which take seconds a picture.
@Suite(.enabled(if: Optimization.isOn), .serialized)
struct SavedMapTests {
  /// Metres and radians between where the camera is found and where it is.
  private static let nearby = 0.03, nearlyTurned = 0.02
  /// Pictures of a stay at one place: a second.
  private static let stay = 30
  /// The share of places beside the path where it must be found within a second.
  private static let leastFound = 0.75

  private static func tracker() -> KeyframeWorldTracker {
    var options = WorldTrackingOptions()
    options.scale = .cameraHeight(SimulatedRearCamera.initialHeightOverTable)
    options.planeDetection = .horizontal
    return KeyframeWorldTracker(options: options)
  }

  /// Shows a simulated room to a tracker.
  private static func show(
    _ room: UInt64, _ motion: CameraMotion, _ count: Int, to tracker: KeyframeWorldTracker
  ) throws -> [(result: WorldTrackingResult, truth: Pose)] {
    var options = SimulatedRearCamera.Options()
    options.seed = room
    options.motion = motion
    options.frameCount = count
    let source = SimulatedRearCamera(options)
    try source.start(origin: .zero, pacing: .asFastAsPossible)
    var results: [(WorldTrackingResult, Pose)] = []
    while case .frame(let frame) = try source.next() {
      let truth = source.groundTruth(sequence: frame.sequence).worldFromCamera
      results.append((try tracker.track(frame), try #require(truth)))
    }
    return results
  }

  private static func map(of room: UInt64, pictures: Int = 300) throws -> [UInt8] {
    let tracker = tracker()
    _ = try show(room, .scan, pictures, to: tracker)
    return try tracker.worldMap().encoded()
  }

  private static func isRight(_ result: WorldTrackingResult, _ truth: Pose) -> Bool {
    (result.worldFromCamera.translation - truth.translation).length < nearby
      && (result.worldFromCamera.rotation.inverse * truth.rotation).angle < nearlyTurned
  }

  @Test func theCameraIsFoundBesideThePathAndNeverElsewhere() throws {
    let tracker = Self.tracker()
    try tracker.start(from: WorldMap(decoding: Self.map(of: 3)))
    let results = try Self.show(3, .scattered, 20 * Self.stay, to: tracker)
    var found = 0
    for visit in 0..<20 {
      let second = results[visit * Self.stay..<(visit + 1) * Self.stay]
      if second.contains(where: { $0.result.trackingState == .normal }) { found += 1 }
    }
    #expect(Double(found) >= Self.leastFound * 20, "found at \(found) of 20")
    let wrong = results.filter {
      $0.result.trackingState == .normal && !Self.isRight($0.result, $0.truth)
    }
    #expect(wrong.isEmpty, "never at a wrong place")
  }

  @Test func planesComeBackAsTheyWere() throws {
    let first = Self.tracker()
    _ = try Self.show(2, .scan, 150, to: first)
    let map = try first.worldMap()
    let second = Self.tracker()
    try second.start(from: WorldMap(decoding: map.encoded()))
    let results = try Self.show(2, .walk, 60, to: second)
    #expect(results[0].result.trackingState == .normal, "where it began, at once")
    let saved = map.anchors.map(\.identifier)
    #expect(!saved.isEmpty)
    #expect(results[0].result.planes.map(\.identifier) == saved)
    #expect(results[0].result.planes.map(\.transform) == map.anchors.map(\.transform))
    #expect(results[0].result.scaleSource == .cameraHeight)
    let later = try #require(results.last).result.planes
    #expect(Set(later.map(\.identifier)).isSuperset(of: saved))
    #expect(Set(later.map(\.identifier)).count == later.count)
    #expect(results.allSatisfy { Self.isRight($0.result, $0.truth) })
  }

  @Test func anotherRoomIsNotTakenForTheMaps() throws {
    let bytes = try Self.map(of: 3)
    for room in [UInt64(4), 5, 6] {
      let tracker = Self.tracker()
      try tracker.start(from: WorldMap(decoding: bytes))
      let results = try Self.show(room, .scan, 60, to: tracker)
      #expect(results.allSatisfy { $0.result.trackingState == .limited(.relocalizing) })
    }
  }

  @Test func aMapNotFoundIsStillThereToSave() throws {
    let bytes = try Self.map(of: 3, pictures: 120)
    let map = try WorldMap(decoding: bytes)
    let tracker = Self.tracker()
    tracker.start(from: map)
    #expect(try tracker.worldMap() == map)
    tracker.reset()
    #expect(throws: SessionError.self) { try tracker.worldMap() }
  }

  @Test func aYoungTrackerHasNoMapToSave() throws {
    let tracker = Self.tracker()
    _ = try Self.show(1, .scan, 5, to: tracker)
    do throws(SessionError) {
      _ = try tracker.worldMap()
      Issue.record("a map of five pictures")
    } catch {
      #expect(error.code == .insufficientFeatures)
    }
  }
}
