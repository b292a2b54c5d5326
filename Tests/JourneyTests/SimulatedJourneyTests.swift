import Bifrons
import ConfigurationFiles
import Foundation
import MediaFiles
import SceneRendering
import SessionCore
import SessionTesting
import SpatialMath
import Testing

/// A simulated pair of cameras through all six hops: the README's way of a frame.
///
/// Left out where the models are not there, and in debug builds, which draw too slowly.
@Suite(.enabled(if: Place.isFast && Place.hasModels), .serialized)
struct SimulatedJourneyTests {
  /// Three seconds: the map is there after half a second, the first plane a little later.
  private static let frames = 90
  /// The rig's pose is exact; both poses come from one interpolation.
  private static let rigTolerance = 1e-6
  /// The head's foot lies on the table's plane within this, metres.
  private static let standingTolerance = 0.005

  private func run(_ options: LaunchOptions) throws -> (run: SessionRun, log: Journey.Log) {
    let file = try Place.load("robot-head-demo")
    let journey = Journey(file)
    let run = try SessionRun(file, options: options, others: [journey])
    run.start()
    try run.finish()
    return (run, journey.log.withLock { $0 })
  }

  private var lockStep: LaunchOptions {
    var options = LaunchOptions()
    options.pacing = .asFastAsPossible
    options.limit = .frames(Self.frames)
    return options
  }

  @Test func aFrameTravelsAllSixHops() throws {
    let (run, log) = try run(lockStep)
    let last = try #require(log.last)

    // 1: both cameras hand out leases on pictures of the promised size.
    let start = try #require(log.start)
    #expect(start.cameras.map(\.role) == [.rear, .front])
    for camera in start.cameras {
      let image = try #require(camera.role == .rear ? last.rear : last.front).image
      #expect(camera.format.sourceName == "simulated")
      #expect(image.pixels.width == camera.format.width)
      #expect(image.pixels.height == camera.format.height)
    }

    // 2: in lock-step no picture is lost on the way to the trackers.
    let statistics = run.statistics
    for role in [CameraRole.rear, .front] {
      let camera = try #require(statistics.cameras[role])
      #expect(camera.counters.captured == Self.frames)
      #expect(camera.counters.droppedByUs == 0)
    }

    // 3: the trackers find the place and the face in pixels.
    let first = try #require(log.frames.firstIndex { $0.isNormal })
    #expect(first < 60)
    #expect(log.frames[first...].allSatisfy { $0.isNormal })
    #expect(log.share { $0.face != nil } > 0.9)

    // 4: the session joins them: the face is in the world, through the rig.
    #expect(log.frames.map(\.index) == Array(0..<Self.frames))
    for frame in log.frames[first...] {
      let rear = try #require(frame.rear)
      let front = try #require(frame.front)
      let expected = rear * run.file.rearFromFront
      #expect((front.translation - expected.translation).length < Self.rigTolerance)
    }
    #expect(log.addedPlanes >= 1)
    #expect(log.stop == .paused)

    // 5: the scene's head stands on a plane, and its jaw follows the mouth.
    let standing = log.frames.filter { $0.head != nil }
    let place = try #require(standing.last?.head)
    let heights = last.planes.map { abs($0.transform.inverse.act(place.translation).y) }
    #expect(heights.contains { $0 < Self.standingTolerance })
    let open = standing.compactMap { frame in frame.jawOpen.map { ($0, frame.jawDrop ?? 0) } }
    let widest = try #require(open.max { $0.0 < $1.0 })
    let narrowest = try #require(open.min { $0.0 < $1.0 })
    #expect(widest.0 - narrowest.0 > 0.1)
    #expect(widest.1 > narrowest.1)

    // 6: the picture shows the head before the table.
    let renderer = try OffscreenRenderer()
    let snapshot = try #require(log.lastSnapshot)
    #expect(!snapshot.items.isEmpty)
    let with = try renderer.render(frame: last, snapshot: snapshot)
    let without = try renderer.render(frame: last, snapshot: .init())
    #expect(Self.changedShare(with, without) > 0.01)
  }

  @Test func theSameSeedGivesTheSameBytes() throws {
    let folder = try TemporaryFolder()
    for number in 1...2 {
      var options = lockStep
      options.limit = .frames(40)
      options.events = folder.file("\(number).jsonl")
      options.truth = folder.file("truth-\(number).jsonl")
      options.picture = folder.file("\(number).png")
      options.video = folder.file("\(number).mp4")
      _ = try run(options)
    }
    for name in ["NUMBER.jsonl", "truth-NUMBER.jsonl", "NUMBER.png", "NUMBER.mp4"] {
      let contents = try (1...2).map { number in
        let path = folder.file(name.replacing("NUMBER", with: "\(number)"))
        return try Data(contentsOf: URL(fileURLWithPath: path))
      }
      #expect(!contents[0].isEmpty)
      #expect(contents[0] == contents[1], "\(name)")
    }
  }

  /// The share of bytes that differ between two pictures of one size.
  private static func changedShare(_ a: PixelBuffer, _ b: PixelBuffer) -> Double {
    let count = a.planes[0].stride * a.height
    let left = UnsafeRawBufferPointer(start: a.planes[0].base, count: count)
    let right = UnsafeRawBufferPointer(start: b.planes[0].base, count: count)
    return Double(zip(left, right).count { $0 != $1 }) / Double(count)
  }
}
