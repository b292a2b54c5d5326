import Foundation
import SpatialMath

/// Both eyes of a face and what they look at, in face space.
package struct Gaze: Sendable, Equatable {
  /// Face from left and right eyeball: +Z towards the pupil, no roll.
  package var left: Pose, right: Pose
  /// The point looked at.
  package var lookAtPoint: Vector3
}

/// Finds eyeballs and the direction of gaze from eye corners and irises.
///
/// An eyeball's centre lies a fixed way from the middle of its corners; the pupil is where the
/// camera's ray through the iris's middle meets the ball.
package struct EyeEstimator: Sendable {
  /// From the middle of an eye's corners to its centre of rotation: outwards, up and forwards, metres.
  ///
  /// Measured on some 20 portraits of people who look into the camera, heads turned up to 25°: with
  /// these the lines of sight meet it.
  private static let centreOffset = Vector3(0.0020, 0.0022, -0.0075)
  /// From the centre of rotation to the pupil (anatomy: the iris lies about 10 mm before it), metres.
  private static let pupilRadius = 0.0105
  /// The farthest the eye turns from straight ahead, radians.
  private static let largestTurn = 0.75
  /// How much of the direction is what was seen round the eyes, to the side and upwards.
  ///
  /// The rest is the irises'. On drawn people who were not trained on, these are off by 8° where
  /// irises alone are by 13°.
  private static let seenShare = Vector2(0.4, 0.75)
  /// A lid gap below this share of the eye's width hides the iris.
  private static let closedGap = 0.09
  /// The yaw towards the camera beyond which the far eye is hidden, radians.
  private static let hiddenYaw = 36 * Double.pi / 180
  /// Vergence is given as a distance between these, metres: measured on few pixels, it says little
  /// about farther points.
  private static let distances = 0.15...1.5

  /// The landmarks of one eye.
  private struct Landmarks {
    /// 1 for the face's left, −1 for its right.
    var side: Double
    var outer: Int, inner: Int, upperLid: Int, lowerLid: Int, iris: Int
  }
  private static let right = Landmarks(
    side: -1, outer: LandmarkIndices.rightEyeOuterCorner,
    inner: LandmarkIndices.rightEyeInnerCorner,
    upperLid: 159, lowerLid: 145, iris: LandmarkIndices.rightIris.lowerBound)
  private static let left = Landmarks(
    side: 1, outer: LandmarkIndices.leftEyeOuterCorner, inner: LandmarkIndices.leftEyeInnerCorner,
    upperLid: 386, lowerLid: 374, iris: LandmarkIndices.leftIris.lowerBound)

  /// The direction of each eye while its lids were last open.
  private var lastLeft = Vector3(0, 0, 1), lastRight = Vector3(0, 0, 1)

  private var leftLids = LidWatch(), rightLids = LidWatch()
  /// By how much the user's eyes are misread.
  package var offsets = GazeOffsets.none

  /// Creates an estimator that has seen no eye.
  package init() {}

  /// Reads both eyes off a face.
  ///
  /// `seen` turns both eyes alike, and the irises tell how far they converge; without it the irises tell
  /// all.
  package mutating func estimate(_ face: MetricFace, seen: SeenEyes? = nil) -> Gaze {
    let camera = face.cameraFromFace.inverse.translation
    var left = Self.reading(Self.left, face.landmarks, camera)
    var right = Self.reading(Self.right, face.landmarks, camera)
    if leftLids.isClosing(left.gap) { left.direction = nil }
    if rightLids.isClosing(right.gap) { right.direction = nil }
    if let seen { Self.join(seen, &left.direction, &right.direction) }
    let found = (
      left: left.direction.map { Self.corrected($0, by: offsets.left) },
      right: right.direction.map { Self.corrected($0, by: offsets.right) }
    )
    // A closed or hidden eye looks where the other one does; two of them where they
    // looked before.
    if let direction = found.left ?? found.right { lastLeft = direction }
    if let direction = found.right ?? found.left { lastRight = direction }
    return Gaze(
      left: Self.pose(left.centre, lastLeft), right: Self.pose(right.centre, lastRight),
      lookAtPoint: Self.lookAtPoint(left.centre, lastLeft, right.centre, lastRight))
  }

  /// Turns eyes that are in sight towards what was seen of both; they stay as far apart as they were.
  private static func join(_ seen: SeenEyes, _ left: inout Vector3?, _ right: inout Vector3?) {
    let irises = [left, right].compactMap(\.self).reduce(Vector3.zero, +)
    guard irises.length > 0 else { return }
    let middle = GazeOffsets.angles(of: irises.normalized)
    let common = GazeOffsets.angles(of: limited((seen.left + seen.right).normalized))
    let shift = seenShare * (common - middle)
    func turned(_ direction: Vector3) -> Vector3 {
      limited(GazeOffsets.direction(of: GazeOffsets.angles(of: direction) + shift))
    }
    left = left.map(turned)
    right = right.map(turned)
  }

  /// An eyeball's centre and, unless the lids hide it, the direction to its pupil.
  private static func reading(
    _ eye: Landmarks, _ landmarks: [SIMD3<Float>], _ camera: Vector3
  ) -> (centre: Vector3, direction: Vector3?, gap: Double) {
    func point(_ i: Int) -> Vector3 { Vector3(landmarks[i]) }
    let (outer, inner) = (point(eye.outer), point(eye.inner))
    let centre = (outer + inner) / 2 + centreOffset * Vector3(eye.side, 1, 1)
    // The camera on the far side of the face sees this eye badly.
    let yaw = atan2(camera.x - centre.x, camera.z - centre.z)
    let gap = (point(eye.upperLid) - point(eye.lowerLid)).length / (outer - inner).length
    guard -yaw * eye.side < hiddenYaw, gap > closedGap else { return (centre, nil, gap) }
    let ray = (point(eye.iris) - camera).normalized
    return (centre, limited(direction(from: centre, camera: camera, ray: ray)), gap)
  }

  /// From an eyeball's centre to where a ray first meets the ball, or passes it nearest.
  private static func direction(from centre: Vector3, camera: Vector3, ray: Vector3) -> Vector3 {
    let along = (centre - camera).dot(ray)
    let nearest = camera + ray * along
    let missSquared = (nearest - centre).lengthSquared
    let half = (pupilRadius * pupilRadius - missSquared).squareRoot()
    return (nearest - ray * (half.isNaN ? 0 : half) - centre).normalized
  }

  private static func corrected(_ direction: Vector3, by offset: Vector2) -> Vector3 {
    offset == .zero
      ? direction : GazeOffsets.direction(of: GazeOffsets.angles(of: direction) - offset)
  }

  private static func limited(_ direction: Vector3) -> Vector3 {
    let ahead = Vector3(0, 0, 1)
    let turn = Quaternion(from: ahead, to: direction).rotationVector
    guard turn.length > largestTurn else { return direction }
    return Quaternion(rotationVector: turn.normalized * largestTurn).act(ahead)
  }

  private static func pose(_ centre: Vector3, _ direction: Vector3) -> Pose {
    let angles = EulerAngles(
      pitch: -asin(max(-1, min(1, direction.y))), yaw: atan2(direction.x, direction.z))
    return Pose(rotation: angles.rotation, translation: centre)
  }

  /// Where the eyes' lines of sight come together: along their mean, as far as their vergence says.
  private static func lookAtPoint(
    _ leftCentre: Vector3, _ left: Vector3, _ rightCentre: Vector3, _ right: Vector3
  ) -> Vector3 {
    let vergence = atan2(right.x, right.z) - atan2(left.x, left.z)
    let apart = (leftCentre - rightCentre).length
    let distance = vergence > 1e-3 ? apart / (2 * tan(vergence / 2)) : distances.upperBound
    let clamped = min(max(distance, distances.lowerBound), distances.upperBound)
    return (leftCentre + rightCentre) / 2 + (left + right).normalized * clamped
  }
}

/// Notices lids that fall: what they cover is no look down.
private struct LidWatch {
  private var gaps: [Double] = []

  /// Pictures in which lids that close have closed.
  private static let pictures = 5
  /// Lids that come down to this share of what they were within that time are closing: looking down
  /// lowers them to .7 at least.
  private static let closingShare = 0.6

  /// Whether the lids are closing, by the gap of each picture.
  mutating func isClosing(_ gap: Double) -> Bool {
    gaps.append(gap)
    if gaps.count > Self.pictures { gaps.removeFirst() }
    return gap < Self.closingShare * (gaps.max() ?? gap)
  }
}
