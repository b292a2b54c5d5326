import FaceTracking
import SessionTesting
import SpatialMath
import Testing

@Suite struct LandmarkSmootherTests {
  @Test func passesTheFirstSampleThrough() {
    var smoother = LandmarkSmoother(parameters: .init())
    var points = [Vector3(1, 2, 3)]
    smoother.smooth(&points, at: .zero, faceSize: 100)
    #expect(points == [Vector3(1, 2, 3)])
  }

  @Test func agreesWithTheFilterOfOneValue() {
    let parameters = OneEuroParameters()
    var smoother = LandmarkSmoother(parameters: parameters)
    var single = OneEuroFilter(parameters)
    var generator = SeededGenerator(seed: 3)
    let faceSize = 120.0
    for i in 0..<100 {
      let sample = Double(i) * 0.3 + generator.gaussian()
      var points = [Vector3(sample, -sample, 0)]
      let time = Samples.time(Double(i) * 40)
      smoother.smooth(&points, at: time, faceSize: faceSize)
      let expected = single.filter(sample, at: time, scale: 1 / faceSize)
      #expect(abs(points[0].x - expected) < 1e-9)
      #expect(abs(points[0].y + expected) < 1e-9)
    }
  }

  @Test func steadiesAStillFaceAndFollowsAFastOne() {
    var smoother = LandmarkSmoother(parameters: .init())
    var generator = SeededGenerator(seed: 5)
    var spread = 0.0
    for i in 0..<200 {
      var points = [Vector3(50 + 0.2 * generator.gaussian(), 0, 0)]
      smoother.smooth(&points, at: Samples.time(Double(i) * 33), faceSize: 150)
      if i > 100 { spread = max(spread, abs(points[0].x - 50)) }
    }
    // Raw noise of 0.2 pixels would reach 0.5.
    #expect(spread < 0.15)
    var lag = 0.0
    for i in 0..<30 {
      let place = 50 + Double(i) * 10
      var points = [Vector3(place, 0, 0)]
      smoother.smooth(&points, at: Samples.time(Double(200 + i) * 33), faceSize: 150)
      lag = place - points[0].x
    }
    #expect(lag < 1)
  }

  @Test func treatsTimeThatStandsStillAsAMillisecond() {
    var smoother = LandmarkSmoother(parameters: .init())
    var points = [Vector3(0, 0, 0)]
    smoother.smooth(&points, at: .zero, faceSize: 100)
    points = [Vector3(1, 0, 0)]
    smoother.smooth(&points, at: .zero, faceSize: 100)
    #expect(points[0].x.isFinite && points[0].x > 0 && points[0].x < 1)
  }
}
