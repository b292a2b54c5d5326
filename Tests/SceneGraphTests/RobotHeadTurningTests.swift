import Foundation
import SceneGraph
import SessionCore
import SpatialMath
import Testing

@Suite struct RobotHeadTurningTests {
  private static let degree = Double.pi / 180
  /// Turns of a face: pitch, yaw, roll in degrees.
  private static let turns: [Vector3] = [
    .zero, Vector3(20, 0, 0), Vector3(0, 30, 0), Vector3(0, 0, 25), Vector3(-15, 40, 10),
    Vector3(25, -35, -20),
  ]

  private func rotation(_ v: Vector3) -> Quaternion {
    EulerAngles(
      pitch: v.x * Self.degree, yaw: v.y * Self.degree, roll: v.z * Self.degree
    ).rotation
  }

  /// A head on a table before a camera, and its rotation in the world.
  private func worldFromHead(
    face: Quaternion, camera: Pose, parent: Pose = Pose(translation: Vector3(0.3, -0.4, -1)),
    reference: RobotHead.Reference = .viewer
  ) -> Quaternion {
    let head = RobotHead(reference: reference)
    let anchor = Entity(transform: Transform(parent))
    anchor.addChild(head)
    head.update(with: Make.face(face), viewer: camera)
    return Transform(matrix: head.head.transformMatrix(relativeTo: nil)).rotation
  }

  /// Where a camera stands that looks level at the head from a heading, radians about +Y.
  private func camera(heading: Double, at place: Vector3 = Vector3(0.3, -0.4, -1)) -> Pose {
    let turn = Quaternion(angle: heading, axis: Vector3(0, 1, 0))
    return Pose(
      rotation: turn, translation: place + turn.act(Vector3(0, 0.5, 1.2)))
  }

  @Test func aUserWhoLooksStraightAheadIsLookedAt() {
    let camera = camera(heading: 0.7)
    // The user stands behind the camera and looks the way it looks: face +Z is camera −Z.
    let face = camera.rotation * Quaternion(angle: .pi, axis: Vector3(0, 1, 0))
    let head = worldFromHead(face: face, camera: camera)
    let toViewer = camera.rotation.act(Vector3(0, 0, 1))
    #expect(isClose(head.act(Vector3(0, 0, 1)), toViewer, within: 1e-6))
    #expect(isClose(head.act(Vector3(0, 1, 0)), Vector3(0, 1, 0), within: 1e-6))
  }

  @Test(arguments: turns) func theHeadIsTheMirrorImageOfTheFace(turn: Vector3) {
    for heading in [0.0, 1.1, -2.4] {
      let camera = camera(heading: heading)
      let b = camera.rotation
      let face = b * Quaternion(angle: .pi, axis: Vector3(0, 1, 0)) * rotation(turn)
      let head = worldFromHead(face: face, camera: camera)
      // Mirrored in the plane across the line of sight: z of B is turned round, and so is the
      // image's own x, because a mirror swaps left and right.
      func mirrored(_ v: Vector3) -> Vector3 {
        let inB = b.inverse.act(v)
        return b.act(Vector3(inB.x, inB.y, -inB.z))
      }
      let x = mirrored(face.act(Vector3(-1, 0, 0)))
      let y = mirrored(face.act(Vector3(0, 1, 0)))
      let z = mirrored(face.act(Vector3(0, 0, 1)))
      #expect(isClose(head.act(Vector3(1, 0, 0)), x, within: 1e-6))
      #expect(isClose(head.act(Vector3(0, 1, 0)), y, within: 1e-6))
      #expect(isClose(head.act(Vector3(0, 0, 1)), z, within: 1e-6))
    }
  }

  @Test func anglesAreThoseOfTheContract() {
    let turn = EulerAngles(pitch: 0.2, yaw: 0.5, roll: -0.3)
    let mirror = RobotHead.mirroredAngles(viewerFrameFromFace: turn.rotation)
    #expect(abs(mirror.pitch - 0.2) < roundOff)
    #expect(abs(mirror.yaw - (.pi - 0.5)) < roundOff)
    #expect(abs(mirror.roll - 0.3) < roundOff)
    let book = RobotHead.parentAngles(parentFromFace: turn.rotation)
    #expect(abs(book.pitch - 0.2) < roundOff)
    #expect(abs(book.yaw - (.pi - 0.5)) < roundOff)
    #expect(abs(book.roll + 0.3) < roundOff)
  }

  @Test func aTiltMirrors() {
    let camera = camera(heading: 0)
    let halfTurn = Quaternion(angle: .pi, axis: Vector3(0, 1, 0))
    // The user leans to the own right, which is the viewer's right, +X.
    let face = halfTurn * rotation(Vector3(0, 0, 20))
    #expect(face.act(Vector3(0, 1, 0)).x > 0.3)
    #expect(worldFromHead(face: face, camera: camera).act(Vector3(0, 1, 0)).x > 0.3)
  }

