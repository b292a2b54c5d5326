import Foundation
import SessionCore
import SpatialMath

/// The parts of a robot head that a face moves.
///
/// Left is what the user's left side drives: the viewer's left, −X.
public struct RobotHeadParts {
  /// The brows; y rises.
  public let leftBrow: Entity, rightBrow: Entity
  /// The eyes, turned so that their own z is up: the axis along which a lid closes.
  public let leftEye: Entity, rightEye: Entity
  /// What turns inside the eyes with the gaze.
  public let leftGaze: Entity, rightGaze: Entity
  /// The lids of the eyes, turning about x.
  public let leftLids: Lids, rightLids: Lids
  /// Rises.
  public let upperLip: Entity
  /// Sinks by its own height.
  public let jaw: Entity
  /// Comes out along z; 0 is in.
  public let tongue: Entity
  /// Lamps in the cheeks that a smile lights.
  public let leftCheek: ModelEntity, rightCheek: ModelEntity

  /// The two lids of one eye.
  public struct Lids {
    /// Above and below.
    public let upper: Entity, lower: Entity
  }
}

/// Where parts are at rest, in the head's own units.
struct RobotHeadRest {
  var browY: Double
  var upperLipY: Double
  var jawY: Double
  var jawHeight: Double

  init(_ parts: RobotHeadParts) {
    browY = parts.leftBrow.position.y
    upperLipY = parts.upperLip.position.y
    jawY = parts.jaw.position.y
    jawHeight = parts.jaw.visualBounds(relativeTo: parts.jaw).extents.y
  }
}

extension RobotHead {
  /// The height of the jaw's bounds: how far it sinks at `jawOpen` 1, in own units.
  public var jawHeight: Double { rest.jawHeight }

  /// Moves the parts by a face's coefficients.
  public func apply(_ shapes: BlendShapes) {
    func value(_ location: BlendShapeLocation) -> Double {
      Double(max(0, min(1, shapes[location])))
    }
    parts.leftBrow.position.y = rest.browY + Travel.brow * value(.browOuterUpLeft)
    parts.rightBrow.position.y = rest.browY + Travel.brow * value(.browOuterUpRight)
    parts.tongue.position.z = Travel.tongue * value(.tongueOut)
    parts.jaw.position.y = rest.jawY - rest.jawHeight * value(.jawOpen)
    parts.upperLip.position.y = rest.upperLipY + Travel.upperLip * value(.mouthUpperUpLeft)
    parts.leftEye.scale.z = 1 - value(.eyeBlinkLeft)
    parts.rightEye.scale.z = 1 - value(.eyeBlinkRight)
    parts.leftLids.apply(
      blink: value(.eyeBlinkLeft), wide: value(.eyeWideLeft), squint: value(.eyeSquintLeft))
    parts.rightLids.apply(
      blink: value(.eyeBlinkRight), wide: value(.eyeWideRight), squint: value(.eyeSquintRight))
    applyGaze(value)
    applyMood(value)
  }

  /// Pupils follow the user's, mirrored.
  private func applyGaze(_ value: (BlendShapeLocation) -> Double) {
    // A human eye's range: about 40° to the side, 25° up and down.
    let (side, vertical) = (0.6, 0.4)
    parts.leftGaze.orientation =
      EulerAngles(
        pitch: vertical * (value(.eyeLookDownLeft) - value(.eyeLookUpLeft)),
        yaw: side * (value(.eyeLookInLeft) - value(.eyeLookOutLeft))
      ).rotation
    parts.rightGaze.orientation =
      EulerAngles(
        pitch: vertical * (value(.eyeLookDownRight) - value(.eyeLookUpRight)),
        yaw: side * (value(.eyeLookOutRight) - value(.eyeLookInRight))
      ).rotation
  }

  /// Brows lean with worry and anger; cheeks glow with a smile.
  private func applyMood(_ value: (BlendShapeLocation) -> Double) {
    let lean = 0.45  // 26°
    let z = Vector3(0, 0, 1)
    parts.leftBrow.orientation = Quaternion(
      angle: lean * (value(.browInnerUp) - value(.browDownLeft)), axis: z)
    parts.rightBrow.orientation = Quaternion(
      angle: -lean * (value(.browInnerUp) - value(.browDownRight)), axis: z)
    parts.leftCheek.material = RobotHeadMaterials.cheek(glow: Float(value(.mouthSmileLeft)))
    parts.rightCheek.material = RobotHeadMaterials.cheek(glow: Float(value(.mouthSmileRight)))
  }
}

extension RobotHeadParts.Lids {
  /// Where the lids' edges are, as angles over the eye's middle in radians.
  private enum Edge {
    static let open = 0.80, closed = -0.12, wide = 0.25, squint = 0.35
  }

  /// Turns the lids: 0 is open, blink 1 is shut.
  func apply(blink: Double, wide: Double, squint: Double) {
    let upperEdge = (Edge.open + Edge.wide * wide) * (1 - blink) + Edge.closed * blink
    let lowerOpen = -Edge.open + Edge.squint * squint
    let lowerEdge = lowerOpen * (1 - blink) + Edge.closed * blink
    upper.orientation = Quaternion(angle: -upperEdge, axis: Vector3(1, 0, 0))
    lower.orientation = Quaternion(angle: -lowerEdge, axis: Vector3(1, 0, 0))
  }
}
