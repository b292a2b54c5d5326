import SceneGraph
import SessionCore
import SpatialMath
import Testing

/// Single-precision coefficients times small travels.
private let tolerance = 1e-7

@Suite struct RobotHeadExpressionTests {
  private func head(_ shapes: [BlendShapeLocation: Float]) -> RobotHead {
    let head = RobotHead()
    head.update(with: Make.face(Quaternion.identity, shapes), viewer: .identity)
    return head
  }
  private let neutral = RobotHead()

  @Test(arguments: [Float(0), 0.25, 1]) func browsRiseByThreeHundredthsOfTheirCoefficient(w: Float)
  {
    let h = head([.browOuterUpLeft: w])
    let rise = h.parts.leftBrow.position.y - neutral.parts.leftBrow.position.y
    #expect(abs(rise - 0.03 * Double(w)) < tolerance)
    #expect(h.parts.rightBrow.position.y == neutral.parts.rightBrow.position.y)
    let other = head([.browOuterUpRight: w])
    let otherRise = other.parts.rightBrow.position.y - neutral.parts.rightBrow.position.y
    #expect(abs(otherRise - 0.03 * Double(w)) < tolerance)
    #expect(other.parts.leftBrow.position.y == neutral.parts.leftBrow.position.y)
  }

  @Test(arguments: [Float(0), 0.5, 1]) func tongueComesOutByATenth(w: Float) {
    #expect(abs(head([.tongueOut: w]).parts.tongue.position.z - 0.1 * Double(w)) < tolerance)
  }

  @Test func tongueSticksOutOfTheFaceTowardsTheViewer() {
    let h = head([.tongueOut: 1])
    let tip = h.parts.tongue.visualBounds(relativeTo: h.head).max.z
    let lips = h.parts.upperLip.visualBounds(relativeTo: h.head).max.z
    #expect(tip > lips + 0.04)
    let inside = neutral.parts.tongue.visualBounds(relativeTo: neutral.head).max.z
    #expect(inside < lips)
  }

  @Test(arguments: [Float(0), 0.3, 1]) func jawSinksByItsOwnHeight(w: Float) {
    let h = head([.jawOpen: w])
    let height = neutral.parts.jaw.visualBounds(relativeTo: neutral.parts.jaw).extents.y
    #expect(abs(h.jawHeight - height) < tolerance)
    let sunk = neutral.parts.jaw.position.y - h.parts.jaw.position.y
    #expect(abs(sunk - height * Double(w)) < tolerance)
    #expect((0.03...0.06).contains(height))
  }

  @Test(arguments: [Float(0), 0.7, 1]) func upperLipRisesByATwentieth(w: Float) {
    let rise =
      head([.mouthUpperUpLeft: w]).parts.upperLip.position.y - neutral.parts.upperLip.position.y
    #expect(abs(rise - 0.05 * Double(w)) < tolerance)
    let right = head([.mouthUpperUpRight: w]).parts.upperLip.position.y
    #expect(right == neutral.parts.upperLip.position.y)
  }

  @Test(arguments: [Float(0), 0.4, 1]) func eyesShrinkAlongZByTheBlink(w: Float) {
    let left = head([.eyeBlinkLeft: w])
    #expect(abs(left.parts.leftEye.scale.z - (1 - Double(w))) < tolerance)
    #expect(left.parts.leftEye.scale.x == 1 && left.parts.leftEye.scale.y == 1)
    #expect(left.parts.rightEye.scale.z == 1)
    let right = head([.eyeBlinkRight: w])
    #expect(abs(right.parts.rightEye.scale.z - (1 - Double(w))) < tolerance)
    #expect(right.parts.leftEye.scale.z == 1)
  }

  @Test func anEyesOwnZIsTheAxisAlongWhichTheLidCloses() {
    for eye in [neutral.parts.leftEye, neutral.parts.rightEye] {
      let axis = eye.transformMatrix(relativeTo: neutral).transform(direction: Vector3(0, 0, 1))
      #expect(isClose(axis, Vector3(0, 1, 0)))
    }
    let open = neutral.parts.leftEye.visualBounds(relativeTo: neutral).extents
    let h = head([.eyeBlinkLeft: 0.5])
    let half = h.parts.leftEye.visualBounds(relativeTo: h).extents
    #expect(abs(half.y / open.y - 0.5) < 0.01)
    #expect(abs(half.x / open.x - 1) < 1e-6)
  }

  @Test func lidsMeetWhenTheEyeIsShutAndStayApartWhenItIsOpen() {
    func gap(_ h: RobotHead) -> Double {
      func edge(_ lid: Entity) -> Double {
        lid.transformMatrix(relativeTo: h.head).transform(direction: Vector3(0, 0, 1)).y
      }
      return edge(h.parts.leftLids.upper) - edge(h.parts.leftLids.lower)
    }
    #expect(gap(neutral) > 1)
    #expect(abs(gap(head([.eyeBlinkLeft: 1]))) < 1e-6)
    #expect(gap(head([.eyeBlinkRight: 1])) > 1)
  }

  @Test func theUsersLeftDrivesThePartsAtTheViewersLeft() {
    // The viewer looks along −Z at a head that looks along +Z: its left is −X.
    let p = neutral.parts
    for part in [p.leftBrow, p.leftEye, p.leftLids.upper, p.leftCheek as Entity] {
      #expect(part.visualBounds(relativeTo: neutral).center.x < -0.01)
    }
    for part in [p.rightBrow, p.rightEye, p.rightLids.upper, p.rightCheek as Entity] {
      #expect(part.visualBounds(relativeTo: neutral).center.x > 0.01)
    }
  }

  @Test func pupilsFollowTheGazeAsInAMirror() {
    // The user's own left is the viewer's left, −X.
    let left = head([.eyeLookOutLeft: 1, .eyeLookInRight: 1])
    for gaze in [left.parts.leftGaze, left.parts.rightGaze] {
      #expect(gaze.orientation.act(Vector3(0, 0, 1)).x < -0.3)
    }
    let up = head([.eyeLookUpLeft: 1, .eyeLookUpRight: 1])
    for gaze in [up.parts.leftGaze, up.parts.rightGaze] {
      #expect(gaze.orientation.act(Vector3(0, 0, 1)).y > 0.3)
    }
  }

  @Test func coefficientsBeyondTheirRangeAreClamped() {
    let h = head([.eyeBlinkLeft: 1.5, .jawOpen: -1])
    #expect(h.parts.leftEye.scale.z == 0)
    #expect(h.parts.jaw.position.y == neutral.parts.jaw.position.y)
  }

  @Test func headStandsOnItsFootAndIsAQuarterOfAUnitHigh() {
    let box = neutral.visualBounds(relativeTo: neutral)
    #expect(abs(box.min.y) < 1e-6)
    #expect((0.25...0.30).contains(box.extents.y))
  }

  @Test func nothingReachesBelowTheFootWithTheMouthOpenAndTheHeadBowed() {
    let h = RobotHead()
    let bow = EulerAngles(pitch: 0.35, yaw: .pi, roll: 0).rotation
    h.update(
      with: Make.face(bow, [.jawOpen: 1]), viewer: Pose(translation: Vector3(0, 0.3, 1)))
    #expect(h.visualBounds(relativeTo: h).min.y > -0.002)
  }
}