  @Test func walkingRoundTheTableDoesNotTurnTheHeadAway() {
    for step in 0..<12 {
      let camera = camera(heading: Double(step) * .pi / 6)
      let face = camera.rotation * Quaternion(angle: .pi, axis: Vector3(0, 1, 0))
      let head = worldFromHead(face: face, camera: camera)
      let toViewer = camera.rotation.act(Vector3(0, 0, 1))
      #expect(head.act(Vector3(0, 0, 1)).dot(toViewer) > 0.999)
    }
  }

  @Test func aTurnedPlaneMakesNoDifferenceToTheMirror() {
    let camera = camera(heading: 0.4)
    let face = camera.rotation * Quaternion(angle: .pi, axis: Vector3(0, 1, 0))
    let parent = Pose(
      rotation: Quaternion(angle: 1.3, axis: Vector3(0, 1, 0)),
      translation: Vector3(0.3, -0.4, -1))
    let head = worldFromHead(face: face, camera: camera, parent: parent)
    #expect(head.act(Vector3(0, 0, 1)).dot(camera.rotation.act(Vector3(0, 0, 1))) > 0.999)
  }

  @Test func againstTheParentATiltIsNotMirroredAndWalkingRoundTurnsItAway() {
    let halfTurn = Quaternion(angle: .pi, axis: Vector3(0, 1, 0))
    let tilted = worldFromHead(
      face: halfTurn * rotation(Vector3(0, 0, 20)), camera: camera(heading: 0),
      reference: .parent)
    #expect(tilted.act(Vector3(0, 1, 0)).x < -0.3)
    let behind = camera(heading: .pi)
    let face = behind.rotation * halfTurn
    let away = worldFromHead(face: face, camera: behind, reference: .parent)
    #expect(away.act(Vector3(0, 0, 1)).dot(behind.rotation.act(Vector3(0, 0, 1))) > 0.99)
    let aside = camera(heading: .pi / 2)
    let wrong = worldFromHead(face: aside.rotation * halfTurn, camera: aside, reference: .parent)
    #expect(wrong.act(Vector3(0, 0, 1)).dot(aside.rotation.act(Vector3(0, 0, 1))) < -0.99)
  }

  @Test func againstTheParentAnglesAreRelativeToTheParentsAxes() {
    let parent = Pose(
      rotation: Quaternion(angle: 0.8, axis: Vector3(0, 1, 0)), translation: Vector3(1, 2, 3))
    let face = rotation(Vector3(10, 20, 30))
    let head = worldFromHead(
      face: face, camera: .identity, parent: parent, reference: .parent)
    let angles = EulerAngles(parent.rotation.inverse * face)
    let expected =
      parent.rotation
      * Transform(pitch: angles.pitch, yaw: -angles.yaw + .pi, roll: angles.roll).rotation
    #expect((expected.inverse * head).angle < 1e-6)
  }

  @Test func beforeTheFrontCameraTheHeadLooksIntoItAndMirrorsATilt() {
    let head = RobotHead()
    head.position = Vector3(0, 0, -1)
    head.update(
      with: Make.face(rotation(Vector3(0, 0, 20))), viewer: .identity, viewerFacesUser: true)
    let turned = Transform(matrix: head.head.transformMatrix(relativeTo: nil)).rotation
    #expect(turned.act(Vector3(0, 0, 1)).z > 0.99)
    #expect(turned.act(Vector3(0, 1, 0)).x > 0.3)
  }

  @Test func aViewerStraightAboveStandsAtTheLowerEdgeOfItsPicture() {
    let down = Pose(
      rotation: Quaternion(angle: -.pi / 2, axis: Vector3(1, 0, 0)),
      translation: Vector3(0, 2, 0))
    let b = RobotHead.viewerFrame(place: .zero, viewer: down)
    #expect(isClose(b.act(Vector3(0, 0, 1)), Vector3(0, 0, 1), within: 1e-6))
  }

  @Test func theHeadOfALostFaceGoesBackToRestAndLooksAtTheViewer() {
    let scene = Scene()
    let anchor = AnchorEntity(plane: .horizontal)
    let head = RobotHead()
    anchor.addChild(head)
    scene.addAnchor(anchor)
    let plane = Make.plane(at: Pose(translation: Vector3(0, -0.4, -1)))
    let turned = Make.face(
      Quaternion(angle: .pi, axis: Vector3(0, 1, 0)) * rotation(Vector3(0, 35, 0)),
      [.jawOpen: 1])
    scene.update(with: Make.frame([.plane(plane), .face(turned)], seconds: 0))
    let open = head.parts.jaw.position.y
    #expect(head.head.orientation.angle > 0.5)
    var lost = turned
    lost.isTracked = false
    scene.update(with: Make.frame([.plane(plane), .face(lost)], seconds: 0.1))
    let between = head.parts.jaw.position.y
    #expect(between > open)
    scene.update(with: Make.frame([.plane(plane), .face(lost)], seconds: 6))
    #expect(head.parts.jaw.position.y > between)
    #expect(abs(head.parts.jaw.position.y - RobotHead().parts.jaw.position.y) < 1e-5)
    #expect(head.head.orientation.angle < 1e-3)
    #expect(anchor.isAnchored)
  }
}
