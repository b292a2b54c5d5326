import SpatialMath
import Testing

@Suite struct PoseHistoryTests {
  private static let exact = 1e-12

  private static func time(_ milliseconds: Int64) -> Timestamp {
    Timestamp(nanoseconds: milliseconds * 1_000_000)
  }
  private static func x(_ history: PoseHistory, _ milliseconds: Int64) -> Double? {
    history.pose(at: time(milliseconds))?.translation.x
  }
  /// One metre a second, thirty-three milliseconds apart.
  private static func moving(_ count: Int64) -> PoseHistory {
    var history = PoseHistory()
    for i in 0..<count {
      history.append(
        Pose(translation: Vector3(Double(i) * 0.033, 0, 0)), at: time(i * 33))
    }
    return history
  }

  @Test func betweenSamplesThePoseIsInterpolated() throws {
    var history = PoseHistory()
    history.append(.identity, at: Self.time(0))
    history.append(
      Pose(
        rotation: Quaternion(angle: 1, axis: Vector3(0, 1, 0)), translation: Vector3(2, 0, 0)),
      at: Self.time(100))
    let quarter = try #require(history.pose(at: Self.time(25)))
    #expect((quarter.translation - Vector3(0.5, 0, 0)).length < Self.exact)
    #expect(abs(quarter.rotation.angle - 0.25) < 1e-9)
  }

  @Test func anEmptyHistoryKnowsNothingAndOneSampleIsHeld() {
    var history = PoseHistory()
    #expect(history.pose(at: .zero) == nil)
    history.append(Pose(translation: Vector3(1, 0, 0)), at: Self.time(10))
    #expect(Self.x(history, 0) == 1)
    #expect(Self.x(history, 10) == 1)
    #expect(Self.x(history, 500) == 1)
  }

  @Test func beforeTheFirstSampleItIsHeldAndAfterTheLastCarriedOnForAWhile() throws {
    let history = Self.moving(4)
    #expect(Self.x(history, -50) == 0)
    #expect(abs(try #require(Self.x(history, 99 + 20)) - 0.119) < Self.exact)
    #expect(abs(try #require(Self.x(history, 99 + 50)) - 0.149) < Self.exact)
    #expect(abs(try #require(Self.x(history, 99 + 5000)) - 0.149) < Self.exact)
  }

  @Test func samplesFarApartSayNothingAboutTheSpeedNow() {
    var history = PoseHistory()
    history.append(.identity, at: Self.time(0))
    history.append(Pose(translation: Vector3(1, 0, 0)), at: Self.time(1000))
    #expect(Self.x(history, 1040) == 1)
  }

  @Test func oldSamplesMakeRoomAndEqualTimesReplace() {
    var history = PoseHistory(capacity: 4)
    for i in 0..<10 {
      history.append(Pose(translation: Vector3(Double(i), 0, 0)), at: Self.time(Int64(i) * 10))
    }
    #expect(history.samples.map(\.pose.translation.x) == [6, 7, 8, 9])
    history.append(Pose(translation: Vector3(42, 0, 0)), at: Self.time(90))
    #expect(history.samples.map(\.pose.translation.x) == [6, 7, 8, 42])
  }

  @Test func aNewWorldMovesAllSamples() throws {
    var history = Self.moving(3)
    let turn = Pose(rotation: Quaternion(angle: .pi / 2, axis: Vector3(0, 1, 0)))
    history.move(by: turn)
    let pose = try #require(history.pose(at: Self.time(33)))
    #expect((pose.translation - Vector3(0, 0, -0.033)).length < Self.exact)
  }
}
