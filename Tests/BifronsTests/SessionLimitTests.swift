import Bifrons
import SessionCore
import SpatialMath
import Testing

@Suite struct SessionLimitTests {
  private static let interval = 1.0 / 30

  private func frame(_ index: Int) -> SessionFrame {
    SessionFrame(
      index: index, timestamp: Timestamp(nanoseconds: 5_000_000_000 + Int64(index) * 33_333_333),
      primaryRole: .rear, front: nil, rear: nil, trackingState: .normal)
  }

  /// How many frames at 30 a second lie within a limit.
  private func count(_ limit: SessionLimit) -> Int {
    let zero = Timestamp(nanoseconds: 5_000_000_000)
    for index in 0..<1000 {
      if limit.excludes(frame(index), zero: zero) { return index }
      if limit.isReached(by: frame(index), zero: zero, interval: Self.interval) { return index + 1 }
    }
    return 1000
  }

  @Test func tenSecondsAtThirtyFramesASecondAreThreeHundredFrames() {
    #expect(count(.seconds(10)) == 300)
  }

  @Test func aCountIsExact() {
    #expect(count(.frames(1)) == 1)
    #expect(count(.frames(100)) == 100)
  }

  @Test func aShortTimeStillHasOneFrame() {
    #expect(count(.seconds(0.01)) == 1)
  }

  @Test func withoutALimitNothingEnds() {
    #expect(count(.none) == 1000)
  }
}
