import Foundation
import SessionCore
import SpatialMath

/// A movement of an entity from where it stands, in the session's time.
public struct TransformMotion: Sendable, Equatable {
  /// How often it is done.
  public enum Repetition: String, Sendable, CaseIterable {
    /// Once; the entity stays where it ends.
    case once
    /// From the beginning again and again.
    case loop
    /// There and back again and again.
    case swing
  }
  /// How it begins and ends.
  public enum Timing: String, Sendable, CaseIterable {
    /// At one speed.
    case steady
    /// Slowly at both ends.
    case eased
  }

  /// Where it leads.
  enum Goal: Sendable, Equatable {
    case to(Transform)
    case by(offset: Vector3, turn: EulerAngles, scale: Double)
  }

  let goal: Goal
  /// Seconds from one end to the other, above 0.
  public var duration: Double
  /// How often it is done.
  public var repetition: Repetition
  /// How it begins and ends.
  public var timing: Timing

  /// A movement to a transform relative to the parent, on the shorter way round.
  public init(
    to target: Transform, duration: Double, repetition: Repetition = .once,
    timing: Timing = .eased
  ) {
    goal = .to(target)
    self.duration = duration
    self.repetition = repetition
    self.timing = timing
  }

  /// A movement by metres of the parent, angles of the entity's own axes (whole turns count), and a
  /// factor on the size.
  public init(
    offset: Vector3 = .zero, turn: EulerAngles = EulerAngles(), scale: Double = 1,
    duration: Double, repetition: Repetition = .once, timing: Timing = .eased
  ) {
    goal = .by(offset: offset, turn: turn, scale: scale)
    self.duration = duration
    self.repetition = repetition
    self.timing = timing
  }

  /// The place so many seconds after the beginning, from a place at rest.
  public func transform(from rest: Transform, after seconds: Double) -> Transform {
    let s = fraction(after: seconds)
    switch goal {
    case .to(let target):
      return Transform(
        scale: rest.scale + (target.scale - rest.scale) * s,
        rotation: rest.rotation.interpolated(to: target.rotation, fraction: s),
        translation: rest.translation + (target.translation - rest.translation) * s)
    case .by(let offset, let turn, let scale):
      let angles = EulerAngles(pitch: turn.pitch * s, yaw: turn.yaw * s, roll: turn.roll * s)
      return Transform(
        scale: rest.scale * (1 + (scale - 1) * s), rotation: rest.rotation * angles.rotation,
        translation: rest.translation + offset * s)
    }
  }

  /// True once nothing moves any more.
  func isOver(after seconds: Double) -> Bool { repetition == .once && seconds >= duration }

  /// How far it has come, 0…1.
  private func fraction(after seconds: Double) -> Double {
    let rounds = max(0, seconds) / max(duration, 1e-6)
    let s: Double
    switch repetition {
    case .once: s = min(1, rounds)
    case .loop: s = rounds - rounds.rounded(.down)
    case .swing:
      let part = rounds - 2 * (rounds / 2).rounded(.down)
      s = part <= 1 ? part : 2 - part
    }
    return timing == .steady ? s : (1 - cos(.pi * s)) / 2
  }
}

/// A movement that an entity is in.
struct RunningMotion {
  var motion: TransformMotion
  /// Where it stood before.
  var rest: Transform
  var start: Timestamp?
}

extension Entity {
  /// Moves the entity from where it stands; the next frame is the beginning.
  ///
  /// A movement that it is in ends where it is.
  public func move(_ motion: TransformMotion) {
    running = RunningMotion(motion: motion, rest: transform)
  }

  /// Moves the entity to a transform relative to its parent, in so many seconds of the session.
  public func move(to target: Transform, duration: Double, timing: TransformMotion.Timing = .eased)
  {
    move(TransformMotion(to: target, duration: duration, timing: timing))
  }

  /// Ends a movement where it is.
  public func stopMoving() { running = nil }

  /// True while the entity is in a movement.
  public var isMoving: Bool { running != nil }

  /// Brings a movement up to the time of a frame.
  func advanceMotion(to time: Timestamp) {
    guard var now = running else { return }
    let start = now.start ?? time
    now.start = start
    let seconds = time.seconds(since: start)
    transform = now.motion.transform(from: now.rest, after: seconds)
    running = now.motion.isOver(after: seconds) ? nil : now
  }
}
