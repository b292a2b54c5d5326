import Foundation
import SessionCore
import SpatialMath

/// A loaded model that mimes a face: its targets bear the names of the 52 blend shapes, or it has
/// expressions made of targets.
///
/// A model without either just stands there.
public final class ExpressiveModel: Entity {
  /// A named mixture of targets, as VRM has it.
  public struct Expression {
    /// Its name: a preset such as `blinkLeft`, `aa`, `happy`, or a blend shape's.
    public var name: String
    /// Which target of which model, and how far at 1.
    public var binds: [(entity: MorphedEntity, target: Int, weight: Float)]

    /// Creates an expression.
    public init(name: String, binds: [(entity: MorphedEntity, target: Int, weight: Float)]) {
      self.name = name
      self.binds = binds
    }
  }

  /// Which of the frame's faces is mimed, from 0; nil for none.
  public var faceIndex: Int?
  /// Turns the model as a mirror would; nil leaves it as it stands.
  public var reference: RobotHead.Reference?
  /// Lets the user's left side drive the model's right one: what a mirror shows.
  public var swapsSides = false
  /// The names of the 52 that do something.
  public let boundLocations: Set<BlendShapeLocation>
  /// The movements that came with the model.
  public var animations: [AnimationClip] = []
  private var playing: (clip: AnimationClip, since: Timestamp?)?
  private let content: Entity
  private let morphed: [MorphedEntity]
  private let expressions: [(weigh: (BlendShapes) -> Float, expression: Expression)]
  private var shown: (angles: Quaternion, blendShapes: BlendShapes, presence: Double)?
  private var lastTime: Timestamp?

  /// Seconds in which a model without a face goes two thirds of the way back to rest.
  private static let easing = 0.4

  /// Wraps a tree of entities.
  ///
  /// - Parameters:
  ///   - name: the entity's name.
  ///   - content: what was loaded; it turns about its origin.
  ///   - expressions: mixtures; those that bear the name of a blend shape take its place.
  public init(name: String = "", content: Entity, expressions: [Expression] = []) {
    self.content = content
    var found: [MorphedEntity] = []
    content.forEachInSubtree { if let morph = $0 as? MorphedEntity { found.append(morph) } }
    morphed = found
    var bound = found.reduce(into: Set<BlendShapeLocation>()) { $0.formUnion($1.boundLocations) }
    let named = Set(expressions.compactMap { BlendShapeLocation(anySpelling: $0.name) })
    bound.formUnion(named)
    boundLocations = bound
    // Presets are a way for models that do not know the 52.
    let isPerfect = bound.count >= 26
    self.expressions = expressions.compactMap { expression in
      if let location = BlendShapeLocation(anySpelling: expression.name) {
        return ({ $0[location] }, expression)
      }
      guard !isPerfect, let weigh = ExpressionPresets.weigh(expression.name) else { return nil }
      return (weigh, expression)
    }
    super.init(name: name)
    addChild(content)
  }

  /// A model of its own that mimes the same face and plays its own movements.
  public override func makeCopy() -> Entity {
    var copies: [ObjectIdentifier: Entity] = [:]
    let twin = content.clone(recursive: true, noting: &copies)
    func copied<Kind: Entity>(_ entity: Kind) -> Kind {
      copies[ObjectIdentifier(entity)] as? Kind ?? entity
    }
    for model in morphed {
      guard let skin = model.skin else { continue }
      copied(model).skin?.joints = skin.joints.map { copied($0) }
    }
    let copy = ExpressiveModel(
      name: name, content: twin,
      expressions: expressions.map { known in
        var expression = known.expression
        expression.binds = expression.binds.map { (copied($0.entity), $0.target, $0.weight) }
        return expression
      })
    copy.animations = animations.map { clip in
      AnimationClip(
        name: clip.name,
        tracks: clip.tracks.map { track in
          var track = track
          track.entity = copied(track.entity)
          track.morphed = track.morphed.map { copied($0) }
          return track
        })
    }
    (copy.faceIndex, copy.reference, copy.swapsSides) = (faceIndex, reference, swapsSides)
    if let playing { copy.play(playing.clip.name) }
    return copy
  }

  override var copiesChildren: Bool { true }

  /// Mimes the frame's face; without one, eases back to rest.
  public override func update(with frame: SessionFrame) {
    advance(to: frame.timestamp)
    guard let faceIndex else { return }
    let elapsed = max(0, lastTime.map { frame.timestamp.seconds(since: $0) } ?? 0)
    lastTime = frame.timestamp
    let faces = frame.faces
    let face = faces.indices.contains(faceIndex) ? faces[faceIndex] : nil
    if let face, face.isTracked {
      apply(face.blendShapes)
      let turn = turn(face, frame)
      shown = (turn, face.blendShapes, 1)
      if reference != nil { content.orientation = turn }
    } else if let last = shown {
      let presence = last.presence * exp(-elapsed / Self.easing)
      shown?.presence = presence
      apply(last.blendShapes.scaled(by: Float(presence)))
      if reference != nil {
        content.orientation = Quaternion.identity.interpolated(to: last.angles, fraction: presence)
      }
    }
  }

