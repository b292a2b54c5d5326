import COpenCVTracking
import SessionCore
import SpatialMath

/// Straight edges of pictures as evidence of where up is: rooms are full of upright ones.
///
/// An edge that is upright in the world lies, with the camera's centre, in a plane that holds the
/// up direction, wherever in the picture it is.
package struct EdgeDirections: Sendable {
  /// The unit normals of those planes in map space.
  private(set) var normals: [Vector3] = []
  /// The edges' lengths in pixels.
  private(set) var lengths: [Double] = []
  /// The pictures looked at.
  private(set) var pictures = 0

  /// Shorter edges have no good direction, pixels.
  private static let leastLength: Float = 25
  private static let capacity = 2000

  /// Without edges.
  package init() {}

  /// A picture's straight edges as pairs of image points.
  static func segments(
    in image: bifrons_luma, lens: Lens
  ) throws(SessionError) -> [(Vector2, Vector2)] {
    var segments = [SIMD4<Float>](repeating: .zero, count: capacity)
    let count = try OpenCVCall.status("find edges") { error in
      segments.withUnsafeMutableBytes {
        bifrons_line_segments(
          image, leastLength, $0.assumingMemoryBound(to: Float.self).baseAddress,
          Int32(capacity), &error)
      }
    }
    return segments[..<count].map {
      (
        lens.point(at: Vector2(Double($0.x), Double($0.y))),
        lens.point(at: Vector2(Double($0.z), Double($0.w)))
      )
    }
  }

  /// Adds a picture's edges.
  mutating func add(
    _ image: bifrons_luma, lens: Lens, cameraFromMap: RigidMotion
  ) throws(SessionError) {
    add(
      try Self.segments(in: image, lens: lens), focalLength: lens.focalLength,
      cameraFromMap: cameraFromMap)
  }

  /// Adds a picture's edges as pairs of image points.
  package mutating func add(
    _ edges: [(Vector2, Vector2)], focalLength: Double, cameraFromMap: RigidMotion
  ) {
    for (a, b) in edges {
      let across = Vector3(a, 1).cross(Vector3(b, 1)).normalized
      normals.append(cameraFromMap.rotation.transposeAct(across))
      lengths.append((a - b).length * focalLength)
    }
    pictures += 1
  }

  /// The length of edges, a picture, that may be upright when `up` is up; those off by more than
  /// `tolerance` radians count nothing.
  package func support(_ up: Vector3, tolerance: Double) -> Double {
    var sum = 0.0
    for (n, length) in zip(normals, lengths) {
      let r = n.dot(up) / tolerance
      if abs(r) < 1 { sum += length * (1 - r * r) }
    }
    return sum / Double(max(1, pictures))
  }
}
