import Foundation
import SessionCore
import SpatialMath

/// A robot's head on a stand, a mirror image of the user's face.
///
/// Own units are metres at scale 1: the whole figure is 0.29 high. Its origin is the middle of the
/// stand's foot, +Y up, +Z the way it looks at rest. Names say whose part **drives** it: the user's
/// left eye drives `parts.leftEye`, which is at the viewer's left (−X), as in a mirror.
///
/// The stand never turns; `head` turns about the ball joint of the neck.
public final class RobotHead: Entity {
  /// What the head's turn is measured against.
  public enum Reference: String, Sendable, CaseIterable {
    /// The place of the head, world up and the direction to the viewer: a true mirror wherever the
    /// viewer stands.
    case viewer
    /// The parent's axes, as the book's listing has it: a tilt is not mirrored, and the head turns
    /// away when one walks round it.
    case parent
  }

  /// How far parts move at a coefficient of 1, in the head's own units.
  public enum Travel {
    /// A brow's rise.
    public static let brow = 0.03
    /// How far the tongue comes out.
    public static let tongue = 0.1
    /// The upper lip's rise.
    public static let upperLip = 0.05
  }

  /// What the head's turn is measured against.
  public var reference: Reference
  /// Which of the frame's faces drives the head, from 0.
  public var faceIndex: Int
  /// What turns.
  public let head: Entity
  /// The parts that the face moves.
  public let parts: RobotHeadParts
  /// Where the parts are at rest.
  let rest: RobotHeadRest
  /// The mimic that is eased back to rest once the face is lost.
  private var shown: Mimic?
  private var lastTime: Timestamp?

  private struct Mimic {
    var angles: EulerAngles
    var blendShapes: BlendShapes
    var presence: Double
  }

  /// Seconds in which a head without a face goes two thirds of the way back to rest.
  private static let easing = 0.4

  /// Builds the figure.
  ///
  /// - Parameters:
  ///   - reference: what turns are measured against.
  ///   - faceIndex: which face drives the head.
  public init(reference: Reference = .viewer, faceIndex: Int = 0) {
    let model = RobotHeadModel()
    self.reference = reference
    self.faceIndex = faceIndex
    head = model.head
    parts = model.parts
    rest = RobotHeadRest(model.parts)
    super.init(name: "robot-head")
    addChild(model.stand)
    addChild(model.head)
    apply(BlendShapes())
  }

  /// A figure of its own that is driven by the same face.
  public override func makeCopy() -> Entity {
    let copy = RobotHead(reference: reference, faceIndex: faceIndex)
    copy.name = name
    return copy
  }

  override var copiesChildren: Bool { true }

  /// Mimes the frame's face; without one, eases back to rest and looks at the viewer.
  public override func update(with frame: SessionFrame) {
    let elapsed = lastTime.map { frame.timestamp.seconds(since: $0) } ?? 0
    lastTime = frame.timestamp
    let viewer = frame.rear ?? frame.front
    let faces = frame.faces
    if faces.indices.contains(faceIndex), faces[faceIndex].isTracked {
      let face = faces[faceIndex]
      update(
        with: face, viewer: viewer?.worldFromCamera, viewerFacesUser: frame.rear == nil)
    } else {
      easeToRest(elapsed: max(0, elapsed), viewer: viewer?.worldFromCamera)
    }
  }

  /// Mimes a face.
  ///
  /// - Parameters:
  ///   - face: the face; its transform is in the world.
  ///   - viewer: world from the camera that the picture is taken with; not needed for
  ///     `reference == .parent`.
  ///   - viewerFacesUser: true when that camera is the one that watches the user.
  public func update(with face: FaceAnchor, viewer: Pose?, viewerFacesUser: Bool = false) {
    apply(face.blendShapes)
    let angles: EulerAngles
    switch reference {
    case .parent:
      let parentFromWorld = parent?.transformMatrix(relativeTo: nil).affineInverse ?? .identity
      angles = Self.parentAngles(
        parentFromFace: Transform(matrix: parentFromWorld * face.transform.matrix).rotation)
      head.orientation = orientation.inverse * angles.rotation
    case .viewer:
      let frame = viewerFrame(viewer)
      angles = Self.mirroredAngles(
        viewerFrameFromFace: frame.inverse * face.transform.rotation,
        viewerFacesUser: viewerFacesUser)
      turnHead(worldFromHead: frame * angles.rotation)
    }
    shown = Mimic(angles: angles, blendShapes: face.blendShapes, presence: 1)
  }

  private func easeToRest(elapsed: Double, viewer: Pose?) {
    let presence = (shown?.presence ?? 0) * exp(-elapsed / Self.easing)
    shown?.presence = presence
    let blendShapes = shown.map { $0.blendShapes.scaled(by: Float(presence)) } ?? BlendShapes()
    apply(blendShapes)
    guard reference == .viewer else { return }
    let turned = (shown?.angles.rotation ?? .identity)
    let eased = Quaternion.identity.interpolated(to: turned, fraction: presence)
    turnHead(worldFromHead: viewerFrame(viewer) * eased)
  }

  private func turnHead(worldFromHead: Quaternion) {
    let worldFromRoot = Transform(matrix: transformMatrix(relativeTo: nil)).rotation
    head.orientation = worldFromRoot.inverse * worldFromHead
  }

  private func viewerFrame(_ viewer: Pose?) -> Quaternion {
    Self.viewerFrame(
      place: head.position(relativeTo: nil), viewer: viewer ?? Pose(translation: Vector3(0, 0, 1e3))
    )
  }
}

extension BlendShapes {
  /// Every coefficient times a factor.
  func scaled(by factor: Float) -> BlendShapes {
    BlendShapes(array.map { $0 * factor }) ?? self
  }
}
