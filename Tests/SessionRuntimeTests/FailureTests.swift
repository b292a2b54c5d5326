import SessionCore
import SessionRuntime
import SessionTesting
import SpatialMath
import SystemSupport
import Testing

/// A failure anywhere pauses the session with the error as it was thrown.
@Suite struct FailureTests {
  /// Where a part of the session can fail.
  enum Place: String, CaseIterable, Sendable {
    case makeSource, startSource, nextPicture, makeFaceTracker, trackFace, makeWorldTracker
    case trackWorld
  }

  /// Every place with every code of ARKit's.
  static let errors = SessionError.Code.allCases.map {
    SessionError($0, "what failed with \($0.rawValue), where, and what to try")
  }

  private static func rig(failingAt place: Place, with error: SessionError) -> SessionRig {
    let mayFail = Monitor(true)
    @Sendable func fails(_ here: Place) -> Bool {
      // Once: the session can run again afterwards.
      here == place
        && mayFail.withLock { may in
          defer { may = false }
          return may
        }
    }
    return SessionRig(
      sources: { role throws(SessionError) in
        if role == .rear, fails(.makeSource) { throw error }
        let source = ScriptedSource(
          role, startError: role == .rear && fails(.startSource) ? error : nil)
        source.feed(0, at: role == .front ? 0 : 10)
        if role == .rear, fails(.nextPicture) { source.fail(error) }
        return source
      },
      face: { frame throws(SessionError) in
        if fails(.trackFace) { throw error }
        return FaceTrackingResult(timestamp: frame.timestamp, faces: [Samples.face(1)])
      },
      world: { frame throws(SessionError) in
        if fails(.trackWorld) { throw error }
        return WorldTrackingResult(
          timestamp: frame.timestamp, worldFromCamera: .identity, trackingState: .normal)
      },
      adjust: { parts in
        let (face, world) = (parts.makeFaceTracker, parts.makeWorldTracker)
        parts.makeFaceTracker = { configuration throws(SessionError) in
          if fails(.makeFaceTracker) { throw error }
          return try face(configuration)
        }
        parts.makeWorldTracker = { configuration throws(SessionError) in
          if fails(.makeWorldTracker) { throw error }
          return try world(configuration)
        }
      })
  }

  @Test(arguments: Place.allCases, errors)
  func theSessionPausesWithTheErrorAndCanRunAgain(_ place: Place, _ error: SessionError) {
    let rig = Self.rig(failingAt: place, with: error)
    let names = Monitor<[String]>([])
    rig.session.observe { events in names.withLock { $0 += events.map(\.name) } }
    rig.session.run(.worldWithFace)
    #expect(rig.delegate.wait(for: "failed \(error.code.rawValue)"))
    #expect(rig.session.waitUntilStopped() == error)
    #expect(!rig.session.isRunning)
    rig.session.pause()
    #expect(rig.delegate.state.withLock { $0.errors } == [error])
    #expect(rig.delegate.lines.last == "failed \(error.code.rawValue)")
    #expect(names.withLock { $0.suffix(2) } == ["failed", "stopped"])
    for role in [CameraRole.front, .rear] {
      // One that was being made meanwhile was never opened.
      #expect(rig.sources(role).allSatisfy { $0.isStopped || $0.starts.isEmpty })
    }
    rig.session.run(.worldWithFace)
    rig.newestSource(.rear).feed(1, at: 500)
    #expect(rig.delegate.waitForFrame(at: Samples.time(500)))
  }
}
