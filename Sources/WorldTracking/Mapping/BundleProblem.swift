import SpatialMath

/// A small bundle adjustment: camera poses and points that explain image points best.
struct BundleProblem: Sendable {
  /// One sight of a point.
  struct Observation: Sendable {
    /// Indices into `poses` and `points`.
    var pose: Int32, point: Int32
    /// The measured image point.
    var place: Vector2
  }

  /// A guess of a point's inverse depth: 1 / (row · X + offset) is about `inverseDepth`.
  struct DepthPrior: Sendable {
    /// The anchor camera's third row at the time, which turns a point into its depth.
    var row: Vector3
    var offset: Double
    var inverseDepth: Double
    /// 1 / σ².
    var information: Double
  }

  /// Pixels a unit of an image point.
  var focalLength: Double
  /// Where the cost of a residual becomes linear, pixels (Huber).
  var huber: Double
  /// Camera from map; the first `fixedCount` stay.
  var poses: [RigidMotion] = []
  var fixedCount = 1
  /// In map space.
  var points: [Vector3] = []
  /// Sorted by point.
  var observations: [Observation] = []
  /// Nil or one a point.
  var priors: [DepthPrior?] = []

  /// The cost of a residual behind a camera.
  private static let behindCost = 1e3

  /// Half the sum of the squared (and beyond Huber's limit linear) residuals.
  func cost(_ poses: [RigidMotion], _ points: [Vector3]) -> Double {
    var sum = 0.0
    poses.withUnsafeBufferPointer { poses in
      points.withUnsafeBufferPointer { points in
        observations.withUnsafeBufferPointer { observations in
          for o in observations {
            let y = poses[Int(o.pose)].act(points[Int(o.point)])
            guard y.z >= Triangulation.minimumDepth else {
              sum += Self.behindCost
              continue
            }
            let e = (y.imagePoint - o.place).length * focalLength
            sum += e <= huber ? e * e / 2 : huber * (e - huber / 2)
          }
        }
        for (i, prior) in priors.enumerated() {
          guard let prior else { continue }
          sum += prior.cost(points[i], behind: Self.behindCost)
        }
      }
    }
    return sum
  }
}

extension BundleProblem.DepthPrior {
  func depth(_ x: Vector3) -> Double { row.dot(x) + offset }

  fileprivate func cost(_ x: Vector3, behind: Double) -> Double {
    let z = depth(x)
    guard z >= Triangulation.minimumDepth else { return behind }
    let e = 1 / z - inverseDepth
    return 0.5 * information * e * e
  }
}
