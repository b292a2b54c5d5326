import SessionCore
import SpatialMath
import SystemSupport

/// Lets the cameras of a session start together.
///
/// First everything slow is done (devices found, models loaded), then the session's zero is
/// taken and every source is started with it, then all begin to deliver: recorded material does
/// not lose its first pictures to a camera that is slow to open. A camera that is no longer wanted
/// withdraws, and the others go on. Thread-safe.
final class StartGate: Sendable {
  private enum Phase: Sendable { case preparing, ready, started, withdrawn }

  private struct State: Sendable {
    var cameras: [CameraRole: Phase]
    var unreadyTrackers: Int
    var origin: Timestamp?

    var isReady: Bool { unreadyTrackers <= 0 && !cameras.values.contains(.preparing) }
    var haveAllStarted: Bool {
      cameras.values.allSatisfy { $0 == .started || $0 == .withdrawn }
    }
  }

  private let state: Monitor<State>
  private let now: @Sendable () -> Timestamp

  /// - Parameters:
  ///   - cameras: who starts.
  ///   - trackers: how many times `trackerIsReady` will be called.
  ///   - now: gives the sources' zero.
  init(cameras: [CameraRole], trackers: Int, now: @escaping @Sendable () -> Timestamp) {
    var phases: [CameraRole: Phase] = [:]
    for role in cameras { phases[role] = .preparing }
    state = Monitor(State(cameras: phases, unreadyTrackers: trackers))
    self.now = now
  }

  /// Says that a tracker has been made, or will not be.
  func trackerIsReady() { change { $0.unreadyTrackers -= 1 } }

  /// Says that a camera's source has done its slow work.
  func isReady(_ role: CameraRole) { move(role, to: .ready) }

  /// Says that a camera's source has started.
  func hasStarted(_ role: CameraRole) { move(role, to: .started) }

  /// Takes a camera out: it gives up where it waits, and the others no longer wait for it.
  func withdraw(_ role: CameraRole) { change { $0.cameras[role] = .withdrawn } }

  /// Waits until everything is ready; nil when the camera has withdrawn.
  func waitForOrigin(_ role: CameraRole) -> Timestamp? {
    state.wait { s -> Timestamp?? in
      if s.cameras[role] == .withdrawn { return .some(nil) }
      return s.origin.map { .some($0) }
    }
  }

  /// Waits until all sources have started; false when the camera has withdrawn.
  func waitForAll(_ role: CameraRole) -> Bool {
    state.wait { s in
      if s.cameras[role] == .withdrawn { return false }
      return s.haveAllStarted ? true : nil
    }
  }

  private func move(_ role: CameraRole, to phase: Phase) {
    change { if $0.cameras[role] != .withdrawn { $0.cameras[role] = phase } }
  }

  private func change(_ body: (inout State) -> Void) {
    state.withLock { s in
      body(&s)
      if s.isReady, s.origin == nil { s.origin = now() }
    }
  }
}
