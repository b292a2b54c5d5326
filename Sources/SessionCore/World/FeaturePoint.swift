import SpatialMath

/// A point of the map that is seen now.
public struct FeaturePoint: Sendable, Equatable {
  /// Stable over the point's life.
  public var identifier: UInt64
  /// Where it is in the world, metres.
  public var position: Vector3

  /// Creates a point.
  public init(identifier: UInt64, position: Vector3) {
    self.identifier = identifier
    self.position = position
  }
}
