import SessionCore
import SpatialMath

/// One-euro filters over the coefficients of one face.
///
/// What the landmark network sees trembles with the region that it is given, and is not smoothed as
/// landmarks are.
package struct CoefficientSmoother: Sendable {
  private var values = BlendShapes()
  private var raw = BlendShapes()
  private var speeds = BlendShapes()
  private var time: Timestamp?

  /// The least cut-off, hertz: steadier at rest than the blend-shape network's answer.
  private static let minimumCutoff: Float = 0.5
  /// What a speed of a whole coefficient a second adds to the cut-off: a blink passes.
  private static let beta: Float = 2

  /// Creates filters without history.
  package init() {}

  /// The smoothed coefficients; a time that is not later counts as 1 ms later.
  package mutating func smooth(_ sample: BlendShapes, at now: Timestamp) -> BlendShapes {
    defer {
      time = now
      raw = sample
    }
    guard let time else {
      values = sample
      return sample
    }
    let rate = 1 / max(0.001, now.seconds(since: time))
    let speedFactor = Float(OneEuroParameters.smoothingFactor(cutoff: 1, rate: rate))
    let tau = Float(rate / (2 * .pi))
    for index in BlendShapeLocation.allCases.indices {
      speeds[index] += speedFactor * ((sample[index] - raw[index]) * Float(rate) - speeds[index])
      let cutoff = Self.minimumCutoff + Self.beta * abs(speeds[index])
      values[index] += (sample[index] - values[index]) / (1 + tau / cutoff)
    }
    return values
  }
}
