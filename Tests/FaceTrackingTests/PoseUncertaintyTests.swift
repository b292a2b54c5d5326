import FaceTracking
import SessionCore
import SpatialMath
import Testing

@Suite struct PoseUncertaintyTests {
  private func uncertainty(
    width: Double = 200, yaw: Double = 0, presence: Double = 1, outside: Double = 0
  ) -> PoseUncertainty {
    var conditions = FaceConditions.clear
    conditions.width = width
    conditions.yaw = yaw
    conditions.presence = presence
    conditions.shareOutside = outside
    return PoseUncertainty(conditions, position: Vector3(0, 0, -0.5))
  }

  @Test func growsWithAllThatMakesAFaceHardToRead() {
    let clear = uncertainty()
    // Four degrees and seven percent: people differ from the average.
    #expect((0.06...0.08).contains(clear.rotation) && (0.03...0.04).contains(clear.position))
    for worse in [
      uncertainty(width: 30), uncertainty(yaw: 0.7), uncertainty(presence: 0.6),
      uncertainty(outside: 0.5),
    ] { #expect(worse.rotation > clear.rotation * 1.2) }
    #expect(uncertainty(width: 30).position > clear.position * 1.2)
    #expect(uncertainty(width: 0.01).rotation <= .pi)
  }
}
