import SceneGraph
import SessionCore
import SpatialMath

/// What an anchor entity is bound to.
public enum AnchoringComponent {
  /// What it may be.
  public enum Target: Sendable, Equatable {
    /// How a plane lies.
    public struct Alignment: OptionSet, Sendable {
      /// The set's bits.
      public let rawValue: UInt8
      /// Creates a set from its bits.
      public init(rawValue: UInt8) { self.rawValue = rawValue }
      /// Perpendicular to gravity.
      public static let horizontal = Alignment(rawValue: 1)
      /// Parallel to gravity.
      public static let vertical = Alignment(rawValue: 2)
      /// Either.
      public static let any: Alignment = [.horizontal, .vertical]
    }

    /// What a plane is.
    public enum Classification: Sendable, Equatable {
      /// Anything.
      case any
      /// A wall.
      case wall
      /// The floor.
      case floor
      /// The ceiling.
      case ceiling
      /// A table.
      case table
      /// Something to sit on.
      case seat
    }

    /// The rear camera.
    case camera
    /// A place of the world.
    case world(transform: simd_float4x4)
    /// One anchor of the session.
    case anchor(identifier: UUID)
    /// The first plane that will do; bounds are the least width and length in metres.
    case plane(Alignment, classification: Classification, minimumBounds: simd_float2)
    /// The first face.
    case face
  }
}

/// An entity that stands where something of the real world is.
public class AnchorEntity: Entity {
  /// Creates an entity at the world's origin.
  public required init() { super.init(core: SceneGraph.AnchorEntity(world: .identity)) }

  /// Binds to any target.
  public init(_ target: AnchoringComponent.Target) {
    super.init(core: SceneGraph.AnchorEntity(target.core))
  }

  /// Binds to the first plane that lies as wanted and is large enough.
  public convenience init(
    plane alignment: AnchoringComponent.Target.Alignment,
    classification: AnchoringComponent.Target.Classification = .any,
    minimumBounds: simd_float2 = .zero
  ) {
    self.init(.plane(alignment, classification: classification, minimumBounds: minimumBounds))
  }

  /// Binds to one anchor of the session.
  public convenience init(anchor: ARAnchor) {
    self.init(.anchor(identifier: anchor.identifier))
  }

  /// Binds to a place of the world.
  public convenience init(world transform: simd_float4x4) {
    self.init(.world(transform: transform))
  }

  /// Binds to a place of the world.
  public convenience init(world position: simd_float3) {
    self.init(.world(transform: Transform(translation: position).matrix))
  }

  /// True while what it is bound to is there.
  public var isAnchored: Bool { anchor?.isAnchored ?? false }

  var anchor: SceneGraph.AnchorEntity? { core as? SceneGraph.AnchorEntity }
}

extension AnchoringComponent.Target {
  fileprivate var core: SceneGraph.AnchorEntity.Target {
    switch self {
    case .camera: .camera(.rear)
    case .world(let transform): .world(Pose(transform.core))
    case .anchor(let identifier):
      .anchor(AnchorIdentifier(identifier.uuidString) ?? AnchorIdentifier())
    case .face: .face(index: 0)
    case .plane(let alignment, let classification, let bounds):
      .plane(
        .init(
          alignment: alignment == .horizontal
            ? .horizontal : alignment == .vertical ? .vertical : .any,
          classification: classification.core, minimumBounds: Vector2(bounds)))
    }
  }
}

extension AnchoringComponent.Target.Classification {
  fileprivate var core: PlaneAnchor.Classification? {
    switch self {
    case .any: nil
    case .wall: .wall
    case .floor: .floor
    case .ceiling: .ceiling
    case .table: .table
    case .seat: .seat
    }
  }
}
