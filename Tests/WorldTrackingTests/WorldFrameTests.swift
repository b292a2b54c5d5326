import Foundation
import SessionCore
import SpatialMath
import Testing
import WorldTracking

@Suite struct WorldFrameTests {
  private static let tolerance = 1e-9

  /// A camera from map whose pose in a level world (+Y up, session axes) is given; the map is that
  /// world in vision axes, so that up is −Y there.
  private func camera(_ worldFromCamera: Pose) -> RigidMotion {
    let flip = Pose.sessionCameraFromVisionCamera
    let mapFromVision = flip * worldFromCamera * flip
    let inverse = mapFromVision.inverse
    return RigidMotion(rotation: inverse.rotation.matrix, translation: inverse.translation)
  }

  private func frame(
    _ first: RigidMotion, scale: Double = 1,
    alignment: WorldTrackingConfiguration.WorldAlignment = .gravity
  ) -> WorldFrame {
    WorldFrame(
      firstCamera: first, up: Vector3(0, -1, 0), gravitySource: .configuration, scale: scale,
      scaleSource: .known, alignment: alignment)
  }

  /// Looking left by 0.7 and down by 0.5 rad, turned by 0.1, somewhere.
  private let tilted = Pose(
    rotation: EulerAngles(pitch: -0.5, yaw: 0.7, roll: 0.1).rotation,
    translation: Vector3(0.4, 1.2, -2))

  @Test func theFirstCameraIsTheOriginAndHeadsAlongMinusZ() {
    let first = camera(tilted)
    let pose = frame(first).worldFromCamera(first)
    #expect(pose.translation.length < Self.tolerance)
    let forward = pose.rotation.act(Vector3(0, 0, -1))
    #expect(abs(forward.x) < Self.tolerance)
    #expect(forward.z < 0)
    #expect(abs(asin(forward.y) + 0.5) < Self.tolerance, "it looks down as far as before")
  }

  @Test func upIsAgainstGravity() {
    let world = frame(camera(tilted))
    #expect((world.up - Vector3(0, 1, 0)).length < Self.tolerance)
    #expect((world.world(direction: Vector3(0, -1, 0)) - Vector3(0, 1, 0)).length < Self.tolerance)
  }

  @Test func distancesAreScaled() {
    let first = camera(.identity)
    let world = frame(first, scale: 2.5)
    var second = Pose.identity
    second.translation = Vector3(0, 0, -1)
    let moved = world.worldFromCamera(camera(second))
    #expect((moved.translation - Vector3(0, 0, -2.5)).length < Self.tolerance)
  }

  @Test(arguments: [-1.0, 1.0])
  func aCameraLookingStraightDownOrUpHeadsWhereItsPictureTellsIt(direction: Double) {
    // Straight down the picture's top points ahead; straight up its bottom does.
    let straight = Pose(
      rotation: EulerAngles(pitch: direction * .pi / 2, yaw: 1.1).rotation)
    let first = camera(straight)
    let pose = frame(first).worldFromCamera(first)
    let top = pose.rotation.act(Vector3(0, 1, 0))
    #expect((top - Vector3(0, 0, direction)).length < 1e-6)
  }

  @Test func cameraAlignmentTakesTheFirstCamerasAxes() {
    let first = camera(tilted)
    let world = frame(first, alignment: .camera)
    let pose = world.worldFromCamera(first)
    #expect(pose.translation.length < Self.tolerance)
    #expect(pose.rotation.angle < 1e-7)
    let expected = tilted.rotation.inverse.act(Vector3(0, 1, 0))
    #expect((world.up - expected).length < Self.tolerance, "up is known all the same")
  }

  @Test func aResumedWorldGoesOnFromTheLastPose() {
    let first = camera(tilted)
    var world = frame(first)
    let last = Pose(
      rotation: EulerAngles(pitch: 0.2, yaw: -0.9, roll: 0).rotation,
      translation: Vector3(3, 0.1, 1))
    world.resume(at: last, alignment: .gravity)
    let pose = world.worldFromCamera(first)
    #expect((pose.translation - last.translation).length < Self.tolerance)
    #expect(abs(EulerAngles(pose.rotation).yaw + 0.9) < Self.tolerance)
    #expect((world.up - Vector3(0, 1, 0)).length < Self.tolerance)
  }

  @Test func anAttitudeSaysWhereUpIsInTheCamera() {
    let level = WorldTrackingOptions.Attitude(pitch: 0).up
    #expect((level - Vector3(0, 1, 0)).length < Self.tolerance)
    // Looking down by 30°, up leans back, away from −Z.
    let down = WorldTrackingOptions.Attitude(pitch: -.pi / 6).up
    #expect((down - Vector3(0, cos(.pi / 6), 0.5)).length < Self.tolerance)
    // With its right side lifted, up leans to the right side.
    let rolled = WorldTrackingOptions.Attitude(pitch: 0, roll: 0.2).up
    #expect((rolled - Vector3(sin(0.2), cos(0.2), 0)).length < Self.tolerance)
  }
}
