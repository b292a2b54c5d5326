import SessionCore
import SpatialMath

/// A place on a face: the mean of some vertices of its mesh.
///
/// Hang it below `AnchorEntity(.face(index:))` with the same index.
public final class FaceLandmarkEntity: Entity {
  /// The vertices whose mean it is; those that no face has are left out.
  public let vertices: [Int]
  /// Which of the frame's faces, from 0.
  public let faceIndex: Int

  /// Creates a place.
  public init(vertices: [Int], faceIndex: Int = 0) {
    self.vertices = vertices
    self.faceIndex = faceIndex
    super.init(name: "face-landmark")
  }

  /// An entity at the same vertices.
  public override func makeCopy() -> Entity {
    let copy = FaceLandmarkEntity(vertices: vertices, faceIndex: faceIndex)
    copy.name = name
    return copy
  }

  /// Follows the frame's face; while it is lost, stays.
  public override func update(with frame: SessionFrame) {
    let faces = frame.faces
    guard faces.indices.contains(faceIndex), faces[faceIndex].isTracked else { return }
    let all = faces[faceIndex].geometry.vertices
    let mine = vertices.filter(all.indices.contains)
    guard !mine.isEmpty else { return }
    position = Vector3(mine.reduce(SIMD3<Float>.zero) { $0 + all[$1] } / Float(mine.count))
  }
}

/// An entity that the face's coefficients move, stretch or switch.
public final class FaceDrivenEntity: Entity {
  /// One rule: value = base + factor · mean of the coefficients.
  public struct Rule: Sendable, Equatable {
    /// What the value does.
    public enum Property: String, Sendable, CaseIterable {
      /// Times the entity's own scale along an axis.
      case scaleX = "scale.x"
      case scaleY = "scale.y"
      case scaleZ = "scale.z"
      /// Added to the entity's own place.
      case positionX = "position.x"
      case positionY = "position.y"
      case positionZ = "position.z"
      /// The part of the options below it: below 0 the first, from 1 the last.
      case option
    }
    /// Whose mean counts.
    public var coefficients: [BlendShapeLocation]
    /// What the value does.
    public var property: Property
    /// The value at 0.
    public var base: Double
    /// How much a mean of 1 adds.
    public var factor: Double

    /// Creates a rule.
    public init(
      _ coefficients: [BlendShapeLocation], _ property: Property, base: Double, factor: Double
    ) {
      self.coefficients = coefficients
      self.property = property
      self.base = base
      self.factor = factor
    }

    /// The value for a face.
    public func value(_ shapes: BlendShapes) -> Double {
      let sum = coefficients.reduce(0) { $0 + Double(shapes[$1]) }
      return base + factor * sum / Double(max(1, coefficients.count))
    }

    /// The option of a value among so many.
    public static func option(_ value: Double, of count: Int) -> Int {
      min(count - 1, max(0, Int(saturating: (value * Double(count)).rounded(.down))))
    }
  }

  /// The rules, applied in order.
  public let rules: [Rule]
  /// Which of the frame's faces, from 0.
  public let faceIndex: Int
  /// Where it is without a rule.
  private let rest: Transform

  /// Creates an entity whose place at rest is `transform`.
  public init(name: String = "", transform: Transform, rules: [Rule], faceIndex: Int = 0) {
    self.rules = rules
    self.faceIndex = faceIndex
    rest = transform
    super.init(name: name, transform: transform)
  }

  /// An entity with the same rules and place at rest.
  public override func makeCopy() -> Entity {
    FaceDrivenEntity(name: name, transform: rest, rules: rules, faceIndex: faceIndex)
  }

  /// Applies the rules to the frame's face; while it is lost, all stays.
  public override func update(with frame: SessionFrame) {
    let faces = frame.faces
    guard !rules.isEmpty, faces.indices.contains(faceIndex), faces[faceIndex].isTracked else {
      return
    }
    var changed = rest
    for rule in rules {
      let value = rule.value(faces[faceIndex].blendShapes)
      switch rule.property {
      case .scaleX: changed.scale.x *= value
      case .scaleY: changed.scale.y *= value
      case .scaleZ: changed.scale.z *= value
      case .positionX: changed.translation.x += value
      case .positionY: changed.translation.y += value
      case .positionZ: changed.translation.z += value
      case .option:
        guard let options else { continue }
        options.optionIndex = Rule.option(value, of: options.optionCount)
      }
    }
    transform = changed
  }
}
