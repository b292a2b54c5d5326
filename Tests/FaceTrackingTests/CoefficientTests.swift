import FaceTracking
import Foundation
import SessionCore
import SpatialMath
import Testing

@Suite struct MedianOfFiveTests {
  @Test func passesTheFirstValueThrough() {
    var filter = MedianOfFive()
    #expect(filter.filter(0.7) == 0.7)
  }

  @Test func hidesAValueThatShowsForTwoPictures() {
    var filter = MedianOfFive()
    let seen = [0, 0, 0, 0, 1, 1, 0, 0, 0, 0].map { filter.filter($0) }
    #expect(seen.allSatisfy { $0 == 0 })
  }

  @Test func showsAValueThatStaysFromTheThirdPicture() {
    var filter = MedianOfFive()
    let seen = [0, 0, 0, 0, 0, 1, 1, 1, 1].map { filter.filter($0) }
    #expect(seen == [0, 0, 0, 0, 0, 0, 0, 1, 1])
  }
}

@Suite struct CoefficientSmootherTests {
  private func smoothed(_ values: [Float]) -> [Float] {
    var smoother = CoefficientSmoother()
    return values.enumerated().map { index, value in
      var sample = BlendShapes()
      sample[.eyeBlinkLeft] = value
      return smoother.smooth(sample, at: Timestamp.zero.advanced(bySeconds: Double(index) / 30))[
        .eyeBlinkLeft]
    }
  }

  @Test func passesTheFirstValueThrough() {
    #expect(smoothed([0.4]) == [0.4])
  }

  @Test func steadiesNoiseAtRestToAFifth() {
    let noise = (0..<90).map { Float($0 % 2 == 0 ? 0.302 : 0.298) }
    let rest = smoothed(noise).suffix(30)
    #expect((rest.max() ?? 1) - (rest.min() ?? 0) < 0.004 / 5)
  }

  @Test func letsABlinkThrough() {
    // Shut within a tenth of a second, shut for another.
    let blink = Array(repeating: Float(0), count: 30) + [0.3, 0.7, 1, 1, 1, 0.5, 0]
    #expect((smoothed(blink).max() ?? 0) > 0.8)
  }
}

@Suite struct PackedJointNetworkTests {
  /// The tool sums in another order, with the same rounded weights.
  private static let agreement: Float = 0.002

  @Test func answersAsTheToolThatPackedIt() {
    // The same face as in `made_up_answer` of Tools/coefficients/pack.py.
    var rest = RestFace.average
    rest.share = 1
    func wave(_ index: Int, _ frequency: Float) -> Float { sinf(frequency * Float(index)) }
    var face = rest.appearance
    for i in face.geometry.indices { face.geometry[i] += 0.08 * wave(i, 0.37) }
    for i in face.scores.indices { face.scores[i] = 0.5 + 0.5 * wave(i, 0.61) }
    for i in face.coarse.indices { face.coarse[i] += 0.4 * wave(i, 0.53) }
    for i in face.fine.indices { face.fine[i] += 0.4 * wave(i, 0.53) }
    for i in face.finest.indices { face.finest[i] += 0.4 * wave(i, 0.53) }
    let networks = PackedJointNetwork()
    let answer = networks.coefficients(
      of: face, relativeTo: rest, angles: EulerAngles(pitch: -0.05, yaw: 0.1, roll: 0.02))
    for location in BlendShapeLocation.allCases {
      let expected = networks.answerForMadeUpFace[location]
      #expect(abs(answer[location] - expected) < Self.agreement, "\(location)")
    }
    #expect(answer != BlendShapes())
  }
}

@Suite struct CoefficientConfidenceTests {
  private func confidence(yawDegrees: Double) -> BlendShapes {
    CoefficientConfidence.values(yaw: yawDegrees * .pi / 180, presence: 1)
  }

  @Test func believesBothSidesFromTheFront() {
    let c = confidence(yawDegrees: 0)
    for location in [BlendShapeLocation.eyeBlinkLeft, .eyeBlinkRight, .mouthSmileLeft, .jawOpen] {
      #expect(c[location] == 1)
    }
  }

  @Test func losesTheFarMouthCornerFirst() {
    // Turned 25° to its own left, the face shows its right side.
    let c = confidence(yawDegrees: 25)
    #expect(c[.mouthSmileLeft] < 0.5)
    #expect(c[.mouthSmileRight] == 1)
    #expect(c[.eyeBlinkLeft] == 1)
  }

  @Test func losesTheFarEyeBeyond36Degrees() {
    let c = confidence(yawDegrees: -48)
    #expect(c[.eyeBlinkRight] < 0.5)
    #expect(c[.eyeBlinkLeft] == 1)
    #expect(c[.mouthSmileLeft] == 1)
  }

  @Test func mirrors() {
    #expect(
      confidence(yawDegrees: 30)[.mouthFrownLeft] == confidence(yawDegrees: -30)[.mouthFrownRight])
  }

  @Test func believesLessWhatHardlyFollowsTheTruth() {
    let c = confidence(yawDegrees: 0)
    for location in [BlendShapeLocation.jawLeft, .eyeSquintLeft, .mouthPressLeft, .mouthRollUpper] {
      #expect(c[location] < 0.7)
    }
  }

  @Test func believesAllThatTheTableShowsAndLittleOfTheRest() {
    // Away from the borders, where sight ends softly.
    for yaw in [-60.0, -50, -24, 0, 24, 50, 60] {
      let visible = FaceFeature.visible(atYaw: yaw)
      let c = confidence(yawDegrees: yaw)
      let whole = confidence(yawDegrees: 0)
      for location in BlendShapeLocation.allCases {
        let isSeen = CoefficientConfidence.features(of: location).contains(where: visible.contains)
        let share = c[location] / whole[location]
        #expect(isSeen ? share > 0.99 : share < 0.21, "\(location) at \(yaw)")
      }
    }
  }

  @Test func fallsWithPresence() {
    let c = CoefficientConfidence.values(yaw: 0, presence: 0.6)
    #expect(c[.jawOpen] == 0.6)
  }
}
