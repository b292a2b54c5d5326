import Foundation
import SessionCore
import SpatialMath

/// What a cheap accelerometer and gyroscope feel on a camera's path, with their noise and bias.
///
/// A pure function of path, seed and time.
struct PathInertia: Sendable {
  private let path: HandheldPath
  private let seed: UInt64
  private let accelerationBias: Vector3, turnBias: Vector3

  /// Readings a second, and how far back a picture's samples reach, seconds.
  private static let rate = 100.0, reach = 0.5
  /// m/s².
  private static let gravity = Vector3(0, -9.806, 0)
  /// A reading's noise, and the deviation of the biases: m/s² and rad/s, as of a tablet's chip.
  private static let noise = 0.03, bias = 0.06
  private static let turnNoise = 0.003, turnBiasSigma = 0.008
  /// Half the time over which the path is differentiated, seconds.
  private static let step = 0.002

  init(path: HandheldPath, seed: UInt64) {
    self.path = path
    self.seed = seed
    // Other numbers than the room's.
    var generator = SeededGenerator(seed: seed ^ 0x1AEE_71A1)
    accelerationBias = Self.noise(&generator) * Self.bias
    turnBias = Self.noise(&generator) * Self.turnBiasSigma
  }

  private static func noise(_ generator: inout SeededGenerator) -> Vector3 {
    Vector3(generator.gaussian(), generator.gaussian(), generator.gaussian())
  }

  /// The readings up to a time in seconds, those of the last half second.
  func samples(until time: Double, origin: Timestamp) -> [InertialSample] {
    let last = Int((time * Self.rate).rounded(.down))
    let first = Int(((time - Self.reach) * Self.rate).rounded(.up))
    return (first...last).map { number in
      sample(at: Double(number) / Self.rate, number: number, origin: origin)
    }
  }

  private func sample(at t: Double, number: Int, origin: Timestamp) -> InertialSample {
    let h = Self.step
    let (before, now, after) = (
      path.roomFromCamera(at: t - h), path.roomFromCamera(at: t), path.roomFromCamera(at: t + h)
    )
    let ends: Vector3 = before.translation + after.translation
    let acceleration: Vector3 = (ends - now.translation * 2) / (h * h)
    let turn = (before.rotation.inverse * after.rotation).rotationVector / (2 * h)
    var generator = SeededGenerator(
      seed: seed ^ UInt64(bitPattern: Int64(number)) &* 0x9E37_79B9_7F4A_7C15)
    let felt = now.rotation.inverse.act(acceleration - Self.gravity) + accelerationBias
    return InertialSample(
      timestamp: origin.advanced(bySeconds: t),
      acceleration: felt + Self.noise(&generator) * Self.noise,
      angularVelocity: turn + turnBias + Self.noise(&generator) * Self.turnNoise)
  }
}
