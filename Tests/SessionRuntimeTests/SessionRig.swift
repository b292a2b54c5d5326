import SessionCore
import SessionRuntime
import SessionTesting
import SpatialMath
import SystemSupport

/// A session with scripted parts and a delegate that writes down what it is told.
final class SessionRig: Sendable {
  let session: Session
  let delegate = RecordingDelegate()
  let log = TrackerLog()
  let clock: ManualClock
  private let made: Monitor<[CameraRole: [ScriptedSource]]>

  /// Sources wait to be fed and trackers see one face and a normal world, unless told otherwise.
  init(
    pacing: Pacing = .realTime,
    sources: @escaping @Sendable (CameraRole) throws(SessionError) -> ScriptedSource = {
      ScriptedSource($0)
    },
    face: (@Sendable (CameraFrame) throws(SessionError) -> FaceTrackingResult)? = nil,
    world: (@Sendable (CameraFrame) throws(SessionError) -> WorldTrackingResult)? = nil,
    adjust: (inout SessionParts) -> Void = { _ in }
  ) {
    let made = Monitor<[CameraRole: [ScriptedSource]]>([:])
    let clock = ManualClock()
    var parts = SessionParts(
      makeSource: { role throws(SessionError) in
        let source = try sources(role)
        made.withLock { $0[role, default: []].append(source) }
        return source
      },
      makeFaceTracker: { [log] _ in
        log.add("face made")
        guard let face else { return ScriptedFaceTracker(log: log) }
        return ScriptedFaceTracker(log: log, answer: face)
      },
      makeWorldTracker: { [log] _ in
        log.add("world made")
        guard let world else { return ScriptedWorldTracker(log: log) }
        return ScriptedWorldTracker(log: log, answer: world)
      })
    parts.pacing = pacing
    parts.seed = 42
    parts.now = { clock.now }
    adjust(&parts)
    self.made = made
    self.clock = clock
    session = Session(parts: parts)
    session.delegate = delegate
  }

  /// The sources made for a role so far.
  func sources(_ role: CameraRole) -> [ScriptedSource] { made.withLock { $0[role] ?? [] } }

  /// The newest source of a role, once it is there.
  func source(_ role: CameraRole, number: Int = 1) -> ScriptedSource {
    made.wait(atMost: Patience.seconds) { all -> ScriptedSource? in
      guard let list = all[role], list.count >= number else { return nil }
      return list[number - 1]
    } ?? ScriptedSource(role)
  }

  /// The source of a role that runs now.
  ///
  /// A session that was just told to run makes and starts it on another thread; one that was being
  /// made when the session stopped is never started.
  func newestSource(_ role: CameraRole) -> ScriptedSource {
    let end = ContinuousClock.now + .seconds(Patience.seconds)
    while ContinuousClock.now < end {
      if let source = sources(role).last(where: { !$0.isStopped && !$0.starts.isEmpty }) {
        return source
      }
      pauseBriefly()
    }
    return ScriptedSource(role)
  }

  /// Waits until other threads have brought about a condition, or patience ends.
  func settles(_ condition: () -> Bool) async {
    let end = ContinuousClock.now + .seconds(Patience.seconds)
    while !condition(), ContinuousClock.now < end {
      try? await Task.sleep(for: .milliseconds(5))
    }
  }

  /// Feeds a picture and waits until its frame was delivered.
  func feedPrimary(_ role: CameraRole, _ sequence: Int, at milliseconds: Double) -> Bool {
    source(role).feed(sequence, at: milliseconds)
    return delegate.waitForFrame(at: Samples.time(milliseconds))
  }
}

/// How long tests wait for other threads before they fail.
///
/// Long, since a busy machine is no fault; only a test that fails waits so long.
enum Patience { static let seconds = 60.0 }

/// A clock that stands where a test puts it.
final class ManualClock: Sendable {
  private let time = Monitor(Timestamp.zero)
  var now: Timestamp { time.withLock { $0 } }
  func set(milliseconds: Double) { time.withLock { $0 = Samples.time(milliseconds) } }
}