  /// Plays a movement over and over, from its beginning; nil plays the first one.
  ///
  /// - Returns: false when there is none of that name.
  @discardableResult
  public func play(_ name: String? = nil) -> Bool {
    guard let clip = name.map({ name in animations.first { $0.name == name } }) ?? animations.first
    else { return false }
    playing = (clip, nil)
    return true
  }

  private func advance(to time: Timestamp) {
    guard let (clip, since) = playing else { return }
    let start = since ?? time
    playing = (clip, start)
    let elapsed = max(0, time.seconds(since: start))
    clip.apply(at: clip.duration > 0 ? elapsed.truncatingRemainder(dividingBy: clip.duration) : 0)
  }

  /// Sets all bound targets from coefficients.
  public func apply(_ blendShapes: BlendShapes) {
    let shapes = swapsSides ? blendShapes.mirrored : blendShapes
    for entity in morphed { entity.setWeights(shapes) }
    guard !expressions.isEmpty else { return }
    var sums: [ObjectIdentifier: [Float]] = [:]
    for (weigh, expression) in expressions {
      let weight = weigh(shapes)
      for bind in expression.binds {
        sums[ObjectIdentifier(bind.entity), default: bind.entity.weights.map { _ in 0 }][
          bind.target] +=
          bind.weight * weight
      }
    }
    for entity in morphed {
      guard let sum = sums[ObjectIdentifier(entity)] else { continue }
      var weights = entity.weights
      for bind in expressions.flatMap(\.expression.binds) where bind.entity === entity {
        weights[bind.target] = min(1, sum[bind.target])
      }
      entity.weights = weights
    }
  }

  /// The rotation of the content for a face.
  private func turn(_ face: FaceAnchor, _ frame: SessionFrame) -> Quaternion {
    let worldFromSelf = Transform(matrix: transformMatrix(relativeTo: nil)).rotation
    switch reference {
    case nil: return .identity
    case .parent:
      return RobotHead.parentAngles(
        parentFromFace: worldFromSelf.inverse * face.transform.rotation
      ).rotation
    case .viewer:
      let viewer = (frame.rear ?? frame.front)?.worldFromCamera
      let base = RobotHead.viewerFrame(
        place: position(relativeTo: nil), viewer: viewer ?? Pose(translation: Vector3(0, 0, 1e3)))
      let angles = RobotHead.mirroredAngles(
        viewerFrameFromFace: base.inverse * face.transform.rotation,
        viewerFacesUser: frame.rear == nil)
      return worldFromSelf.inverse * base * angles.rotation
    }
  }
}

/// How VRM's presets follow from the 52 coefficients.
enum ExpressionPresets {
  /// The weight of a preset of VRM 0 or 1; nil for those that no coefficient tells.
  static func weigh(_ name: String) -> ((BlendShapes) -> Float)? {
    func mean(_ b: BlendShapes, _ l: BlendShapeLocation, _ r: BlendShapeLocation) -> Float {
      (b[l] + b[r]) / 2
    }
    func unit(_ x: Float) -> Float { min(1, max(0, x)) }
    switch name.lowercased() {
    case "blinkleft", "blink_l": return { $0[.eyeBlinkLeft] }
    case "blinkright", "blink_r": return { $0[.eyeBlinkRight] }
    // Open lips are told apart by how round and how wide they are.
    case "aa", "a":
      return { unit($0[.jawOpen] * 1.4 * (1 - $0[.mouthFunnel]) * (1 - $0[.mouthPucker])) }
    case "oh", "o": return { unit($0[.mouthFunnel] * 1.2) }
    case "ou", "u": return { unit($0[.mouthPucker] * (1 - $0[.mouthFunnel])) }
    case "ih", "i":
      return {
        unit(mean($0, .mouthStretchLeft, .mouthStretchRight) * (1 - $0[.jawOpen]))
      }
    case "ee", "e":
      return { unit(mean($0, .mouthLowerDownLeft, .mouthLowerDownRight) * (1 - $0[.jawOpen])) }
    case "happy", "joy", "fun", "relaxed":
      let share: Float = ["fun", "relaxed"].contains(name.lowercased()) ? 0 : 1
      return { unit(mean($0, .mouthSmileLeft, .mouthSmileRight) * share) }
    case "angry": return { unit(mean($0, .browDownLeft, .browDownRight)) }
    case "sad", "sorrow": return { unit(mean($0, .mouthFrownLeft, .mouthFrownRight)) }
    case "surprised":
      return { unit($0[.browInnerUp] * mean($0, .eyeWideLeft, .eyeWideRight) * 2) }
    default: return nil
    }
  }
}

extension BlendShapes {
  /// The coefficients of the mirror image: left and right change places.
  public var mirrored: BlendShapes {
    var result = self
    for location in BlendShapeLocation.allCases { result[location.mirrored] = self[location] }
    return result
  }
}

extension BlendShapeLocation {
  /// The same on the other side; those of the middle are their own.
  public var mirrored: BlendShapeLocation {
    let other =
      if rawValue.hasSuffix("Left") {
        rawValue.dropLast(4) + "Right"
      } else if rawValue.hasSuffix("Right") {
        rawValue.dropLast(5) + "Left"
      } else {
        rawValue[...]
      }
    return BlendShapeLocation(rawValue: String(other)) ?? self
  }
}
