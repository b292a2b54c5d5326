import SessionCore
import SpatialMath

/// How much of a coefficient is left to the blend-shape network's own score.
///
/// That network was learnt from real people, ours from drawn ones. What it reads well on a face that
/// is turned to the camera, relative to the same face at rest, steadies our answer on real people;
/// from the side, and where it is dead or wrong, ours stands alone.
enum ScoreShare {
  private enum Limit {
    /// Up to the first turn to a side it counts whole, beyond the second not at all; radians.
    static let yaw = (15 * Double.pi / 180)...(30 * Double.pi / 180)
    /// The same up and down.
    static let pitch = (13 * Double.pi / 180)...(25 * Double.pi / 180)
    /// The least range of a score: one that is high at rest must not be blown up.
    static let leastRange: Float = 0.3
    /// Eyes that differ by all of this are a wink, which the scores spread over both eyes.
    static let leastLids: Float = 0.1
  }

  /// The share at most, by the coefficient's place.
  private static let most: [Float] = BlendShapeLocation.allCases.map { location in
    switch location {
    case .jawOpen, .mouthSmileLeft, .mouthSmileRight: 0.4
    case .eyeBlinkLeft, .eyeBlinkRight: 0.6
    case .mouthLeft, .mouthRight: 0.3
    default: 0
    }
  }
  private static let shared = most.indices.filter { most[$0] > 0 }

  /// Joins the scores with our networks' answer.
  static func join(
    _ scores: BlendShapeScores, relativeTo rest: RestFace, into coefficients: inout BlendShapes,
    angles: EulerAngles
  ) {
    let front =
      fade(abs(angles.yaw), from: Limit.yaw) * fade(abs(angles.pitch), from: Limit.pitch)
    guard front > 0 else { return }
    let relative = relativeScores(scores, rest).coefficients
    let evenness = evenness(coefficients)
    for index in shared {
      var share = most[index] * front
      if index == BlendShapeLocation.eyeBlinkLeft.index
        || index == BlendShapeLocation.eyeBlinkRight.index
      {
        share *= evenness
      }
      coefficients[index] += share * (relative[index] - coefficients[index])
    }
  }

  /// The scores with the face at rest at 0; the strongest expression stays 1.
  private static func relativeScores(
    _ scores: BlendShapeScores, _ rest: RestFace
  ) -> BlendShapeScores {
    BlendShapeScores(
      values: InlineArray { index in
        let low = rest.appearance.scores[index]
        return min(max((scores.values[index] - low) / max(1 - low, Limit.leastRange), 0), 1)
      })
  }

  /// 1 when both lids are as low, 0 when one eye only is shut.
  private static func evenness(_ coefficients: BlendShapes) -> Float {
    let (left, right) = (coefficients[.eyeBlinkLeft], coefficients[.eyeBlinkRight])
    return max(0, 1 - abs(left - right) / max(left, right, Limit.leastLids))
  }

  private static func fade(_ value: Double, from range: ClosedRange<Double>) -> Float {
    Float(
      min(max((range.upperBound - value) / (range.upperBound - range.lowerBound), 0), 1))
  }
}
