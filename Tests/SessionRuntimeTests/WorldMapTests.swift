import SessionCore
import SessionRuntime
import SessionTesting
import SpatialMath
import Synchronization
import Testing

/// Maps that a session begins with and gives away, in lock-step.
@Suite struct WorldMapTests {
  private static let normal = TrackingState.normal
  private static let searching = TrackingState.limited(.relocalizing)

  /// Runs a world session over tracking states, ten pictures a second.
  private static func run(
    _ states: [TrackingState], map: WorldMap?, planes: [PlaneAnchor] = [],
    prepare: (Session) -> Void = { _ in }
  ) -> SessionRig {
    let rig = SessionRig(
      pacing: .asFastAsPossible,
      sources: { .recorded($0, count: states.count, interval: 100) },
      world: { frame in
        var result = WorldTrackingResult(
          timestamp: frame.timestamp, worldFromCamera: .identity,
          trackingState: states[frame.sequence])
        result.planes = planes
        return result
      })
    var configuration = WorldTrackingConfiguration()
    configuration.planeDetection = .horizontal
    configuration.initialWorldMap = map
    prepare(rig.session)
    rig.session.run(.world(configuration))
    _ = rig.delegate.wait(for: "end")
    return rig
  }

  private static func planes(of map: WorldMap) -> [PlaneAnchor] {
    map.anchors.compactMap { if case .plane(let plane) = $0 { plane } else { nil } }
  }

  @Test func theAnchorsOfAMapComeBackOnceTheCameraIsFoundInIt() throws {
    let map = Samples.worldMap()
    let rig = Self.run(
      [Self.searching, Self.searching, Self.normal, Self.normal], map: map,
      planes: Self.planes(of: map))
    #expect(rig.log.entries.contains("world starts from a map of 2 anchors"))
    let frames = rig.delegate.frames
    #expect(frames[0].anchors.isEmpty && frames[1].anchors.isEmpty)
    #expect(frames[2].anchors == map.anchors, "the same places and identifiers")
    #expect(frames[3].anchors == map.anchors, "and once only")
  }

  @Test func whereTheCameraIsNotFoundNothingComesBack() {
    let rig = Self.run([Self.searching, Self.searching], map: Samples.worldMap())
    #expect(rig.delegate.frames.allSatisfy { $0.anchors.isEmpty })
    #expect(rig.delegate.frames.allSatisfy { $0.trackingState == Self.searching })
  }

  @Test func aPlaneOfAMapThatTheTrackerLosesIsRemoved() throws {
    let map = Samples.worldMap()
    let rig = SessionRig(
      pacing: .asFastAsPossible, sources: { .recorded($0, count: 3, interval: 100) },
      world: { frame in
        var result = WorldTrackingResult(
          timestamp: frame.timestamp, worldFromCamera: .identity, trackingState: .normal)
        if frame.sequence < 2 { result.planes = Self.planes(of: map) }
        return result
      })
    var configuration = WorldTrackingConfiguration()
    configuration.planeDetection = .horizontal
    configuration.initialWorldMap = map
    rig.session.run(.world(configuration))
    _ = rig.delegate.wait(for: "end")
    #expect(rig.delegate.frames.map(\.planes.count) == [1, 1, 0])
  }

  @Test func aSessionGivesItsMapWithTheAnchorsThatItHas() async throws {
    let map = Samples.worldMap()
    let chair = PointAnchor(
      transform: Pose(translation: Vector3(1, 2, 3)), name: "chair")
    let rig = Self.run([Self.normal, Self.normal], map: map, planes: Self.planes(of: map)) {
      $0.add(anchor: chair)
    }
    let saved = try await rig.session.currentWorldMap()
    #expect(saved.content == map.content)
    let identifiers = map.anchors.map(\.identifier) + [chair.identifier]
    #expect(Set(saved.anchors.map(\.identifier)) == Set(identifiers))
    #expect(saved.anchors.contains(.point(chair)))
  }

  @Test func aMapThatWasNotFoundIsGivenAsItCame() async throws {
    let map = Samples.worldMap()
    let rig = Self.run([Self.searching], map: map)
    #expect(try await rig.session.currentWorldMap().anchors == map.anchors)
  }

  @Test func aMovedOriginMovesTheMapToo() async throws {
    let map = Samples.worldMap()
    let rig = SessionRig(
      pacing: .asFastAsPossible, sources: { .recorded($0, count: 4, interval: 100) })
    rig.delegate.onFrame.withLock {
      $0 = { session, frame in
        guard frame.index == 1 else { return }
        session.setWorldOrigin(relativeTransform: Pose(translation: Vector3(0, 0, 1)))
      }
    }
    var configuration = WorldTrackingConfiguration()
    configuration.initialWorldMap = map
    rig.session.run(.world(configuration))
    _ = rig.delegate.wait(for: "end")
    let saved = try await rig.session.currentWorldMap()
    let shift = Vector3(0, 0, -1)
    #expect((saved.center - map.center - shift).length < 1e-9)
    for (new, old) in zip(saved.anchors, map.anchors) {
      #expect((new.transform.translation - old.transform.translation - shift).length < 1e-9)
    }
  }

  @Test func withoutAMapTheReasonIsGiven() async {
    let rig = Self.run([Self.normal], map: nil)
    await #expect(throws: SessionError(.insufficientFeatures, "no map yet")) {
      try await rig.session.currentWorldMap()
    }
    let idle = SessionRig()
    do throws(SessionError) {
      _ = try await idle.session.currentWorldMap()
      Issue.record("a map of nothing")
    } catch {
      #expect(error.code == .invalidConfiguration)
    }
  }
}
