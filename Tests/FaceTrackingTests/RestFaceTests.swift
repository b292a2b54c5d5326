import FaceTracking
import SessionCore
import SpatialMath
import Testing

@Suite struct RestFaceTests {
  private var own: RestFace {
    var rest = RestFace.average
    rest.share = 0.75
    for index in rest.appearance.geometry.indices { rest.appearance.geometry[index] += 0.25 }
    return rest
  }

  @Test func comesBackFromItsBytes() throws {
    let rest = own
    #expect(try RestFace(encoded: rest.encoded) == rest)
  }

  @Test func refusesWhatIsNone() {
    #expect(throws: RestFaceError.notARestFace) { try RestFace(encoded: []) }
    #expect(throws: RestFaceError.notARestFace) { try RestFace(encoded: Array("a profile".utf8)) }
  }

  @Test func refusesWhatIsCutOff() {
    #expect(throws: RestFaceError.damaged) { try RestFace(encoded: own.encoded.dropLast(1)) }
  }

  @Test func refusesWhatIsNotFinite() {
    var rest = own
    rest.appearance.scores[3] = .nan
    #expect(throws: RestFaceError.damaged) { try RestFace(encoded: rest.encoded) }
  }

  @Test func refusesOneOfOtherNetworks() {
    var bytes = own.encoded
    bytes[4] ^= 1
    #expect(throws: RestFaceError.otherNetworks) { try RestFace(encoded: bytes) }
  }
}

extension RestFace {
  fileprivate init(encoded: ArraySlice<UInt8>) throws(RestFaceError) {
    try self.init(encoded: Array(encoded))
  }
}

@Suite struct RestFaceLearnerTests {
  /// Shows a face for some seconds, ten times a second.
  private struct Sitter {
    var learner: RestFaceLearner
    var time = Timestamp.zero
    /// The appearance that all looks have: its first place tells what was learnt.
    var appearance = RestFace.average.appearance

    mutating func show(_ expression: BlendShapes, place: Float, yaw: Double = 0, seconds: Double) {
      appearance.geometry[0] = place
      for _ in 0..<Int(seconds * 10) {
        time = time.advanced(bySeconds: 0.1)
        guard learner.isDue(at: time) else { continue }
        learner.look(
          at: appearance, expression: expression,
          angles: EulerAngles(Quaternion(angle: yaw, axis: Vector3(0, 1, 0))), time: time)
      }
    }

    var learnt: Float { learner.rest?.appearance.geometry[0] ?? .nan }
  }

  private func smile(_ value: Float) -> BlendShapes {
    var result = BlendShapes()
    result[.mouthSmileLeft] = value
    result[.mouthSmileRight] = value
    return result
  }

  @Test func learnsAQuietFace() {
    var sitter = Sitter(learner: RestFaceLearner())
    sitter.show(smile(0.1), place: 7, seconds: 20)
    #expect(abs(sitter.learnt - 7) < 1e-4)
    #expect((sitter.learner.rest?.share ?? 0) > 0.75)
  }

  @Test func keepsAnExpressionThatIsHeldOut() {
    var sitter = Sitter(learner: RestFaceLearner())
    sitter.show(smile(0.1), place: 7, seconds: 10)
    sitter.show(smile(0.8), place: 9, seconds: 120)
    #expect(abs(sitter.learnt - 7) < 1e-4)
  }

  @Test func forgetsWhatItTookForRestBeforeAQuieterFaceCame() {
    var sitter = Sitter(learner: RestFaceLearner())
    sitter.show(smile(0.6), place: 9, seconds: 5)
    sitter.show(smile(0.05), place: 7, seconds: 40)
    #expect(abs(sitter.learnt - 7) < 0.2)
  }

  @Test func doesNotLearnFromTheSide() {
    var sitter = Sitter(learner: RestFaceLearner())
    sitter.show(smile(0), place: 7, yaw: 0.6, seconds: 10)
    #expect(sitter.learner.rest == nil)
  }

  @Test func learnsEveryPictureWhenAsked() {
    var sitter = Sitter(learner: RestFaceLearner(.asked))
    sitter.show(smile(0.9), place: 7, seconds: 1)
    #expect(abs(sitter.learnt - 7) < 1e-4)
    #expect(sitter.learner.rest?.share == 1)
  }

  @Test func leavesAGivenRestFaceAlone() {
    let rest = RestFace(appearance: RestFace.average.appearance, share: 1)
    var sitter = Sitter(learner: RestFaceLearner(.settled, rest: rest))
    sitter.show(smile(0), place: 7, seconds: 10)
    #expect(sitter.learner.rest == rest)
    #expect(sitter.learner.renewed.rest == rest)
  }

  @Test func beginsAnewForWhoeverComesLater() {
    var sitter = Sitter(learner: RestFaceLearner())
    sitter.show(smile(0), place: 7, seconds: 10)
    #expect(sitter.learner.renewed.rest == nil)
  }

  @Test func liesBetweenTheAveragesFaceAndOnesOwn() {
    var own = RestFace(appearance: RestFace.average.appearance, share: 0.5)
    own.appearance.geometry[0] += 2
    var filled = RestFace.average
    RestFaceLearner(.settled, rest: own).fill(&filled, from: .average)
    #expect(abs(filled.appearance.geometry[0] - RestFace.average.appearance.geometry[0] - 1) < 1e-4)
    #expect(filled.share == 0.5)
  }
}
