import Foundation
import SpatialMath

/// Fits what an accelerometer felt to a camera's way through a map of unknown size.
///
/// Unknown are the map's size, gravity, the sensor's bias, and the place and velocity at each moment.
/// The places are observed with noise, not known: taken as they are, they would make slow ways too
/// small (by 15 % on a simulated scan; so treated the fit is right to what it claims).
package struct InertialAlignment: Sendable {
  /// The camera at a moment, and what was felt since the place before.
  package struct Place: Sendable {
    /// In map units.
    package var center: Vector3
    package var since: Preintegration

    /// Creates a place; the first one's sums count nothing.
    package init(center: Vector3, since: Preintegration) {
      self.center = center
      self.since = since
    }
  }

  /// What the fit says.
  package struct Solution: Sendable {
    package var metresPerUnit: Double
    /// Relative, of `metresPerUnit`.
    package var sigma: Double
    /// The unit vector against gravity in map axes.
    package var up: Vector3
    /// The mean squared residual of the places against what was expected, about 1 for a good fit.
    package var misfit: Double
  }

  /// m/s².
  static let gravity = 9.806
  /// How well gravity's size is known where one is, with the sensor's scale; m/s².
  private static let gravitySigma = 0.03
  /// A cheap sensor's bias, m/s².
  private static let biasSigma = 0.15
  /// How well places are known, as a share of the distance of what is seen (measured on simulated
  /// rooms).
  private static let placeShare = 0.0012
  /// What the felt velocity is off by after a second, m/s: noise, and what is between readings.
  private static let velocityNoise = 0.008
  private static let rounds = 7, leastPlaces = 6

  /// The median distance of what the camera sees, map units.
  private let depth: Double
  private let places: [Place]

  /// Prepares a fit of at least six places.
  package init(places: [Place], depth: Double) {
    self.places = places
    self.depth = depth
  }

  /// What is refined from round to round.
  private struct Guess {
    /// Map units in a metre.
    var unitsPerMetre: Double
    var gravity: Vector3
    var bias = Vector3.zero
    /// Metres.
    var centers: [Vector3]
  }

  /// Fits; nil where the way tells nothing.
  ///
  /// - Complexity: O(n³) for n places, 10 ms for 40.
  package func solve() -> Solution? {
    guard places.count >= Self.leastPlaces, var guess = roughGuess() else { return nil }
    var variance = 0.0
    for _ in 0..<Self.rounds {
      guard let (next, column) = refined(guess) else { return nil }
      guess = next
      variance = column
    }
    guard guess.unitsPerMetre > 0, guess.gravity.length > 0.5 * Self.gravity else { return nil }
    let misfit = misfit(guess)
    return Solution(
      metresPerUnit: 1 / guess.unitsPerMetre,
      sigma: (max(0, variance) * max(1, misfit)).squareRoot() / guess.unitsPerMetre,
      up: -guess.gravity.normalized, misfit: misfit)
  }

  /// The unknowns that are not a place's: the size, gravity, bias.
  private static let gravityStart = 1, biases = [4, 5, 6], placeStart = 7

  /// As if the places were known exactly: linear, with the metres in a unit as the first unknown.
  private func roughGuess() -> Guess? {
    var system = DenseSystem(size: Self.placeStart + 3 * places.count)
    for k in 1..<places.count {
      let step = places[k].center - places[k - 1].center
      for axis in 0..<3 {
        let velocity = Self.placeStart + 3 * (k - 1) + axis
        addPosition(k, axis, [step[axis]], at: [0], velocity: velocity, to: &system)
        addVelocity(k, axis, velocity: velocity, next: velocity + 3, to: &system)
      }
    }
    addPriors(gravity: nil, to: &system)
    guard let x = system.solved(), x[0] > 0 else { return nil }
    return Guess(
      unitsPerMetre: 1 / x[0], gravity: Vector3(x[1], x[2], x[3]),
      centers: places.map { $0.center * x[0] })
  }

  /// The next guess, and the variance of its size.
  private func refined(_ guess: Guess) -> (Guess, variance: Double)? {
    var system = DenseSystem(size: Self.placeStart + 6 * places.count)
    let w = 1 / (Self.placeShare * depth)
    for k in places.indices {
      for axis in 0..<3 {
        // seen = size · place, linear about the guess.
        let place = Self.placeStart + 6 * k + axis
        let (size, old) = (guess.unitsPerMetre, guess.centers[k][axis])
        system.add([old * w, size * w], at: [0, place], (places[k].center[axis] + size * old) * w)
        guard k > 0 else { continue }
        let velocity = place - 3
        addPosition(k, axis, [1, -1], at: [place, place - 6], velocity: velocity, to: &system)
        addVelocity(k, axis, velocity: velocity, next: place + 3, to: &system)
      }
    }
    addPriors(gravity: guess.gravity, to: &system)
    guard let x = system.solved(), let column = system.inverseColumn(0) else { return nil }
    let next = Guess(
      unitsPerMetre: x[0], gravity: Vector3(x[1], x[2], x[3]), bias: Vector3(x[4], x[5], x[6]),
      centers: places.indices.map { k in
        let i = Self.placeStart + 6 * k
        return Vector3(x[i], x[i + 1], x[i + 2])
      })
    return (next, column[0])
  }

  /// Step = v · t + g · t²/2 + felt; the step's unknowns and their factors are given.
  private func addPosition(
    _ k: Int, _ axis: Int, _ step: [Double], at indices: [Int], velocity: Int,
    to system: inout DenseSystem
  ) {
    let since = places[k].since
    let t = since.duration
    // A random walk of the velocity, integrated.
    let w: Double = 3.0.squareRoot() / (Self.velocityNoise * t * t.squareRoot())
    let byBias = (0..<3).map { -since.positionByBias[axis, $0] * w }
    system.add(
      step.map { $0 * w } + [-0.5 * t * t * w] + byBias + [-t * w],
      at: indices + [Self.gravityStart + axis] + Self.biases + [velocity],
      since.position[axis] * w)
  }

  /// v' = v + g · t + felt.
  private func addVelocity(
    _ k: Int, _ axis: Int, velocity: Int, next: Int, to system: inout DenseSystem
  ) {
    let since = places[k].since
    let t = since.duration
    let w: Double = 1 / (Self.velocityNoise * t.squareRoot())
    let byBias = (0..<3).map { -since.velocityByBias[axis, $0] * w }
    system.add(
      [w, -w, -t * w] + byBias,
      at: [next, velocity, Self.gravityStart + axis] + Self.biases, since.velocity[axis] * w)
  }

  private func addPriors(gravity: Vector3?, to system: inout DenseSystem) {
    for index in Self.biases { system.add([1 / Self.biasSigma], at: [index], 0) }
    guard let down = gravity?.normalized else { return }
    let w = 1 / Self.gravitySigma
    system.add([down.x * w, down.y * w, down.z * w], at: [1, 2, 3], Self.gravity * w)
  }

  /// The mean squared residual of the places as seen.
  private func misfit(_ guess: Guess) -> Double {
    let sigma = Self.placeShare * depth
    let sum = zip(places, guess.centers).reduce(0.0) { sum, pair in
      let off: Vector3 = pair.0.center - pair.1 * guess.unitsPerMetre
      return sum + off.dot(off)
    }
    return sum / (3 * Double(places.count) * sigma * sigma)
  }
}
