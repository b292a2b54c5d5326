import SessionCore
import SessionRuntime
import SessionTesting
import SpatialMath
import Testing

/// `run(_:options:)` as a table: what happens to tracking, anchors and raycasts.
@Suite struct RunOptionsTableTests {
  enum Pose { case continues, restarts }
  enum Anchors { case stay, go }
  enum Raycasts { case goOn, stop }

  struct Row: Sendable, CustomTestStringConvertible {
    var second: SessionConfiguration
    var options: RunOptions
    var pose: Pose
    var anchors: Anchors
    var raycasts: Raycasts
    var testDescription: String { "\(second.typeName) \(options.rawValue)" }

    init(
      _ second: SessionConfiguration, _ options: RunOptions, _ pose: Pose, _ anchors: Anchors,
      _ raycasts: Raycasts
    ) {
      (self.second, self.options, self.pose) = (second, options, pose)
      (self.anchors, self.raycasts) = (anchors, raycasts)
    }
  }

  /// After a run of `worldWithFace`.
  static let table = [
    // The same type.
    Row(.worldWithFace, [], .continues, .stay, .goOn),
    Row(.worldWithFace, .resetTracking, .restarts, .stay, .goOn),
    Row(.worldWithFace, .removeExistingAnchors, .continues, .go, .goOn),
    Row(.worldWithFace, [.resetTracking, .removeExistingAnchors], .restarts, .go, .goOn),
    Row(.worldWithFace, .stopTrackedRaycasts, .continues, .stay, .stop),
    Row(.worldWithFace, [.resetTracking, .stopTrackedRaycasts], .restarts, .stay, .stop),
    Row(.worldWithFace, [.removeExistingAnchors, .stopTrackedRaycasts], .continues, .go, .stop),
    Row(
      .worldWithFace, [.resetTracking, .removeExistingAnchors, .stopTrackedRaycasts], .restarts,
      .go, .stop),
    // Another type always resets tracking.
    Row(.faceInWorld, [], .restarts, .stay, .goOn),
    Row(.faceInWorld, .resetTracking, .restarts, .stay, .goOn),
    Row(.faceInWorld, .removeExistingAnchors, .restarts, .go, .goOn),
    Row(.faceInWorld, [.resetTracking, .removeExistingAnchors], .restarts, .go, .goOn),
    Row(.faceInWorld, .stopTrackedRaycasts, .restarts, .stay, .stop),
    Row(.faceInWorld, [.resetTracking, .stopTrackedRaycasts], .restarts, .stay, .stop),
    Row(.faceInWorld, [.removeExistingAnchors, .stopTrackedRaycasts], .restarts, .go, .stop),
    Row(
      .faceInWorld, [.resetTracking, .removeExistingAnchors, .stopTrackedRaycasts], .restarts,
      .go, .stop),
  ]

  @Test func theOptionsAreARKitsBits() {
    #expect(RunOptions.resetTracking.rawValue == 1)
    #expect(RunOptions.removeExistingAnchors.rawValue == 2)
    #expect(RunOptions.stopTrackedRaycasts.rawValue == 4)
  }

