import SessionCore
import SpatialMath

/// An entity that stands where something of the real world is.
///
/// `Scene.update(with:)` moves it. While what it is bound to is not there, it is not anchored and
/// nothing below it is drawn. Its own transform is world from anchor.
public final class AnchorEntity: Entity {
  /// What an entity is bound to.
  public enum Target: Sendable, Equatable {
    /// A fixed place: world from anchor.
    case world(Pose)
    /// A camera, +X right, +Y up, −Z forward.
    case camera(CameraRole)
    /// The picture as a whole, before everything else: its middle, +X right, +Y up, +Z towards the
    /// user, in metres of a screen of this size that shows it. Depth only orders things.
    case screen(size: Vector2)
    /// The first plane that is large enough.
    case plane(PlaneRequirement)
    /// A reference image by its name, or the first one that is seen; nothing while it is not seen.
    case image(name: String?)
    /// One anchor of the session.
    case anchor(AnchorIdentifier)
    /// The n-th face of the frame, from 0.
    case face(index: Int)
  }

  /// Which planes will do.
  public struct PlaneRequirement: Sendable, Equatable {
    /// How the plane must lie.
    public var alignment: RaycastQuery.TargetAlignment
    /// What it may be; nil is anything.
    public var classification: PlaneAnchor.Classification?
    /// The least width and height of its extent in metres, either way round.
    public var minimumBounds: Vector2

    /// Creates a requirement.
    public init(
      alignment: RaycastQuery.TargetAlignment, classification: PlaneAnchor.Classification? = nil,
      minimumBounds: Vector2 = .zero
    ) {
      self.alignment = alignment
      self.classification = classification
      self.minimumBounds = minimumBounds
    }
  }

  /// What happens to an entity while what it is bound to is not there.
  public enum WhenUntracked: Sendable, Equatable {
    /// It is gone at once.
    case hide
    /// It stays where it was last.
    case hold
    /// It stays where it was last, and fades in so many seconds.
    case fade(seconds: Double)
  }

  /// What the entity is bound to.
  public let target: Target
  /// What happens while that is not there.
  public var whenUntracked = WhenUntracked.hide
  /// How much of it is seen, 0…1.
  public internal(set) var visibility: Float = 0
  /// When it was anchored last; nil before the first time.
  var lastAnchored: Timestamp?
  /// True while what the entity is bound to is there.
  public package(set) var isAnchored = false
  /// The anchor that the entity stands on now; nil for places and cameras, and while not anchored.
  public package(set) var anchorIdentifier: AnchorIdentifier?
  /// True while what is drawn is shown like a mirror.
  var isShownMirrored = false
  /// Where on its anchor the entity stands, once bound.
  var anchorFromEntity = Pose.identity

  /// Binds to any target.
  public init(_ target: Target) {
    self.target = target
    super.init()
  }

  /// An entity that is bound to the same, and not yet anchored.
  public override func makeCopy() -> Entity {
    let copy = AnchorEntity(target)
    copy.name = name
    copy.whenUntracked = whenUntracked
    return copy
  }

  /// Binds to the first plane that lies as wanted and is large enough.
  ///
  /// - Parameters:
  ///   - alignment: horizontal planes are those one can stand something on: ceilings are left out.
  ///   - classification: what the plane must be; nil is anything.
  ///   - minimumBounds: the least width and height in metres.
  public convenience init(
    plane alignment: RaycastQuery.TargetAlignment,
    classification: PlaneAnchor.Classification? = nil, minimumBounds: Vector2 = .zero
  ) {
    self.init(
      .plane(
        PlaneRequirement(
          alignment: alignment, classification: classification, minimumBounds: minimumBounds)))
  }

  /// Binds to a reference image by its name.
  public convenience init(image name: String) { self.init(.image(name: name)) }

  /// Binds to one anchor of the session.
  public convenience init(anchor: Anchor) { self.init(.anchor(anchor.identifier)) }

  /// Binds to a place: world from anchor.
  public convenience init(world pose: Pose) { self.init(.world(pose)) }
}