/// A delegate that writes down what it is told, and can be made slow or talkative.
final class RecordingDelegate: SessionDelegate {
  struct State: Sendable {
    var lines: [String] = []
    var frames: [SessionFrame] = []
    var added: [Anchor] = []
    var updated: [Anchor] = []
    var removed: [Anchor] = []
    var errors: [SessionError] = []
    var threads: Set<UInt> = []
    var isBlocked = false
    var waiting = 0
  }

  let state = Monitor(State())
  /// The answer to the question about relocalising.
  let relocalizes = Monitor(true)
  /// Called at every frame, from inside the delegate call.
  let onFrame = Monitor<(@Sendable (Session, SessionFrame) -> Void)?>(nil)

  var lines: [String] { state.withLock { $0.lines } }
  var frames: [SessionFrame] { state.withLock { $0.frames } }
  var added: [Anchor] { state.withLock { $0.added } }
  var updated: [Anchor] { state.withLock { $0.updated } }
  var removed: [Anchor] { state.withLock { $0.removed } }

  /// Waits until the lines fulfil a condition; false when they do not in time.
  func wait(_ condition: @Sendable ([String]) -> Bool) -> Bool {
    state.wait(atMost: Patience.seconds) { condition($0.lines) ? true : nil } ?? false
  }
  func wait(for line: String) -> Bool { wait { $0.contains(line) } }
  func waitForFrame(at time: Timestamp) -> Bool {
    state.wait(atMost: Patience.seconds) { s in
      s.frames.contains { $0.timestamp == time } ? true : nil
    } ?? false
  }

  /// Makes the next frame's call wait until `unblock`.
  func block() { state.withLock { $0.isBlocked = true } }
  func unblock() { state.withLock { $0.isBlocked = false } }
  /// Waits until a call is held up.
  func waitUntilBlocked() -> Bool {
    state.wait(atMost: Patience.seconds) { $0.waiting > 0 ? true : nil } ?? false
  }

  private func note(_ line: String, _ change: (inout State) -> Void = { _ in }) {
    state.withLock { s in
      s.lines.append(line)
      s.threads.insert(currentThread())
      change(&s)
    }
  }

  func session(_ session: Session, didUpdate frame: SessionFrame) {
    state.withLock { $0.waiting += 1 }
    state.wait { $0.isBlocked ? nil : true }
    state.withLock { $0.waiting -= 1 }
    note("frame \(frame.index)") { $0.frames.append(frame) }
    onFrame.withLock { $0 }?(session, frame)
  }
  func session(_ session: Session, didAdd anchors: [Anchor]) {
    note("add \(anchors.map(\.kind).joined(separator: ","))") { $0.added += anchors }
  }
  func session(_ session: Session, didUpdate anchors: [Anchor]) {
    note("update \(anchors.map(\.kind).joined(separator: ","))") { $0.updated += anchors }
  }
  func session(_ session: Session, didRemove anchors: [Anchor]) {
    note("remove \(anchors.map(\.kind).joined(separator: ","))") { $0.removed += anchors }
  }
  func session(_ session: Session, cameraDidChangeTrackingState state: TrackingState) {
    note("state \(state.name)\(state.reason.map { " " + $0.rawValue } ?? "")")
  }
  func session(_ session: Session, didFailWithError error: SessionError) {
    note("failed \(error.code.rawValue)") { $0.errors.append(error) }
  }
  func sessionWasInterrupted(_ session: Session, camera: CameraRole, reason: String) {
    note("interrupted \(camera.rawValue): \(reason)")
  }
  func sessionInterruptionEnded(_ session: Session, camera: CameraRole) {
    note("interruption ended \(camera.rawValue)")
  }
  func sessionShouldAttemptRelocalization(_ session: Session) -> Bool {
    note("relocalize?")
    return relocalizes.withLock { $0 }
  }
  func sessionDidReachEnd(_ session: Session) { note("end") }
}
