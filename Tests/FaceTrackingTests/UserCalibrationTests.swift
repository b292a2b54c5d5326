import FaceTracking
import SessionCore
import SpatialMath
import Testing

@Suite struct CoefficientRangesTests {
  private func shapes(_ values: [BlendShapeLocation: Float]) -> BlendShapes {
    var result = BlendShapes()
    for (location, value) in values { result[location] = value }
    return result
  }

  @Test func aRangeIsStretchedToTheWholeAndNotBeyond() {
    let ranges = CoefficientRanges([.jawOpen: 0.1...0.5])
    #expect(ranges.stretched(shapes([.jawOpen: 0.5]))[.jawOpen] == 1)
    #expect(ranges.stretched(shapes([.jawOpen: 0.9]))[.jawOpen] == 1)
    #expect(ranges.stretched(shapes([.jawOpen: 0.05]))[.jawOpen] == 0)
    #expect(ranges.stretched(shapes([.tongueOut: 0.3]))[.tongueOut] == 0.3)
  }

  @Test func theUtmostIsLearntWithoutTheStrayPictures() throws {
    var learner = CoefficientRangeLearner()
    for index in 0..<200 {
      // Three pictures of 200 err; cheeks were not puffed.
      let blink: Float = index < 3 ? 1 : Float(index % 8) / 10
      learner.look(at: shapes([.eyeBlinkLeft: blink, .cheekPuff: 0.1, .eyeLookUpLeft: blink]))
    }
    let range = try #require(learner.ranges[.eyeBlinkLeft])
    #expect(range.lowerBound == 0 && abs(range.upperBound - 0.7) < 0.011)
    #expect(learner.ranges[.cheekPuff] == nil)
    #expect(learner.ranges[.eyeLookUpLeft] == nil)
  }

  @Test func whatReadsWeaklyIsRaisedThreefoldAtMost() throws {
    var learner = CoefficientRangeLearner()
    for _ in 0..<20 { learner.look(at: shapes([.cheekPuff: 0.26])) }
    let range = try #require(learner.ranges[.cheekPuff])
    #expect(range.upperBound - range.lowerBound >= 0.32)
  }
}

@Suite struct StraightLookLearnerTests {
  private func eye(_ yaw: Double, _ pitch: Double, x: Double) -> Pose {
    Pose(
      rotation: EulerAngles(pitch: -pitch, yaw: yaw).rotation, translation: Vector3(x, 0.02, 0.03))
  }

  @Test func halfOfTheErrorOfALookIntoTheCameraIsLearnt() {
    var learner = StraightLookLearner()
    let face = Pose(translation: Vector3(0, -0.02, -0.6))
    for _ in 0..<30 {
      learner.look(
        cameraFromFace: face, leftEye: eye(0.08, -0.05, x: 0), rightEye: eye(0.02, -0.05, x: 0))
    }
    // One blink, one glance.
    learner.look(
      cameraFromFace: face, leftEye: eye(0.7, -0.7, x: 0), rightEye: eye(0.7, -0.7, x: 0))
    let offsets = learner.offsets
    #expect((offsets.left - Vector2(0.04, -0.025)).length < 1e-6)
    #expect((offsets.right - Vector2(0.01, -0.025)).length < 1e-6)
    #expect(learner.pictures == 30)
    #expect(abs(learner.pose.yaw) < 1e-9)
  }
}
