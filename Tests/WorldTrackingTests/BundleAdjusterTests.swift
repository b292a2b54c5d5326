import SpatialMath
import Testing
import WorldTracking

@Suite struct BundleAdjusterTests {
  /// A problem whose free poses and points are moved from the truth; two poses hold the place, the
  /// turn and the scale.
  private func problem(
    _ scene: inout SyntheticScene, noise: Double, outliers: Int = 0
  ) -> BundleProblem {
    var problem = BundleProblem(focalLength: SyntheticScene.focalLength, huber: 1)
    problem.fixedCount = 2
    problem.poses = scene.cameras.enumerated().map { i, camera in
      var moved = camera
      if i >= 2 {
        moved.perturb(
          rotation: Vector3(0.01, -0.008, 0.012), translation: Vector3(0.02, -0.01, 0.015))
      }
      return moved
    }
    for i in scene.points.indices {
      problem.points.append(
        scene.points[i] * scene.generator.uniform(0.93...1.07))
      for camera in scene.cameras.indices {
        var place = scene.place(of: i, in: camera, noise: noise)
        if i < outliers, camera == 3 { place += Vector2(0.05, 0) }
        problem.observations.append(
          .init(pose: Int32(camera), point: Int32(i), place: place))
      }
      problem.priors.append(nil)
    }
    return problem
  }

  @Test func exactSightsGiveTheTruthBack() {
    var scene = SyntheticScene(points: 150, cameras: 6, seed: 11)
    var problem = problem(&scene, noise: 0)
    let before = problem.cost(problem.poses, problem.points)
    let after = BundleAdjuster.solve(&problem, steps: 30)
    #expect(before > 1000)
    #expect(after < 1e-3)
    for (pose, truth) in zip(problem.poses, scene.cameras) {
      #expect((pose.center - truth.center).length < 1e-4)
      #expect((pose * truth.inverse).angle < 1e-4)
    }
    for (point, truth) in zip(problem.points, scene.points) {
      #expect((point - truth).length < 1e-3)
    }
  }

  @Test func noiseLeavesPosesNearTheTruthAndTheCostFalls() {
    var scene = SyntheticScene(points: 200, cameras: 6, seed: 12)
    var problem = problem(&scene, noise: 0.4)
    let before = problem.cost(problem.poses, problem.points)
    let after = BundleAdjuster.solve(&problem, steps: 20)
    #expect(after < before / 10)
    for (pose, truth) in zip(problem.poses, scene.cameras) {
      #expect((pose.center - truth.center).length < 0.004)
    }
  }

  @Test func outliersBendTheResultLittle() {
    var scene = SyntheticScene(points: 200, cameras: 6, seed: 13)
    var problem = problem(&scene, noise: 0.3, outliers: 20)
    _ = BundleAdjuster.solve(&problem, steps: 20)
    for (pose, truth) in zip(problem.poses, scene.cameras) {
      #expect((pose.center - truth.center).length < 0.01)
    }
  }

  @Test func fixedPosesStay() {
    var scene = SyntheticScene(points: 50, cameras: 4, seed: 14)
    var problem = problem(&scene, noise: 0.5)
    _ = BundleAdjuster.solve(&problem, steps: 5)
    for i in 0..<2 {
      #expect((problem.poses[i].center - scene.cameras[i].center).length < 1e-12)
    }
  }

  /// A point seen from one place only has no depth but its prior's.
  @Test func aDepthPriorHoldsWhatNothingElseTells() throws {
    var scene = SyntheticScene(points: 40, cameras: 3, seed: 15)
    scene.points.append(Vector3(0.1, 0.1, 2))
    var problem = problem(&scene, noise: 0)
    let last = Int32(scene.points.count - 1)
    problem.observations.removeAll { $0.point == last && $0.pose != 0 }
    problem.points[Int(last)] = Vector3(0.15, 0.15, 3)
    problem.priors[Int(last)] = .init(
      row: Vector3(0, 0, 1), offset: 0, inverseDepth: 0.5, information: 100)
    _ = BundleAdjuster.solve(&problem, steps: 20)
    #expect(abs(problem.points[Int(last)].z - 2) < 0.01)
  }
}
