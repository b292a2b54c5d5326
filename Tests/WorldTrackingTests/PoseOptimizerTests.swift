import SpatialMath
import Testing
import WorldTracking

@Suite struct PoseOptimizerTests {
  private static let start = RigidMotion(
    rotation: Quaternion(rotationVector: Vector3(0.02, -0.03, 0.01)).matrix,
    translation: Vector3(0.25, -0.05, 0.02))

  private let optimizer = PoseOptimizer(
    focalLength: SyntheticScene.focalLength, parameters: TrackingParameters())

  private func observations(
    _ scene: inout SyntheticScene, noise: Double, depthSigma: Double = 0
  ) -> [PoseObservation] {
    scene.points.indices.map { i in
      PoseObservation(
        position: scene.points[i], point: scene.place(of: i, in: 1, noise: noise),
        anchorCenter: .zero, depthSigma: depthSigma)
    }
  }

  private func errors(_ pose: RigidMotion, _ truth: RigidMotion) -> (turn: Double, shift: Double) {
    ((pose * truth.inverse).angle, (pose.center - truth.center).length)
  }

  @Test func exactPointsGiveTheExactPose() {
    var scene = SyntheticScene(points: 60, cameras: 2, seed: 5)
    var list = observations(&scene, noise: 0)
    var pose = Self.start
    var sigma = 0.0
    let count = optimizer.optimize(&pose, &list, prior: nil, sigma: &sigma)
    #expect(count == 60)
    let error = errors(pose, scene.cameras[1])
    #expect(error.turn < 1e-7)
    #expect(error.shift < 1e-7)
  }

  @Test func aThirdOfOutliersIsFoundOutAndDoesNotPull() {
    var scene = SyntheticScene(points: 150, cameras: 2, seed: 6)
    var list = observations(&scene, noise: 0.3)
    for i in stride(from: 0, to: 150, by: 3) {
      list[i].point += Vector2(scene.generator.uniform(0.02...0.2), 0.03)
    }
    var pose = Self.start
    var sigma = 0.0
    let count = optimizer.optimize(&pose, &list, prior: nil, sigma: &sigma)
    #expect((95...104).contains(count))
    #expect(list.indices.filter { $0 % 3 == 0 }.allSatisfy { !list[$0].isInlier })
    let error = errors(pose, scene.cameras[1])
    #expect(error.turn < 0.002)
    #expect(error.shift < 0.005)
    #expect(sigma < 0.6)
  }

  /// Points whose depths are all 20 % wrong, and known to be that uncertain, must not move the
  /// camera along the rays, while their directions still hold its turn.
  @Test func unknownDepthsHoldTheTurnAndDoNotPullAlongTheRays() {
    var scene = SyntheticScene(points: 120, cameras: 2, seed: 7)
    var list = observations(&scene, noise: 0.1)
    for i in list.indices { list[i].position *= 1.2 }
    func solve(depthSigma: Double) -> (turn: Double, shift: Double) {
      for i in list.indices { list[i].depthSigma = depthSigma }
      var pose = scene.cameras[1]
      var sigma = 0.0
      let prior = PoseOptimizer.Prior(center: scene.cameras[1].center, sigma: 0.01)
      _ = optimizer.optimize(&pose, &list, prior: prior, sigma: &sigma)
      return errors(pose, scene.cameras[1])
    }
    let trusting = solve(depthSigma: 0)
    let doubting = solve(depthSigma: 0.5)
    #expect(doubting.shift < 0.3 * trusting.shift)
    #expect(doubting.turn < 0.01)
  }

  @Test func fewerThanSixPointsGiveNoPose() {
    var scene = SyntheticScene(points: 5, cameras: 2, seed: 8)
    var list = observations(&scene, noise: 0)
    var pose = Self.start
    var sigma = 0.0
    #expect(optimizer.optimize(&pose, &list, prior: nil, sigma: &sigma) == 0)
  }
}
