import SessionCore

/// How far each coefficient can be believed, from what of the face is turned to the camera.
///
/// The table of what is in sight at which yaw is `FaceFeature`'s; sight does not end at once.
package enum CoefficientConfidence {
  private enum Limit {
    /// Half as far to each side of a border of the table as sight takes to end, degrees.
    static let softness = 6
    /// What a hidden part's coefficient is still worth: it is guessed from the other side.
    static let hidden = 0.2
    /// A coefficient that follows the truth this well, over people, poses and lights, counts whole.
    static let followed = 0.7
    /// What one that hardly follows it is worth.
    static let leastReliability = 0.1
    /// Beyond this yaw nothing changes, degrees.
    static let farthest = 90
  }

  /// The confidence of all coefficients.
  ///
  /// `yaw` is in radians towards the face's own left; `presence` is the landmark network's. What is covered counts as much as what is turned away.
  package static func values(
    yaw: Double, presence: Double, covered: CoveredParts = CoveredParts()
  ) -> BlendShapes {
    let degrees = max(-Double(Limit.farthest), min(Double(Limit.farthest), yaw * 180 / .pi))
    let below = min(Int(degrees.rounded(.down)), Limit.farthest - 1)
    let share = degrees - Double(below)
    let (low, high) = (sight[below + Limit.farthest], sight[below + 1 + Limit.farthest])
    var result = BlendShapes()
    for index in reliability.indices {
      let seen = low[index] + (high[index] - low[index]) * share
      let open = 1 - covered[parts[index]]
      result[index] = Float(presence * max(Limit.hidden, seen * open) * reliability[index])
    }
    return result
  }

  /// The parts of a face that a coefficient is read from; the best seen one counts.
  package static func features(of location: BlendShapeLocation) -> [FaceFeature] {
    let name = location.rawValue
    let isMiddle =
      !(name.hasSuffix("Left") || name.hasSuffix("Right"))
      || [.jawLeft, .jawRight, .mouthLeft, .mouthRight].contains(location)
    let left: FaceFeature
    switch name.first {
    case "e", "b": left = .leftEye
    case "c", "n": left = .leftCheek
    default: left = isMiddle ? .bottomLip : .leftMouthCorner
    }
    if isMiddle { return left == .bottomLip ? [left] : [left, left.mirrored] }
    return [name.hasSuffix("Left") ? left : left.mirrored]
  }

  /// How far each coefficient's part is in sight, by whole degrees of yaw from −90 to 90.
  private static let sight: [[Double]] = {
    let reach = Limit.farthest + Limit.softness
    let visible = (-reach...reach).map { FaceFeature.visible(atYaw: Double($0)) }
    return (-Limit.farthest...Limit.farthest).map { yaw in
      let near = visible[yaw + reach - Limit.softness...yaw + reach + Limit.softness]
      return BlendShapeLocation.allCases.map { location in
        features(of: location).map { feature in
          Double(near.count { $0.contains(feature) }) / Double(near.count)
        }.max() ?? 1
      }
    }
  }()

  /// The part that each coefficient is read from.
  private static let parts = BlendShapeLocation.allCases.map(FacePart.part(of:))

  /// How much each coefficient is worth in full sight, by how far it follows the truth on heads that
  /// were never trained on: Pearson's r, as measured when the networks were trained.
  private static let reliability = PackedJointNetwork.reliability().map {
    min(1, max(Limit.leastReliability, Double($0) / Limit.followed))
  }
}
