import FaceTracking
import SessionCore
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

  @Test func fallsWithPresence() {
    let c = CoefficientConfidence.values(yaw: 0, presence: 0.6)
    #expect(c[.jawOpen] == 0.6)
  }
}
