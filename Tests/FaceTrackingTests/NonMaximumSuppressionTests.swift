import FaceTracking
import SpatialMath
import Testing

@Suite struct NonMaximumSuppressionTests {
  private func detection(_ score: Double, _ x: Double, _ y: Double, size: Double = 10)
    -> FaceDetection
  {
    let corner = Vector2(x, y)
    return FaceDetection(
      score: score, box: PixelBox(minimum: corner, maximum: corner + size),
      keyPoints: (0..<6).map { corner + Double($0) })
  }

  @Test func mergesOverlappingBoxesByTheirScores() throws {
    let merged = NonMaximumSuppression.merge(
      [detection(0.6, 0, 0), detection(0.9, 1, 0)], overlap: 0.5, limit: 5)
    let face = try #require(merged.first)
    #expect(merged.count == 1)
    #expect(face.score == 0.9)
    // (0.9 · 1 + 0.6 · 0) / 1.5
    #expect(abs(face.box.minimum.x - 0.6) < 1e-12)
    #expect(abs(face.keyPoints[3].x - 3.6) < 1e-12)
  }

  @Test func keepsFacesApart() {
    let merged = NonMaximumSuppression.merge(
      [detection(0.6, 0, 0), detection(0.9, 40, 0), detection(0.7, 80, 3)], overlap: 0.5, limit: 5)
    #expect(merged.map(\.score) == [0.9, 0.7, 0.6])
  }

  @Test func stopsAtTheLimitWithTheBest() {
    let merged = NonMaximumSuppression.merge(
      [detection(0.6, 0, 0), detection(0.9, 40, 0)], overlap: 0.5, limit: 1)
    #expect(merged.map(\.score) == [0.9])
  }

  @Test func givesNothingForNothing() {
    #expect(NonMaximumSuppression.merge([], overlap: 0.5, limit: 3).isEmpty)
  }

  @Test func measuresOverlapAsSharedOverCoveredArea() {
    let a = PixelBox(minimum: Vector2(0, 0), maximum: Vector2(4, 4))
    #expect(a.overlap(with: a) == 1)
    #expect(a.overlap(with: PixelBox(minimum: Vector2(2, 0), maximum: Vector2(6, 4))) == 8.0 / 24)
    #expect(a.overlap(with: PixelBox(minimum: Vector2(9, 9), maximum: Vector2(10, 10))) == 0)
  }

  @Test func turnsTheFirstRegionSoThatTheEyesAreLevel() {
    var face = detection(1, 0, 0)
    face.keyPoints[0] = Vector2(2, 2)
    face.keyPoints[1] = Vector2(5, 5)
    #expect(abs(face.region.angle - .pi / 4) < 1e-12)
    #expect(face.region.size == Vector2(15, 15))
    #expect(face.region.center == Vector2(5, 5))
  }
}
