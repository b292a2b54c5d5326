import SessionCore

extension ARFaceAnchor {
  /// The name of a coefficient; left and right are the face's own.
  public struct BlendShapeLocation: RawRepresentable, Hashable, Sendable {
    /// The name as models spell it: `eyeBlink_L`, `jawOpen`.
    public let rawValue: String

    /// Creates a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    init(_ location: SessionCore.BlendShapeLocation) { rawValue = location.rawStringName }
  }
}

extension ARFaceAnchor.BlendShapeLocation {
  /// Eye blink left.
  public static let eyeBlinkLeft = Self(.eyeBlinkLeft)
  /// Eye look down left.
  public static let eyeLookDownLeft = Self(.eyeLookDownLeft)
  /// Eye look in left.
  public static let eyeLookInLeft = Self(.eyeLookInLeft)
  /// Eye look out left.
  public static let eyeLookOutLeft = Self(.eyeLookOutLeft)
  /// Eye look up left.
  public static let eyeLookUpLeft = Self(.eyeLookUpLeft)
  /// Eye squint left.
  public static let eyeSquintLeft = Self(.eyeSquintLeft)
  /// Eye wide left.
  public static let eyeWideLeft = Self(.eyeWideLeft)
  /// Eye blink right.
  public static let eyeBlinkRight = Self(.eyeBlinkRight)
  /// Eye look down right.
  public static let eyeLookDownRight = Self(.eyeLookDownRight)
  /// Eye look in right.
  public static let eyeLookInRight = Self(.eyeLookInRight)
  /// Eye look out right.
  public static let eyeLookOutRight = Self(.eyeLookOutRight)
  /// Eye look up right.
  public static let eyeLookUpRight = Self(.eyeLookUpRight)
  /// Eye squint right.
  public static let eyeSquintRight = Self(.eyeSquintRight)
  /// Eye wide right.
  public static let eyeWideRight = Self(.eyeWideRight)
  /// Jaw forward.
  public static let jawForward = Self(.jawForward)
  /// Jaw left.
  public static let jawLeft = Self(.jawLeft)
  /// Jaw right.
  public static let jawRight = Self(.jawRight)
  /// Jaw open.
  public static let jawOpen = Self(.jawOpen)
  /// Mouth close.
  public static let mouthClose = Self(.mouthClose)
  /// Mouth funnel.
  public static let mouthFunnel = Self(.mouthFunnel)
  /// Mouth pucker.
  public static let mouthPucker = Self(.mouthPucker)
  /// Mouth left.
  public static let mouthLeft = Self(.mouthLeft)
  /// Mouth right.
  public static let mouthRight = Self(.mouthRight)
  /// Mouth smile left.
  public static let mouthSmileLeft = Self(.mouthSmileLeft)
  /// Mouth smile right.
  public static let mouthSmileRight = Self(.mouthSmileRight)
  /// Mouth frown left.
  public static let mouthFrownLeft = Self(.mouthFrownLeft)
  /// Mouth frown right.
  public static let mouthFrownRight = Self(.mouthFrownRight)
  /// Mouth dimple left.
  public static let mouthDimpleLeft = Self(.mouthDimpleLeft)
  /// Mouth dimple right.
  public static let mouthDimpleRight = Self(.mouthDimpleRight)
  /// Mouth stretch left.
  public static let mouthStretchLeft = Self(.mouthStretchLeft)
  /// Mouth stretch right.
  public static let mouthStretchRight = Self(.mouthStretchRight)
  /// Mouth roll lower.
  public static let mouthRollLower = Self(.mouthRollLower)
  /// Mouth roll upper.
  public static let mouthRollUpper = Self(.mouthRollUpper)
  /// Mouth shrug lower.
  public static let mouthShrugLower = Self(.mouthShrugLower)
  /// Mouth shrug upper.
  public static let mouthShrugUpper = Self(.mouthShrugUpper)
  /// Mouth press left.
  public static let mouthPressLeft = Self(.mouthPressLeft)
  /// Mouth press right.
  public static let mouthPressRight = Self(.mouthPressRight)
  /// Mouth lower down left.
  public static let mouthLowerDownLeft = Self(.mouthLowerDownLeft)
  /// Mouth lower down right.
  public static let mouthLowerDownRight = Self(.mouthLowerDownRight)
  /// Mouth upper up left.
  public static let mouthUpperUpLeft = Self(.mouthUpperUpLeft)
  /// Mouth upper up right.
  public static let mouthUpperUpRight = Self(.mouthUpperUpRight)
  /// Brow down left.
  public static let browDownLeft = Self(.browDownLeft)
  /// Brow down right.
  public static let browDownRight = Self(.browDownRight)
  /// Brow inner up.
  public static let browInnerUp = Self(.browInnerUp)
  /// Brow outer up left.
  public static let browOuterUpLeft = Self(.browOuterUpLeft)
  /// Brow outer up right.
  public static let browOuterUpRight = Self(.browOuterUpRight)
  /// Cheek puff.
  public static let cheekPuff = Self(.cheekPuff)
  /// Cheek squint left.
  public static let cheekSquintLeft = Self(.cheekSquintLeft)
  /// Cheek squint right.
  public static let cheekSquintRight = Self(.cheekSquintRight)
  /// Nose sneer left.
  public static let noseSneerLeft = Self(.noseSneerLeft)
  /// Nose sneer right.
  public static let noseSneerRight = Self(.noseSneerRight)
  /// Tongue out.
  public static let tongueOut = Self(.tongueOut)
}
