import FaceTracking
import SessionTesting
import SpatialMath
import Testing

@Suite struct PoseSteadierTests {
  private func pose(yawDegrees: Double, x: Double = 0) -> Pose {
    Pose(
      rotation: Quaternion(angle: yawDegrees * .pi / 180, axis: Vector3(0, 1, 0)),
      translation: Vector3(x, 0, -0.6))
  }

  private func yaw(_ pose: Pose) -> Double { pose.rotation.rotationVector.y * 180 / .pi }

  @Test func aTrembleIsHeldStill() {
    var steadier = PoseSteadier()
    var generator = SeededGenerator(seed: 3)
    var (given, kept) = ([Double](), [Double]())
    for index in 0..<120 {
      let noisy = pose(yawDegrees: 5 + generator.uniform(-0.03...0.03))
      let steady = steadier.steady(noisy, faceWidth: 200, at: Samples.time(Double(index) * 33))
      given.append(yaw(noisy))
      kept.append(yaw(steady))
    }
    func jitter(_ values: [Double]) -> Double {
      zip(values, values.dropFirst()).map { abs($0 - $1) }.reduce(0, +)
    }
    #expect(jitter(kept) < 0.3 * jitter(given))
  }

  @Test func aMovementComesAtOnce() {
    var steadier = PoseSteadier()
    for index in 0..<10 {
      _ = steadier.steady(pose(yawDegrees: 0), faceWidth: 200, at: Samples.time(Double(index) * 33))
    }
    let turned = steadier.steady(pose(yawDegrees: 3), faceWidth: 200, at: Samples.time(330))
    #expect(abs(yaw(turned) - 3) < 1e-9)
    let moved = steadier.steady(
      pose(yawDegrees: 3, x: 0.01), faceWidth: 200, at: Samples.time(363))
    #expect(abs(moved.translation.x - 0.01) < 1e-9)
  }

  @Test func aSlowMovementIsFollowedWithinATenthOfADegree() {
    var steadier = PoseSteadier()
    var worst = 0.0
    for index in 0..<200 {
      let now = Double(index) * 0.05
      let steady = steadier.steady(
        pose(yawDegrees: now), faceWidth: 200, at: Samples.time(Double(index) * 33))
      worst = max(worst, abs(yaw(steady) - now))
    }
    #expect(worst < 0.12)
  }

  @Test func afterALossThePoseIsTakenAsItIs() {
    var steadier = PoseSteadier()
    _ = steadier.steady(pose(yawDegrees: 0), faceWidth: 200, at: Samples.time(0))
    steadier.reset()
    let found = steadier.steady(pose(yawDegrees: 0.05), faceWidth: 200, at: Samples.time(33))
    #expect(yaw(found) > 0.0499)
  }
}
