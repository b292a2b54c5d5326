/// The 52 blend shapes of a face anchor.
///
/// Left and right are the **face's own**.
///
/// The raw value is the camelCase name of the event stream and of the ARKit property.
public enum BlendShapeLocation: String, Sendable, CaseIterable, Hashable {
  // Table order: left eye, right eye, mouth and jaw, brows, cheeks, nose, tongue.
  case eyeBlinkLeft, eyeLookDownLeft, eyeLookInLeft, eyeLookOutLeft, eyeLookUpLeft
  case eyeSquintLeft, eyeWideLeft
  case eyeBlinkRight, eyeLookDownRight, eyeLookInRight, eyeLookOutRight, eyeLookUpRight
  case eyeSquintRight, eyeWideRight
  case jawForward, jawLeft, jawRight, jawOpen
  case mouthClose, mouthFunnel, mouthPucker, mouthLeft, mouthRight
  case mouthSmileLeft, mouthSmileRight, mouthFrownLeft, mouthFrownRight
  case mouthDimpleLeft, mouthDimpleRight, mouthStretchLeft, mouthStretchRight
  case mouthRollLower, mouthRollUpper, mouthShrugLower, mouthShrugUpper
  case mouthPressLeft, mouthPressRight, mouthLowerDownLeft, mouthLowerDownRight
  case mouthUpperUpLeft, mouthUpperUpRight
  case browDownLeft, browDownRight, browInnerUp, browOuterUpLeft, browOuterUpRight
  case cheekPuff, cheekSquintLeft, cheekSquintRight
  case noseSneerLeft, noseSneerRight
  case tongueOut

  /// The place in `allCases`, 0…51.
  public var index: Int { Self.indices[self] ?? 0 }

  private static let indices = Dictionary(
    uniqueKeysWithValues: allCases.enumerated().map { ($1, $0) })

  private static let byAnySpelling: [String: BlendShapeLocation] = {
    var table: [String: BlendShapeLocation] = [:]
    for location in allCases {
      table[location.rawValue] = location
      table[location.rawStringName] = location
      table[location.rawValue.prefix(1).uppercased() + location.rawValue.dropFirst()] = location
    }
    return table
  }()

  /// The name with `_L` or `_R`, as the raw strings of ARKit and most head models have it.
  public var rawStringName: String {
    if rawValue.hasSuffix("Left"), self != .jawLeft, self != .mouthLeft {
      return rawValue.dropLast(4) + "_L"
    }
    if rawValue.hasSuffix("Right"), self != .jawRight, self != .mouthRight {
      return rawValue.dropLast(5) + "_R"
    }
    return rawValue
  }

  /// Finds a location by any of its three spellings: `eyeBlinkLeft`, `eyeBlink_L`, `EyeBlinkLeft`.
  public init?(anySpelling name: String) {
    guard let found = Self.byAnySpelling[name] else { return nil }
    self = found
  }
}
