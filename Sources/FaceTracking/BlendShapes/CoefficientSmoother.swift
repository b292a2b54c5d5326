import SessionCore
import SpatialMath

/// One-euro filters over the coefficients of one face.
///
/// What the landmark network sees trembles with the region that it is given, and is not smoothed as
/// landmarks are. While lids close, the gaze is held: half-closed eyes read as looking down.
package struct CoefficientSmoother: Sendable {
  private var values = BlendShapes()
  private var raw = BlendShapes()
  private var speeds = BlendShapes()
  private var time: Timestamp?

  /// The least cut-off, hertz: steadier at rest than the blend-shape network's answer.
  private static let minimumCutoff: Float = 1
  /// What a speed of a whole coefficient a second adds to the cut-off: a blink passes.
  private static let beta: Float = 6
  /// Lids lower than the first begin to hold the gaze, from the second on it hardly moves.
  private static let holdingLids: ClosedRange<Float> = 0.08...0.4
  /// What is left of the cut-off then: an eye that stays shut lets go within seconds.
  private static let heldShare: Float = 0.03
  /// The lid's coefficient of each gaze coefficient, by place.
  private static let lids: [Int?] = BlendShapeLocation.allCases.map { location in
    guard location.rawValue.hasPrefix("eyeLook") else { return nil }
    let isLeft = location.rawValue.hasSuffix("Left")
    return (isLeft ? BlendShapeLocation.eyeBlinkLeft : .eyeBlinkRight).index
  }

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
      var cutoff = Self.minimumCutoff + Self.beta * abs(speeds[index])
      if let lid = Self.lids[index] { cutoff *= Self.freedom(lids: sample[lid]) }
      values[index] += (sample[index] - values[index]) / (1 + tau / cutoff)
    }
    return values
  }

  /// How freely the gaze moves under lids as low as this.
  private static func freedom(lids: Float) -> Float {
    let range = holdingLids
    let low = (lids - range.lowerBound) / (range.upperBound - range.lowerBound)
    return max(heldShare, 1 - max(0, low))
  }
}
