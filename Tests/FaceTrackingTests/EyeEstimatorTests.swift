import FaceMesh
import FaceTracking
import SpatialMath
import Testing

@Suite struct EyeEstimatorTests {
  /// The canonical face with its irises moved by metres from where they look into the camera.
  private func face(
    leftIris: SIMD3<Float> = .zero, rightIris: SIMD3<Float> = .zero, closedLids: [Int] = []
  ) -> MetricFace {
    var landmarks = CanonicalFace.standard.centimetres.map {
      SIMD3<Float>($0 / 100 + FaceMeshDeformation.offset)
    }
    // 486 is beyond: the ten iris points follow the 468 of the face.
    let left = (landmarks[263] + landmarks[362]) / 2 + SIMD3(0.002, 0.0022, 0.003)
    let right = (landmarks[33] + landmarks[133]) / 2 + SIMD3(-0.002, 0.0022, 0.003)
    landmarks += Array(repeating: right + rightIris, count: 5)
    landmarks += Array(repeating: left + leftIris, count: 5)
    for (upper, lower) in [(386, 374), (159, 145)] where closedLids.contains(upper) {
      landmarks[upper] = landmarks[lower]
    }
    return MetricFace(
      cameraFromFace: Pose(translation: Vector3(0, 0, -0.6)), landmarks: landmarks,
      cameraFromCanonical: Similarity(rotation: .identity, scale: 1, translation: .zero))
  }

  private func direction(_ eye: Pose) -> Vector3 { eye.rotation.act(Vector3(0, 0, 1)) }

  @Test func putsEyeballsBehindTheLidsApartByAnAdultsPupilDistance() {
    var eyes = EyeEstimator()
    let gaze = eyes.estimate(face())
    let apart = (gaze.left.translation - gaze.right.translation).length
    #expect(0.058...0.070 ~= apart)
    #expect(gaze.left.translation.x > 0 && gaze.right.translation.x < 0)
    #expect(0.02...0.035 ~= gaze.left.translation.z)
  }

  @Test func looksAheadWithCentredIrises() {
    var eyes = EyeEstimator()
    let gaze = eyes.estimate(face())
    #expect(direction(gaze.left).z > 0.98)
    #expect(direction(gaze.right).z > 0.98)
    #expect(abs(gaze.lookAtPoint.x) < 0.05)
    #expect(gaze.lookAtPoint.z > 0.1)
  }

  @Test func looksToTheFacesLeftWithPositiveX() {
    var eyes = EyeEstimator()
    let gaze = eyes.estimate(face(leftIris: SIMD3(0.004, 0, 0), rightIris: SIMD3(0.004, 0, 0)))
    #expect(gaze.lookAtPoint.x > 0.1)
    #expect(direction(gaze.left).x > 0.2 && direction(gaze.right).x > 0.2)
  }

  @Test func looksUpWithPositiveY() {
    var eyes = EyeEstimator()
    let level = eyes.estimate(face())
    let up = eyes.estimate(face(leftIris: SIMD3(0, 0.003, 0), rightIris: SIMD3(0, 0.003, 0)))
    #expect(up.lookAtPoint.y > level.lookAtPoint.y + 0.1)
  }

  @Test func convergingEyesGiveAShorterVector() {
    var eyes = EyeEstimator()
    let far = eyes.estimate(face(leftIris: SIMD3(0.001, 0, 0), rightIris: SIMD3(-0.001, 0, 0)))
    let near = eyes.estimate(face(leftIris: SIMD3(-0.001, 0, 0), rightIris: SIMD3(0.001, 0, 0)))
    #expect(near.lookAtPoint.length < 0.5 * far.lookAtPoint.length)
  }

  @Test func eyesDoNotRoll() {
    var eyes = EyeEstimator()
    let gaze = eyes.estimate(face(leftIris: SIMD3(0.004, 0.003, 0)))
    // Without roll the eye's x axis stays level.
    #expect(abs(gaze.left.rotation.act(Vector3(1, 0, 0)).y) < 1e-9)
  }

  @Test func aClosedEyeFollowsTheOpenOne() {
    var eyes = EyeEstimator()
    let shift = SIMD3<Float>(0.004, 0, 0)
    let gaze = eyes.estimate(
      face(leftIris: -shift, rightIris: shift, closedLids: [386]))
    #expect((direction(gaze.left) - direction(gaze.right)).length < 1e-9)
  }

  @Test func closedEyesKeepLookingWhereTheyLooked() {
    var eyes = EyeEstimator()
    let shift = SIMD3<Float>(0.004, 0, 0)
    let before = eyes.estimate(face(leftIris: shift, rightIris: shift))
    let after = eyes.estimate(face(closedLids: [386, 159]))
    #expect(after.left.rotation == before.left.rotation)
    #expect(after.right.rotation == before.right.rotation)
  }

  /// The canonical face with its lids this far open, as a share of how they are at rest.
  private func face(open share: Float, iris: SIMD3<Float>) -> MetricFace {
    var face = face(leftIris: iris, rightIris: iris)
    for (upper, lower) in [(386, 374), (159, 145)] {
      face.landmarks[upper] =
        face.landmarks[lower] + (face.landmarks[upper] - face.landmarks[lower]) * share
    }
    return face
  }

  @Test func lidsThatCloseDoNotLookDown() {
    var eyes = EyeEstimator()
    let before = eyes.estimate(face(open: 1, iris: .zero))
    // The network's irises go down with the lids.
    let closing = eyes.estimate(face(open: 0.5, iris: SIMD3(0, -0.004, 0)))
    #expect(closing.left.rotation == before.left.rotation)
    #expect(closing.right.rotation == before.right.rotation)
    let after = eyes.estimate(face(open: 0.9, iris: SIMD3(0, -0.002, 0)))
    #expect(after.left.rotation != before.left.rotation)
  }

  @Test func lidsThatStayLowLookAgain() {
    var eyes = EyeEstimator()
    let before = eyes.estimate(face(open: 1, iris: .zero))
    var last = before
    for _ in 0..<8 { last = eyes.estimate(face(open: 0.5, iris: SIMD3(0, -0.004, 0))) }
    #expect(last.left.rotation != before.left.rotation)
  }

  @Test func aUsersConstantErrorIsTakenAway() {
    var eyes = EyeEstimator()
    let before = eyes.estimate(face())
    eyes.offsets = GazeOffsets(left: Vector2(0.1, 0), right: Vector2(0, -0.1))
    let after = eyes.estimate(face())
    #expect(direction(before.left).x - direction(after.left).x > 0.09)
    #expect(direction(after.right).y - direction(before.right).y > 0.09)
  }

  @Test func whatIsSeenRoundTheEyesTurnsBothAlike() {
    var alone = EyeEstimator()
    let irises = alone.estimate(face())
    let up = EulerAngles(pitch: -0.4).rotation.act(Vector3(0, 0, 1))
    var joined = EyeEstimator()
    let gaze = joined.estimate(face(), seen: SeenEyes(left: up, right: up))
    #expect(direction(gaze.left).y > direction(irises.left).y + 0.2)
    #expect(direction(gaze.right).y > direction(irises.right).y + 0.2)
    let apart = direction(gaze.left).x - direction(gaze.right).x
    #expect(abs(apart - (direction(irises.left).x - direction(irises.right).x)) < 0.02)
  }
}
