/// A half-line: origin and unit direction.
public struct Ray: Sendable, Equatable {
  /// Where the ray starts.
  public var origin: Vector3
  /// The unit direction.
  public var direction: Vector3

  /// Creates a ray; the direction is scaled to unit length.
  public init(origin: Vector3, direction: Vector3) {
    self.origin = origin
    self.direction = direction.normalized
  }

  /// The point at a distance along the ray.
  public func point(at distance: Double) -> Vector3 { origin + direction * distance }
}

/// An infinite plane: the points p with normal · p = offset.
public struct Plane: Sendable, Equatable {
  /// The unit normal.
  public var normal: Vector3
  /// The signed distance of the plane from the origin along the normal.
  public var offset: Double

  /// Creates a plane from a unit normal and its offset.
  public init(normal: Vector3, offset: Double) {
    self.normal = normal
    self.offset = offset
  }

  /// Creates the plane through a point.
  public init(normal: Vector3, through point: Vector3) {
    self.init(normal: normal.normalized, offset: normal.normalized.dot(point))
  }

  /// The signed distance of a point, positive on the normal's side.
  public func distance(to point: Vector3) -> Double { normal.dot(point) - offset }

  /// The distance along a ray to the plane; nil when parallel or behind the origin.
  public func intersection(with ray: Ray) -> Double? {
    let slope = normal.dot(ray.direction)
    guard abs(slope) > 1e-12 else { return nil }
    let t = (offset - normal.dot(ray.origin)) / slope
    return t >= 0 ? t : nil
  }
}
