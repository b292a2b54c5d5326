import SpatialMath

/// A small bundle adjustment: camera poses and points that explain image points best.
package struct BundleProblem: Sendable {
  /// One sight of a point.
  package struct Observation: Sendable {
    /// Indices into `poses` and `points`.
    package var pose: Int32, point: Int32
    /// The measured image point.
    package var place: Vector2

    /// Creates a sight.
    package init(pose: Int32, point: Int32, place: Vector2) {
      self.pose = pose
      self.point = point
      self.place = place
    }
  }

  /// A guess of a point's inverse depth: 1 / (row · X + offset) is about `inverseDepth`.
  package struct DepthPrior: Sendable {
    /// The anchor camera's third row at the time, which turns a point into its depth.
    package var row: Vector3
    package var offset: Double
    package var inverseDepth: Double
    /// 1 / σ².
    package var information: Double

    /// Creates a guess.
    package init(row: Vector3, offset: Double, inverseDepth: Double, information: Double) {
      self.row = row
      self.offset = offset
      self.inverseDepth = inverseDepth
      self.information = information
    }
  }

  /// Pixels a unit of an image point.
  package var focalLength: Double
  /// Where the cost of a residual becomes linear, pixels (Huber).
  package var huber: Double
  /// Camera from map; the first `fixedCount` stay.
  package var poses: [RigidMotion] = []
  package var fixedCount = 1
  /// In map space.
  package var points: [Vector3] = []
  /// Sorted by point.
  package var observations: [Observation] = []
  /// Nil or one a point.
  package var priors: [DepthPrior?] = []

  /// Creates a problem without poses, points and observations.
  package init(focalLength: Double, huber: Double) {
    self.focalLength = focalLength
    self.huber = huber
  }

  /// The cost of a residual behind a camera.
  private static let behindCost = 1e3

  /// Half the sum of the squared (and beyond Huber's limit linear) residuals.
  package func cost(_ poses: [RigidMotion], _ points: [Vector3]) -> Double {
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
  package func depth(_ x: Vector3) -> Double { row.dot(x) + offset }

  fileprivate func cost(_ x: Vector3, behind: Double) -> Double {
    let z = depth(x)
    guard z >= Triangulation.minimumDepth else { return behind }
    let e = 1 / z - inverseDepth
    return 0.5 * information * e * e
  }
}
