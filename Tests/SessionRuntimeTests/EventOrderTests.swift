import Foundation
import SessionCore
import SessionRuntime
import SessionTesting
import SpatialMath
import SystemSupport
import Testing

/// Everything that a session can be asked to do, at random, heard by all kinds of listeners.
@Suite struct EventOrderTests {
  /// Steps of one random life; some seeds make some thousand frames together.
  private static let steps = 400

  @Test(arguments: 1...6)
  func everyListenerHearsEverythingInOrder(seed: Int) async {
    let life = RandomLife(seed: UInt64(seed))
    let events = life.rig.session.events
    let reader = Task {
      for await event in events {
        life.stream.hear(event)
        // A reader that is slow now and then.
        if case .frame(let frame) = event, frame.index % 50 == 7 {
          try? await Task.sleep(for: .milliseconds(20))
        }
      }
    }
    await withCheckedContinuation { done in
      Thread.detachNewThread {
        for _ in 0..<Self.steps { life.step() }
        done.resume()
      }
    }
    life.rig.session.pause()
    let told = life.delegate.order.state.withLock { $0.counts }
    for _ in 0..<20 { pauseBriefly() }
    #expect(life.delegate.order.state.withLock { $0.counts } == told)
    reader.cancel()
    await reader.value
    for (name, checker) in [
      ("observer", life.observer), ("delegate", life.delegate.order), ("stream", life.stream),
    ] {
      #expect(checker.problems.isEmpty, "\(name): \(checker.problems.prefix(5))")
    }
    #expect(life.observer.count("frame") > 30)
    #expect(life.observer.count("anchorsAdded") > 10)
    #expect(life.delegate.order.count("anchorsAdded") > 5)
    #expect(life.delegate.order.count("frame") > 10)
    #expect(life.delegate.threads.count == 1)
  }
}

/// Feeds, interrupts, runs, pauses, adds and removes at random.
private final class RandomLife: Sendable {
  let rig: SessionRig
  let observer = OrderChecker(isPrompt: true)
  let stream = OrderChecker()
  let delegate = CheckingDelegate()
  private let state: Monitor<State>

  private struct State: Sendable {
    var generator: SeededGenerator
    var time = 0.0
    /// Cameras that were told to deliver nothing.
    var silent: Set<CameraRole> = []
  }

  init(seed: UInt64) {
    state = Monitor(State(generator: SeededGenerator(seed: seed)))
    rig = SessionRig(
      face: { frame in
        FaceTrackingResult(
          timestamp: frame.timestamp,
          faces: frame.sequence % 7 == 3 ? [] : [Samples.face(1 + frame.sequence / 40)])
      },
      world: { frame in
        let isLimited = frame.sequence % 23 == 11
        var result = WorldTrackingResult(
          timestamp: frame.timestamp, worldFromCamera: .identity,
          trackingState: isLimited ? .limited(.excessiveMotion) : .normal)
        // Planes that come, grow and go.
        result.planes = (1...3).filter { (frame.sequence / 10 + $0) % 4 != 0 }.map {
          Samples.plane(UInt64($0 + frame.sequence / 100 * 10), size: Double(frame.sequence))
        }
        return result
      })
    rig.session.observe { [observer] events in for event in events { observer.hear(event) } }
    rig.session.delegate = delegate
    rig.session.run(.worldWithFace)
  }

  func step() {
    let (choice, number, time) = state.withLock { s in
      s.time += 5
      return (
        Int.random(in: 0..<100, using: &s.generator), Int.random(in: 0..<4, using: &s.generator),
        s.time
      )
    }
    let role: CameraRole = number % 2 == 0 ? .rear : .front
    switch choice {
    case 0..<70: feed(role, at: time)
    case 70..<76: rig.session.add(anchor: PointAnchor(transform: .identity))
    case 76..<82:
      if let anchor = rig.session.currentFrame?.anchors.randomElement() {
        rig.session.remove(anchor: anchor)
      }
    case 82..<84:
      rig.session.setWorldOrigin(relativeTransform: Pose(translation: Vector3(0, 0, 0.1)))
    case 84..<92: changeSilence(of: role)
    case 92..<96: run(RunOptions(rawValue: number), number)
    default:
      rig.session.pause()
      run([], number)
    }
    if number == 3 { pauseBriefly() }
  }

  private func feed(_ role: CameraRole, at time: Double) {
    guard !state.withLock({ $0.silent.contains(role) }) else { return }
    let before = rig.session.currentFrame?.index
    rig.sources(role).last?.feed(Int(time), at: time)
    // Every third picture is waited for, for as long as one that makes no frame is worth it.
    for _ in 0..<20 where Int(time) % 3 == 0 && rig.session.currentFrame?.index == before {
      pauseBriefly()
    }
  }

  private func changeSilence(of role: CameraRole) {
    let isSilent = state.withLock { s in
      if s.silent.remove(role) != nil { return false }
      s.silent.insert(role)
      return true
    }
    rig.sources(role).last?.feed(isSilent ? .interrupted("stalled") : .resumed)
  }

  private func run(_ options: RunOptions, _ number: Int) {
    let all: [SessionConfiguration] = [.worldWithFace, .faceInWorld, .worldOnly, .faceOnly]
    // What is opened anew delivers.
    state.withLock { $0.silent = [] }
    for role in [CameraRole.rear, .front] { rig.sources(role).last?.feed(.resumed) }
    observer.sessionRunsAgain()
    rig.session.run(all[number], options: options)
  }
}

/// A delegate that checks the order of what it is told, and is slow now and then.
private final class CheckingDelegate: SessionDelegate {
  let order = OrderChecker()
  private let seenThreads = Monitor<Set<UInt>>([])

  var threads: Set<UInt> { seenThreads.withLock { $0 } }

  private func hear(_ event: SessionEvent) {
    seenThreads.withLock { _ = $0.insert(currentThread()) }
    order.hear(event)
  }

  func session(_ session: Session, didUpdate frame: SessionFrame) {
    hear(.frame(frame))
    if frame.index % 40 == 5 { for _ in 0..<20 { pauseBriefly() } }
  }
  func session(_ session: Session, didAdd anchors: [Anchor]) {
    hear(.anchorsAdded(anchors, time: .zero))
  }
  func session(_ session: Session, didUpdate anchors: [Anchor]) {
    hear(.anchorsUpdated(anchors, time: .zero))
  }
  func session(_ session: Session, didRemove anchors: [Anchor]) {
    hear(.anchorsRemoved(anchors, time: .zero))
  }
  func session(_ session: Session, cameraDidChangeTrackingState state: TrackingState) {
    hear(.trackingStateChanged(state, time: .zero))
  }
  func session(_ session: Session, didFailWithError error: SessionError) {
    hear(.failed(error, time: .zero))
  }
  func sessionWasInterrupted(_ session: Session, camera: CameraRole, reason: String) {
    hear(.interrupted(camera, reason: reason, time: .zero))
  }
  func sessionInterruptionEnded(_ session: Session, camera: CameraRole) {
    hear(.interruptionEnded(camera, time: .zero))
  }
  func sessionShouldAttemptRelocalization(_ session: Session) -> Bool {
    (session.currentFrame?.index ?? 0) % 2 == 0
  }
}
