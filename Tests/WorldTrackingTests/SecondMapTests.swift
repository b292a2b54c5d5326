import SessionCore
import SimulatedCameras
import SpatialMath
import Testing
import WorldTracking

/// A camera that is lost in a place not seen before, and comes back from there.
///
/// Left out in debug builds, which take seconds a picture.
@Suite(.enabled(if: Optimization.isOn), .serialized)
struct SecondMapTests {
  /// Metres and radians between where the camera is said to be and where it is, while tracked: a third
  /// of the way round the table is beyond what the first map was made of.
  private static let nearby = 0.05, nearlyTurned = 0.05

  private static func isRight(_ result: WorldTrackingResult, _ truth: Pose) -> Bool {
    (result.worldFromCamera.translation - truth.translation).length < nearby
      && (result.worldFromCamera.rotation.inverse * truth.rotation).angle < nearlyTurned
  }

  @Test func whatWasSeenWhileLostIsJoinedOnceThePlaceIsKnownAgain() throws {
    var options = SimulatedRearCamera.Options()
    options.seed = 6
    options.motion = .circle
    options.frameCount = 660
    let source = SimulatedRearCamera(options)
    try source.start(origin: .zero, pacing: .asFastAsPossible)
    var film: [(frame: CameraFrame, truth: Pose)] = []
    while case .frame(let frame) = try source.next() {
      let truth = source.groundTruth(sequence: frame.sequence).worldFromCamera
      film.append((frame, try #require(truth)))
    }
    var world = WorldTrackingOptions()
    world.scale = .cameraHeight(SimulatedRearCamera.initialHeightOverTable)
    let tracker = KeyframeWorldTracker(options: world)
    var isTracked: [Bool] = []
    // Three seconds on this side, at once to the far side, and on round until the first is back.
    for i in Array(0..<90) + Array(240..<660) {
      let result = try tracker.track(film[i].frame)
      isTracked.append(result.trackingState == .normal)
      if result.trackingState == .normal { #expect(Self.isRight(result, film[i].truth)) }
    }
    #expect(isTracked[..<90].last == true, "known before")
    #expect(!isTracked[90..<150].contains(true), "nothing is told of the second map by itself")
    #expect(isTracked.last == true, "known again")
    #expect(tracker.joinedMaps == 1)
    // Back in what was seen while the camera was lost: that is known now.
    var isFound = false
    for i in 420..<440 {
      let result = try tracker.track(film[i].frame)
      guard result.trackingState == .normal else { continue }
      isFound = true
      #expect(Self.isRight(result, film[i].truth))
    }
    #expect(isFound)
  }
}
