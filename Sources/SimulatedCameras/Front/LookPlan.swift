import Foundation
import SpatialMath

/// A place that a simulated person looks at for a while.
package struct SimulatedLook: Sendable, Equatable {
  /// In the camera's space, metres.
  package var point: Vector3
  /// For how long.
  package var seconds: Double

  /// Creates a look.
  package init(point: Vector3, seconds: Double) {
    self.point = point
    self.seconds = seconds
  }
}

/// Looks one after the other, over and over.
struct LookPlan: Sendable {
  private let cycle: TimedCycle<SimulatedLook>

  /// A saccade and a turn of the head take so many seconds.
  private static let (saccade, turning) = (0.05, 0.45)
  /// How much of a look's angle the head does; the eyes do the rest.
  private static let headShare = 0.4
  /// About where a person before a webcam has the eyes, metres.
  private static let eyes = Vector3(0, 0.03, -0.54)

  /// Nil without a place to look at.
  init?(_ looks: [SimulatedLook]) {
    guard let cycle = TimedCycle(looks, seconds: \.seconds) else { return nil }
    self.cycle = cycle
  }

  /// The place now and the one before, and seconds since the change.
  private func place(at t: Double) -> (before: Vector3, now: Vector3, since: Double) {
    let (index, since, isFirst) = cycle.place(at: t)
    let count = cycle.items.count
    let before = isFirst ? index : (index + count - 1) % count
    return (cycle.items[before].point, cycle.items[index].point, since)
  }

  /// The point that the eyes turn to.
  func target(at t: Double) -> Vector3 {
    let (before, now, since) = place(at: t)
    return before + (now - before) * Envelope.ease(since / Self.saccade)
  }

  /// The turn of the head, radians: x is yaw, y is pitch.
  func headTurn(at t: Double) -> Vector2 {
    let (before, now, since) = place(at: t)
    func turn(_ point: Vector3) -> Vector2 {
      let d = point - Self.eyes
      return Vector2(atan2(d.x, d.z), -atan2(d.y, hypot(d.x, d.z))) * Self.headShare
    }
    let (a, b) = (turn(before), turn(now))
    return a + (b - a) * Envelope.ease(since / Self.turning)
  }
}
