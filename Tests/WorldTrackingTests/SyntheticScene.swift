import Foundation
import SpatialMath
import WorldTracking

/// Points and cameras with known places, and what the cameras see of the points.
struct SyntheticScene {
  /// Pixels a unit of an image point.
  static let focalLength = 550.0
  var points: [Vector3]
  /// Camera from map.
  var cameras: [RigidMotion]
  var generator: SeededGenerator

  /// A cloud of points 1–3 units before cameras that move and turn a little.
  init(points count: Int, cameras cameraCount: Int, seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    points = []
    for _ in 0..<count {
      points.append(
        Vector3(
          generator.uniform(-1...1), generator.uniform(-0.7...0.7), generator.uniform(1...3)))
    }
    cameras = (0..<cameraCount).map { i in
      let t = Double(i) / Double(max(1, cameraCount - 1))
      let turn = Quaternion(rotationVector: Vector3(0.05 * t, -0.1 * t, 0.03 * t)).matrix
      return RigidMotion(rotation: turn, translation: Vector3(0.3 * t, -0.1 * t, 0.05 * t))
    }
  }

  /// Where a camera sees a point, with normal noise in pixels.
  mutating func place(of point: Int, in camera: Int, noise: Double = 0) -> Vector2 {
    let exact = cameras[camera].act(points[point]).imagePoint
    guard noise > 0 else { return exact }
    let error = Vector2(generator.gaussian(), generator.gaussian()) * noise
    return exact + error / Self.focalLength
  }
}
