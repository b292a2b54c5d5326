import FaceTracking
import Foundation
import ImageProcessing
import SessionCore
import SessionTesting
import SpatialMath
import Testing

// Skipped where the models or the recorded faces are missing.
@Suite(.enabled(if: FaceTestMaterial.hasFaces), .serialized)
struct HeadPoseTruthTests {
  /// Pitch, yaw and roll in degrees as the collection AFLW2000 gives them: of the transposed rotation,
  /// taken apart in the order X, Y, Z.
  static let truth: [(file: String, angles: Vector3)] = [
    ("image00050", Vector3(-4.66, 0.94, 5.64)), ("image00081", Vector3(4.46, 17.91, -0.69)),
    ("image00251", Vector3(6.99, -54.69, -14.58)), ("image00430", Vector3(34.45, 4.69, 7.25)),
    ("image00475", Vector3(39.96, 65.62, 19.99)), ("image00514", Vector3(30.66, -5.27, 6.33)),
    ("image00516", Vector3(-0.99, -35.71, 5.62)), ("image01038", Vector3(35.90, 11.06, -6.22)),
  ]
  /// MediaPipe 0.10.21 on the same pictures, mean absolute error of pitch, yaw and roll in degrees.
  static let peer = Vector3(6.44, 3.61, 2.50)

  /// What errors may be of the deviations that are said, in the square mean.
  static let honest = 0.5...1.6

  @Test func headsAreNearerToTheTruthThanMediaPipesPoses() throws {
    var sum = Vector3.zero
    var shares = 0.0
    for (file, angles) in Self.truth {
      let tracker = try FaceLandmarkTracker(models: #require(FaceTestMaterial.models))
      let faces = try tracker.track(
        FaceTestMaterial.frame(FaceTestMaterial.still("aflw2000/\(file).jpg"))
      ).faces
      let face = try #require(faces.first)
      let m = face.cameraFromFace.rotation.matrix
      let found =
        Vector3(atan2(-m[1, 2], m[2, 2]), asin(m[0, 2]), atan2(-m[0, 1], m[0, 0])) * (-180 / .pi)
      let d = found - angles
      // Small differences of angles make about one turn.
      let said = try #require(face.poseUncertainty).rotation * 180 / .pi
      shares += d.dot(d) / (said * said)
      sum += Vector3(abs(d.x), abs(d.y), abs(d.z))
    }
    let error = sum / Double(Self.truth.count)
    print("head pose, 8 pictures of AFLW2000, mean error of pitch, yaw, roll: \(error)")
    let ratio = (shares / Double(Self.truth.count)).squareRoot()
    print("the errors are \(ratio) of what is said")
    #expect(Self.honest.contains(ratio))
    // Yaw is as good as the peer's, within what another reading of the same picture changes.
    #expect(error.x < Self.peer.x && error.y < Self.peer.y + 0.2 && error.z < Self.peer.z)
  }
}
