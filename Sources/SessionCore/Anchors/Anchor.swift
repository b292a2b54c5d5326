import SpatialMath

/// Anything with an identity and a place in the world.
public enum Anchor: Sendable, Equatable {
  /// A user's face.
  case face(FaceAnchor)
  /// A flat surface.
  case plane(PlaneAnchor)
  /// A picture that was looked for.
  case image(ImageAnchor)
  /// A place that the program added.
  case point(PointAnchor)

  /// The identity.
  public var identifier: AnchorIdentifier {
    switch self {
    case .face(let a): a.identifier
    case .plane(let a): a.identifier
    case .image(let a): a.identifier
    case .point(let a): a.identifier
    }
  }

  /// World from anchor.
  public var transform: Pose {
    switch self {
    case .face(let a): a.transform
    case .plane(let a): a.transform
    case .image(let a): a.transform
    case .point(let a): a.transform
    }
  }

  /// The kind's name in the event stream: `face`, `plane`, `image` or `point`.
  public var kind: String {
    switch self {
    case .face: "face"
    case .plane: "plane"
    case .image: "image"
    case .point: "point"
    }
  }

  /// The same anchor with another identity and place.
  package func with(identifier: AnchorIdentifier, transform: Pose) -> Anchor {
    switch self {
    case .face(var a):
      (a.identifier, a.transform) = (identifier, transform)
      return .face(a)
    case .plane(var a):
      (a.identifier, a.transform) = (identifier, transform)
      return .plane(a)
    case .image(var a):
      (a.identifier, a.transform) = (identifier, transform)
      return .image(a)
    case .point(var a):
      (a.identifier, a.transform) = (identifier, transform)
      return .point(a)
    }
  }
}

/// A place that the program added with `Session.add(anchor:)`.
public struct PointAnchor: Sendable, Equatable {
  /// The identity.
  public var identifier: AnchorIdentifier
  /// World from anchor.
  public var transform: Pose
  /// A name for the program's own use.
  public var name: String?

  /// Creates an anchor.
  public init(identifier: AnchorIdentifier = .init(), transform: Pose, name: String? = nil) {
    self.identifier = identifier
    self.transform = transform
    self.name = name
  }
}