  @Test(arguments: table, [false, true])
  func runningAgainDoesWhatTheTableSays(_ row: Row, afterPause: Bool) throws {
    let run = TableRun()
    run.session.run(.worldWithFace)
    for _ in 0..<3 { #expect(run.feed()) }
    let before = try #require(run.frame)
    #expect(before.rear?.worldFromCamera.translation.x == 2)
    #expect(Set(before.anchors.map(\.kind)) == ["face", "plane", "point"])
    #expect(run.raycasts.entries.count == 3)

    run.markRaycasts()
    if afterPause { run.session.pause() }
    run.session.run(row.second, options: row.options)
    #expect(run.feed())
    let first = try #require(run.frame)
    #expect(first.index == 3)
    let asks = afterPause && row.pose == .continues
    #expect(run.rig.delegate.lines.contains("relocalize?") == asks)
    #expect(run.log.entries.contains("world relocalize") == asks)
    // The place is kept, also while it is looked for.
    let x = row.pose == .restarts ? 0.0 : 3
    #expect(first.rear?.worldFromCamera.translation.x == x)
    #expect(first.trackingState == (asks ? .limited(.relocalizing) : .normal))
    if asks { for _ in 0..<OdometerTracker.searchedPictures { #expect(run.feed()) } }
    #expect(run.frame?.trackingState == .normal)
    #expect(run.frame?.rear?.worldFromCamera.translation.x == x)

    let old = Set(before.anchors.map(\.identifier))
    let now = Set(first.anchors.map(\.identifier))
    #expect(old.isSubset(of: now) == (row.anchors == .stay))
    #expect(old.isDisjoint(with: now) == (row.anchors == .go))
    run.checkRaycasts(goOn: row.raycasts == .goOn)
    let removed = Set(run.rig.delegate.removed.map(\.identifier))
    #expect(removed == (row.anchors == .go ? old : []))
    // Only the camera that a pause closed was opened again.
    #expect(run.rig.sources(.rear).count == (afterPause ? 2 : 1))
    #expect(run.rig.sources(.front).count == (afterPause ? 2 : 1))
  }

  static let allOptions = (0..<8).map(RunOptions.init(rawValue:))

  @Test(arguments: allOptions)
  func onTheFirstRunOptionsAreIgnored(_ options: RunOptions) {
    let run = TableRun()
    run.session.run(.worldWithFace, options: options)
    #expect(run.feed())
    #expect(run.frame?.rear?.worldFromCamera.translation.x == 0)
    #expect(run.frame?.anchors.contains { $0.kind == "point" } == true)
    #expect(!run.log.entries.contains("world reset"))
    #expect(!run.rig.delegate.lines.contains("relocalize?"))
    run.checkRaycasts(goOn: true)
  }
}

/// A session with an odometer, a point anchor and a raycast straight down.
private final class TableRun {
  let rig: SessionRig
  let log: TrackerLog
  let raycasts = TrackerLog()
  private var pictures = 0
  private var markedRaycasts = 0

  init() {
    let log = TrackerLog()
    self.log = log
    rig = SessionRig(
      face: { frame in
        FaceTrackingResult(
          timestamp: frame.timestamp, faces: [Samples.face(7)], stageSeconds: ["pictures": 1])
      }, adjust: { $0.makeWorldTracker = { _ in OdometerTracker(log: log) } })
    let down = RaycastQuery(ray: Ray(origin: .zero, direction: Vector3(0, -1, 0)))
    _ = rig.session.trackedRaycast(down) { [raycasts] results in
      raycasts.add("\(results.map(\.distance))")
    }
    rig.session.add(anchor: PointAnchor(transform: .identity))
  }

  var session: Session { rig.session }
  var frame: SessionFrame? { rig.delegate.frames.last }

  /// Feeds a picture of each camera, the leading one's last, and waits for its frame.
  func feed() -> Bool {
    guard let roles = session.configuration?.roles, let leading = roles.first else { return false }
    pictures += 1
    let time = Double(pictures) * 100
    for role in roles.dropFirst() {
      let stage = role == .rear ? "world.pictures" : "face.pictures"
      let before = session.statistics.stageSeconds[stage] ?? 0
      rig.newestSource(role).feed(pictures, at: time)
      // Joined, not just tracked.
      for _ in 0..<5000 where session.statistics.stageSeconds[stage] ?? 0 == before {
        pauseBriefly()
      }
    }
    rig.newestSource(leading).feed(pictures, at: time + 10)
    return rig.delegate.waitForFrame(at: Samples.time(time + 10))
  }

  /// Remembers how often the raycast has answered.
  func markRaycasts() { markedRaycasts = raycasts.entries.count }

  /// Changes what the ray meets, and looks whether the raycast has answered since the mark.
  func checkRaycasts(goOn: Bool) {
    session.setWorldOrigin(relativeTransform: Pose(translation: Vector3(0, 0.5, 0)))
    // An answer precedes the next frame.
    #expect(feed() && feed())
    #expect((raycasts.entries.count > markedRaycasts) == goOn)
  }
}
