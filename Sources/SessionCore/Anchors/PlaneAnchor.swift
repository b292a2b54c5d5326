import SpatialMath

/// A flat surface of the world.
///
/// Plane space: the X–Z plane with +Y the normal. `transform` stays as it was when the plane was
/// added; `center`, `extent` and `boundary` move as it grows.
public struct PlaneAnchor: Sendable, Equatable {
  /// How a plane lies.
  public enum Alignment: String, Sendable {
    /// Perpendicular to gravity.
    case horizontal
    /// Parallel to gravity.
    case vertical
  }

  /// What a plane is.
  public enum Classification: String, Sendable {
    /// Not known, or not one of the others.
    case none
    /// The lowest large horizontal plane.
    case floor
    /// A horizontal plane at table height.
    case table
    /// A vertical plane.
    case wall
    /// A horizontal plane overhead.
    case ceiling
    /// A horizontal plane at sitting height.
    case seat
  }

  /// The rectangle round a plane, about its centre.
  public struct Extent: Sendable, Equatable {
    /// Metres along the rectangle's own x.
    public var width: Double
    /// Metres along the rectangle's own z.
    public var height: Double
    /// The rectangle's turn about plane space's +Y, radians.
    public var rotationOnYAxis: Double

    /// Creates an extent.
    public init(width: Double, height: Double, rotationOnYAxis: Double) {
      self.width = width
      self.height = height
      self.rotationOnYAxis = rotationOnYAxis
    }
  }

  /// The identity.
  public var identifier: AnchorIdentifier
  /// World from plane.
  public var transform: Pose
  /// How it lies.
  public var alignment: Alignment
  /// The middle of the extent in plane space; y is 0.
  public var center: Vector3
  /// The rectangle round the plane.
  public var extent: Extent
  /// The outline in plane space (y = 0), counter-clockwise seen from +Y.
  public var boundary: [Vector3]
  /// What it is.
  public var classification: Classification

  /// Creates an anchor.
  public init(
    identifier: AnchorIdentifier, transform: Pose, alignment: Alignment, center: Vector3,
    extent: Extent, boundary: [Vector3], classification: Classification = .none
  ) {
    self.identifier = identifier
    self.transform = transform
    self.alignment = alignment
    self.center = center
    self.extent = extent
    self.boundary = boundary
    self.classification = classification
  }
}
