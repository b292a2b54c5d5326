import SpatialMath

/// A convex polygon in the plane, counter-clockwise (x to the right, y up).
package struct ConvexPolygon: Sendable, Equatable {
  /// The corners; fewer than three for no area.
  package private(set) var corners: [Vector2]

  /// The hull of points (Andrew's monotone chain, 1979).
  /// - Complexity: O(n log n).
  package init(hullOf points: [Vector2]) {
    let sorted = points.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
    guard sorted.count > 2 else {
      corners = sorted
      return
    }
    var hull: [Vector2] = []
    func extend(_ p: Vector2, keeping least: Int) {
      while hull.count > least, Self.turn(hull[hull.count - 2], hull[hull.count - 1], p) <= 0 {
        hull.removeLast()
      }
      hull.append(p)
    }
    for p in sorted { extend(p, keeping: 1) }
    let lower = hull.count
    for p in sorted.reversed().dropFirst() { extend(p, keeping: lower) }
    hull.removeLast()
    corners = hull
  }

  /// Twice the signed area of a triangle.
  private static func turn(_ a: Vector2, _ b: Vector2, _ c: Vector2) -> Double {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
  }

  /// The area.
  package var area: Double {
    guard corners.count >= 3 else { return 0 }
    return (1..<corners.count - 1).reduce(0) {
      $0 + Self.turn(corners[0], corners[$1], corners[$1 + 1]) / 2
    }
  }

  /// The centre of gravity; nil without area.
  package var middle: Vector2? {
    let area = self.area
    guard area > 0 else { return nil }
    var sum = Vector2.zero
    for i in 1..<corners.count - 1 {
      let triangle = Self.turn(corners[0], corners[i], corners[i + 1]) / 2
      sum += (corners[0] + corners[i] + corners[i + 1]) * (triangle / 3)
    }
    return sum / area
  }

  /// Whether a point lies inside or on the edge.
  package func contains(_ p: Vector2) -> Bool {
    guard corners.count >= 3 else { return false }
    return corners.indices.allSatisfy {
      Self.turn(corners[$0], corners[($0 + 1) % corners.count], p) >= 0
    }
  }

  /// The part inside another convex polygon (Sutherland and Hodgman, 1974).
  package func intersection(_ other: ConvexPolygon) -> ConvexPolygon {
    guard corners.count >= 3, other.corners.count >= 3 else { return ConvexPolygon(hullOf: []) }
    var result = corners
    for i in other.corners.indices {
      let a = other.corners[i]
      let b = other.corners[(i + 1) % other.corners.count]
      var clipped: [Vector2] = []
      for j in result.indices {
        let p = result[j]
        let q = result[(j + 1) % result.count]
        let (dp, dq) = (Self.turn(a, b, p), Self.turn(a, b, q))
        if dp >= 0 { clipped.append(p) }
        if (dp > 0 && dq < 0) || (dp < 0 && dq > 0) {
          clipped.append(p + (q - p) * (dp / (dp - dq)))
        }
      }
      result = clipped
    }
    return ConvexPolygon(hullOf: result)
  }

  /// The rectangle of least area round the polygon (rotating callipers; Toussaint, 1983).
  package func minimumRectangle() -> OrientedRectangle? {
    guard corners.count >= 3 else { return nil }
    var best: OrientedRectangle?
    for i in corners.indices {
      let edge = corners[(i + 1) % corners.count] - corners[i]
      guard edge.length > 1e-12 else { continue }
      let rectangle = OrientedRectangle(round: corners, along: edge.normalized)
      if rectangle.area < best?.area ?? .infinity { best = rectangle }
    }
    return best
  }
}

/// A rectangle that may be turned.
package struct OrientedRectangle: Sendable, Equatable {
  /// Its middle.
  package var center: Vector2
  /// The unit direction of its width.
  package var axis: Vector2
  /// Its size along the axis and across.
  package var width: Double, height: Double

  /// The area.
  package var area: Double { width * height }

  /// The same rectangle with its width along the side nearest to a direction.
  package func turned(like direction: Vector2) -> OrientedRectangle {
    var turned = self
    let across = Vector2(-axis.y, axis.x)
    if abs(across.dot(direction)) > abs(axis.dot(direction)) {
      turned.axis = across
      (turned.width, turned.height) = (height, width)
    }
    if turned.axis.dot(direction) < 0 { turned.axis = -turned.axis }
    return turned
  }

  /// The tight rectangle round points with a given direction.
  package init(round points: [Vector2], along axis: Vector2) {
    let across = Vector2(-axis.y, axis.x)
    let us = points.map { $0.dot(axis) }
    let vs = points.map { $0.dot(across) }
    let (u0, u1) = (us.min() ?? 0, us.max() ?? 0)
    let (v0, v1) = (vs.min() ?? 0, vs.max() ?? 0)
    self.axis = axis
    center = axis * ((u0 + u1) / 2) + across * ((v0 + v1) / 2)
    width = u1 - u0
    height = v1 - v0
  }
}
