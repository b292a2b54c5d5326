import SpatialMath
import Testing

@Suite struct PoseTests {
  @Test func aPoseTimesItsInverseChangesNothing() {
    let pose = Pose(
      rotation: Quaternion(angle: 0.7, axis: Vector3(1, 2, -0.5)), translation: Vector3(1, -2, 3))
    let p = Vector3(0.3, 0.2, -0.9)
    #expect((pose.inverse.act(pose.act(p)) - p).length < 1e-12)
  }

  @Test func matrixAndPoseMoveAPointAlike() {
    let pose = Pose(
      rotation: Quaternion(angle: 2.9, axis: Vector3(-1, 0.4, 0.5)), translation: Vector3(0, 5, 1))
    let p = Vector3(4, -1, 2)
    #expect((pose.matrix.transform(point: p) - pose.act(p)).length < 1e-12)
    #expect((Pose(pose.matrix).act(p) - pose.act(p)).length < 1e-12)
  }

  @Test func eulerAnglesComposeAsYawPitchRoll() {
    let angles = EulerAngles(pitch: 0.3, yaw: -1.1, roll: 0.6)
    let back = EulerAngles(angles.rotation)
    #expect(abs(back.pitch - 0.3) < 1e-12 && abs(back.yaw + 1.1) < 1e-12)
    #expect(abs(back.roll - 0.6) < 1e-12)
  }

  @Test func nearestRotationUndoesStretch() {
    let rotation = Quaternion(angle: 1.2, axis: Vector3(1, 1, 0.2)).matrix
    let stretched = rotation * Matrix3x3(diagonal: Vector3(3, 2, 0.5))
    let found = stretched.nearestRotation()
    for r in 0..<3 { for c in 0..<3 { #expect(abs(found[r, c] - rotation[r, c]) < 1e-9) } }
  }

  @Test func projectionAndUnprojectionAgreeWithDistortion() throws {
    let camera = CameraIntrinsics(
      width: 640, height: 480, fx: 500, fy: 510, cx: 322, cy: 238,
      distortion: .init(k1: -0.2, k2: 0.05, p1: 0.001, p2: -0.002, k3: 0.01))
    let pixel = try #require(camera.project(Vector3(0.3, -0.2, 1.1)))
    let n = camera.unproject(pixel)
    #expect((n - Vector2(0.3 / 1.1, -0.2 / 1.1)).length < 1e-9)
  }
}
