import SessionCore
import SpatialMath

/// Anything with an identity and a place in the world.
///
/// Each frame brings new objects; those of one thing have one identifier.
open class ARAnchor {
  /// The identity.
  public let identifier: UUID
  /// World from anchor.
  public let transform: simd_float4x4
  /// A name for the program's own use.
  public let name: String?

  /// Creates an anchor for `ARSession.add(anchor:)`.
  public init(transform: simd_float4x4) {
    identifier = UUID()
    self.transform = transform
    name = nil
  }

  /// Creates an anchor with a name for `ARSession.add(anchor:)`.
  public init(name: String, transform: simd_float4x4) {
    identifier = UUID()
    self.transform = transform
    self.name = name
  }

  init(_ identifier: AnchorIdentifier, _ transform: Pose, name: String? = nil) {
    // The identifier is written as a UUID always.
    self.identifier = UUID(uuidString: identifier.description) ?? UUID()
    self.transform = simd_float4x4(transform)
    self.name = name
  }

  /// The object of an anchor of the session.
  static func make(_ anchor: Anchor) -> ARAnchor {
    if case .face(let face) = anchor { return ARFaceAnchor(face) }
    if case .plane(let plane) = anchor { return ARPlaneAnchor(plane) }
    var name: String?
    if case .point(let point) = anchor { name = point.name }
    return ARAnchor(anchor.identifier, anchor.transform, name: name)
  }

  var coreIdentifier: AnchorIdentifier? { AnchorIdentifier(identifier.uuidString) }
}

/// An anchor that can be lost and found again.
public protocol ARTrackable {
  /// False while it is lost; its anchor stays.
  var isTracked: Bool { get }
}

/// A flat surface of the world.
public final class ARPlaneAnchor: ARAnchor {
  /// How a plane lies.
  public enum Alignment: Int, Sendable {
    /// Perpendicular to gravity.
    case horizontal
    /// Parallel to gravity.
    case vertical
  }

  /// What a plane is.
  public enum Classification: Sendable, Equatable {
    /// Not known, or not one of the others.
    case none
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

  /// How it lies.
  public let alignment: Alignment
  /// What it is.
  public let classification: Classification
  /// The middle in plane space; y is 0.
  public let center: simd_float3
  /// Width along x and length along z, metres; y is 0.
  public let extent: simd_float3
  /// The corners of the outline in plane space.
  public let boundaryVertices: [simd_float3]

  init(_ plane: PlaneAnchor) {
    alignment = plane.alignment == .horizontal ? .horizontal : .vertical
    classification =
      switch plane.classification {
      case .none: .none
      case .wall: .wall
      case .floor: .floor
      case .ceiling: .ceiling
      case .table: .table
      case .seat: .seat
      }
    center = simd_float3(plane.center)
    extent = simd_float3(Float(plane.extent.width), 0, Float(plane.extent.height))
    boundaryVertices = plane.boundary.map { simd_float3($0) }
    super.init(plane.identifier, plane.transform)
  }
}
