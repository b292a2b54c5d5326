import SessionCore

/// How far each coefficient can be believed, from what of the face is turned to the camera.
///
/// Up to 12° of yaw all of the face is seen; beyond, the far mouth corner and cheek are hidden; beyond
/// 36° the far eye as well.
package enum CoefficientConfidence {
  /// The part of the face that a coefficient is read from.
  private enum Part {
    case eye, corner, middle
  }

  private enum Limit {
    /// The yaw at which the far mouth corner and cheek go out of sight, radians.
    static let corner = 12 * Double.pi / 180
    /// The yaw at which the far eye goes out of sight, radians.
    static let eye = 36 * Double.pi / 180
    /// Sight does not end at once: half as far to each side, radians.
    static let softness = 6 * Double.pi / 180
    /// What a hidden part's coefficient is still worth: it is guessed from the other side.
    static let hidden = 0.2
    /// A coefficient that follows the truth this well, over people, poses and lights, counts whole.
    static let followed = 0.7
    /// What one that hardly follows it is worth.
    static let leastReliability = 0.1
  }

  /// The confidence of all coefficients.
  ///
  /// `yaw` is in radians towards the face's own left; `presence` is the landmark network's.
  package static func values(yaw: Double, presence: Double) -> BlendShapes {
    var result = BlendShapes()
    for (index, traits) in table.enumerated() {
      result[index] = Float(presence * visibility(traits, yaw: yaw) * traits.reliability)
    }
    return result
  }

  private static func visibility(_ traits: Traits, yaw: Double) -> Double {
    // Turning to its own left (positive) hides the face's left side.
    let turn = traits.side == 0 ? abs(yaw) : yaw * traits.side
    let limit: Double
    switch traits.part {
    case .eye, .middle: limit = Limit.eye
    case .corner: limit = Limit.corner
    }
    let seen = (limit + Limit.softness - turn) / (2 * Limit.softness)
    return max(Limit.hidden, min(1, seen))
  }

  private struct Traits {
    var part: Part
    /// 1 for the face's left, −1 for its right, 0 for the middle.
    var side: Double
    var reliability: Double
  }

  private static let table: [Traits] = BlendShapeLocation.allCases.map { location in
    let name = location.rawValue
    let isSided =
      location != .jawLeft && location != .jawRight && location != .mouthLeft
      && location != .mouthRight
    let side = !isSided ? 0.0 : name.hasSuffix("Left") ? 1 : name.hasSuffix("Right") ? -1 : 0
    let part: Part =
      name.hasPrefix("eye") || name.hasPrefix("brow") ? .eye : side != 0 ? .corner : .middle
    return Traits(
      part: part, side: side,
      reliability: min(1, max(Limit.leastReliability, followed[location.index] / Limit.followed)))
  }

  /// How far each coefficient follows the truth on heads that were never trained on: Pearson's r, as
  /// measured when the networks were trained.
  private static let followed = PackedJointNetwork.reliability().map(Double.init)
}
