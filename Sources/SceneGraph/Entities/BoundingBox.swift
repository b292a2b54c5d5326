import SpatialMath

/// A box along the axes of some entity's space.
public struct BoundingBox: Sendable, Equatable {
  /// The corner with the least coordinates; infinite while the box is empty.
  public var min: Vector3
  /// The corner with the greatest coordinates; minus infinite while the box is empty.
  public var max: Vector3

  /// Creates a box from two opposite corners.
  public init(min: Vector3, max: Vector3) {
    self.min = min
    self.max = max
  }

  /// The box that holds nothing.
  public static let empty = BoundingBox(
    min: Vector3(repeating: .infinity), max: Vector3(repeating: -.infinity))

  /// True when the box holds nothing.
  public var isEmpty: Bool { min.x > max.x }
  /// The lengths of the edges; zero when empty.
  public var extents: Vector3 { isEmpty ? .zero : max - min }
  /// The middle; zero when empty.
  public var center: Vector3 { isEmpty ? .zero : (min + max) * 0.5 }
  /// The radius of the sphere round the box.
  public var boundingRadius: Double { extents.length / 2 }

  /// Grows the box so that it holds a point.
  public mutating func formUnion(_ point: Vector3) {
    min = pointwiseMin(min, point)
    max = pointwiseMax(max, point)
  }

  /// Grows the box so that it holds another box.
  public mutating func formUnion(_ other: BoundingBox) {
    guard !other.isEmpty else { return }
    formUnion(other.min)
    formUnion(other.max)
  }

  /// The eight corners; none when empty.
  public var corners: [Vector3] {
    guard !isEmpty else { return [] }
    return (0..<8).map { i in
      Vector3(
        i & 1 == 0 ? min.x : max.x, i & 2 == 0 ? min.y : max.y, i & 4 == 0 ? min.z : max.z)
    }
  }

  /// The box round this box moved by an affine matrix.
  public func transformed(by matrix: Matrix4x4) -> BoundingBox {
    var result = BoundingBox.empty
    for corner in corners { result.formUnion(matrix.transform(point: corner)) }
    return result
  }
}
