/// A part of a face that can be in sight or not.
///
/// Sides are the face's own.
public enum FaceFeature: String, Sendable, CaseIterable, Hashable {
  case leftEye, rightEye
  case leftMouthCorner, rightMouthCorner
  case leftCheek, rightCheek
  case leftEar, rightEar
  case leftEarTip, rightEarTip
  case noseBase, upperLip, bottomLip

  /// The yaw from which one side goes out of sight, and that from which only the other is left,
  /// degrees.
  private static let bands = (12.0, 36.0)

  /// What of a face is in sight at a yaw in degrees, in front-camera space, positive towards the
  /// face's own left.
  ///
  /// From the table of face detectors by angle (Table 5-3): at each border the wider list holds.
  public static func visible(atYaw degrees: Double) -> Set<FaceFeature> {
    if degrees > 0 { return Set(visible(atYaw: -degrees).map(\.mirrored)) }
    let (all, side) = bands
    if degrees < -side {
      return [.leftEye, .leftMouthCorner, .leftEar, .leftCheek, .noseBase]
    }
    if degrees < -all {
      return [
        .leftEye, .rightEye, .leftMouthCorner, .leftCheek, .leftEarTip, .noseBase, .bottomLip,
      ]
    }
    return [
      .leftEye, .rightEye, .leftCheek, .rightCheek, .leftMouthCorner, .rightMouthCorner, .noseBase,
      .bottomLip, .upperLip,
    ]
  }

  /// The same part of the other side.
  public var mirrored: FaceFeature {
    switch self {
    case .leftEye: .rightEye
    case .rightEye: .leftEye
    case .leftMouthCorner: .rightMouthCorner
    case .rightMouthCorner: .leftMouthCorner
    case .leftCheek: .rightCheek
    case .rightCheek: .leftCheek
    case .leftEar: .rightEar
    case .rightEar: .leftEar
    case .leftEarTip: .rightEarTip
    case .rightEarTip: .leftEarTip
    case .noseBase, .upperLip, .bottomLip: self
    }
  }
}
