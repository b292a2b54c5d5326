import COpenCVCalibration
import Foundation
import SpatialMath

/// The fixed pose between two cameras that do not see the same thing.
///
/// Each camera looks at a board of its own, and both boards stay where they are while the pair of
/// cameras is turned and moved between them. Nobody has to know how the boards stand to each other:
/// with `X` the front camera in the rear one's axes, `Z` the rear's board in the axes of the front's
/// board, and `F`, `R` the boards as the cameras see them, every moment says `R = X · F · Z`. From
/// moment to moment `Z` drops out, which gives `X` by turns about different axes (Tsai and Lenz, 1989;
/// Park and Martin, 1994); then everything is bettered together by the reprojection errors.
package struct RigCalibration: Sendable, Equatable {
  /// One moment: what both cameras see.
  package struct Moment: Sendable, Equatable {
    package var front: BoardView, rear: BoardView

    /// Creates a moment.
    package init(front: BoardView, rear: BoardView) {
      self.front = front
      self.rear = rear
    }
  }

  /// The front camera's pose in the rear camera's session axes (+X right, +Y up, −Z forward).
  package var rearFromFront: Pose
  /// The root mean square of the reprojection, pixels.
  package var error: Double
  /// The standard deviation of the turn, radians, and of the place, metres.
  package var turnDeviation: Double, placeDeviation: Double
  /// How many moments it stands on, and how many did not fit.
  package var usedMoments: Int, rejectedMoments: Int

  /// The fewest moments; twice as many are better.
  package static let leastMoments = 6
  /// The largest reprojection error, pixels.
  static let largestError = 1.5
  /// The largest standard deviation of the turn: half a degree.
  static let largestTurnDeviation = 0.5 * Double.pi / 180
  /// The largest standard deviation of the place, metres.
  static let largestPlaceDeviation = 0.01
  /// The least turn about the second axis from moment to moment in the mean, radians.
  private static let leastTurn = 4 * Double.pi / 180

  /// Calibrates.
  ///
  /// - Parameters:
  ///   - moments: at least `leastMoments`, with the cameras turned about two axes at least.
  ///   - front: the front camera's lens, for its pictures' size.
  ///   - rear: the rear camera's.
  /// - Throws: `CalibrationError`: too few moments; turns about one axis only; boards that moved.
  package init(
    _ moments: [Moment], front: CameraIntrinsics, rear: CameraIntrinsics
  ) throws(CalibrationError) {
    var known: [RigAdjustment.Moment] = []
    for moment in moments {
      guard let f = try Self.pose(of: moment.front, front),
        let r = try Self.pose(of: moment.rear, rear)
      else { continue }
      known.append(.init(views: moment, frontFromBoard: f, rearFromBoard: r))
    }
    guard known.count >= Self.leastMoments else {
      throw .tooFewViews(found: known.count, needed: Self.leastMoments)
    }
    var adjustment = try RigAdjustment(known, front: front, rear: rear, start: Self.start(known))
    adjustment.run()
    for _ in 0..<3 {
      let limit = max(2.5 * adjustment.errors.sorted()[known.count / 2], 0.5)
      let good = zip(adjustment.moments, adjustment.errors).filter { $0.1 <= limit }.map(\.0)
      if good.count == known.count || good.count < Self.leastMoments { break }
      known = good
      adjustment.moments = good
      adjustment.run()
    }
    let toSession = Pose.sessionCameraFromVisionCamera
    rearFromFront = toSession * adjustment.rearFromFront * toSession.inverse
    error = adjustment.error
    (turnDeviation, placeDeviation) = adjustment.deviations() ?? (.infinity, .infinity)
    (usedMoments, rejectedMoments) = (known.count, moments.count - known.count)
    try check()
  }

  private func check() throws(CalibrationError) {
    guard error <= Self.largestError else {
      throw .badFit(
        "the moments contradict each other (reprojection error \(LensCalibration.text(error)) "
          + "pixels, at most \(LensCalibration.text(Self.largestError))): did a board move, do the "
          + "cameras sit fixed, were both pictures taken at the same time and held still?")
    }
    guard turnDeviation <= Self.largestTurnDeviation,
      placeDeviation <= Self.largestPlaceDeviation
    else {
      let degrees = LensCalibration.text(turnDeviation * 180 / .pi)
      let millimetres = LensCalibration.text(placeDeviation * 1000)
      throw .notEnough(
        "the pose is uncertain by \(degrees) degrees and \(millimetres) mm; take more moments, "
          + "with the cameras turned by 20 degrees and more about all axes, near the boards")
    }
  }

  private static func pose(
    of view: BoardView, _ intrinsics: CameraIntrinsics
  ) throws(CalibrationError) -> Pose? {
    guard view.width == intrinsics.width, view.height == intrinsics.height else {
      throw .differentSizes(
        "the lens is for \(intrinsics.width)x\(intrinsics.height), and pictures are "
          + "\(view.width)x\(view.height)")
    }
    var lens = bifrons_calibration_lens(intrinsics)
    let points = view.points.flatMap { [Float($0.x), Float($0.y), Float($0.z)] }
    let places = view.places.flatMap { [Float($0.x - 0.5), Float($0.y - 0.5)] }
    var pose = [Double](repeating: 0, count: 6)
    let found = try BoardDetector.call {
      bifrons_board_pose(points, places, Int32(view.points.count), &lens, &pose, $0)
    }
    guard found == 1 else { return nil }
    return Pose(
      rotation: Quaternion(rotationVector: Vector3(pose[0], pose[1], pose[2])),
      translation: Vector3(pose[3], pose[4], pose[5]))
  }

  // MARK: - The start

  /// The front camera in the rear one's axes by the motions between all pairs of moments.
  private static func start(
    _ moments: [RigAdjustment.Moment]
  ) throws(CalibrationError) -> Pose {
    var motions: [(front: Pose, rear: Pose)] = []
    for i in moments.indices {
      for j in moments.indices where j > i {
        motions.append(
          (
            moments[i].frontFromBoard * moments[j].frontFromBoard.inverse,
            moments[i].rearFromBoard * moments[j].rearFromBoard.inverse
          ))
      }
    }
    let turns = motions.map { ($0.front.rotation.rotationVector, $0.rear.rotation.rotationVector) }
    try checkAxes(turns.map(\.0))
    // Kabsch: the rotation that takes the front's turns to the rear's.
    var sum = Matrix3x3.zero
    for (front, rear) in turns {
      sum = sum + Matrix3x3(columns: rear * front.x, rear * front.y, rear * front.z)
    }
    let rotation = Quaternion(sum.nearestRotation())
    // (R_rear − 1) t = R_x t_front − t_rear, from R_rear X = X R_front.
    var system = DenseSystem(size: 3)
    for motion in motions {
      let matrix = motion.rear.rotation.matrix
      let right = rotation.act(motion.front.translation) - motion.rear.translation
      for row in 0..<3 {
        system.add(
          (0..<3).map { matrix[row, $0] - (row == $0 ? 1 : 0) }, right[row])
      }
    }
    guard let t = system.solved() else { throw oneAxis }
    return Pose(rotation: rotation, translation: Vector3(t[0], t[1], t[2]))
  }

  private static let oneAxis = CalibrationError.notEnough(
    "the cameras were turned about one axis only; turn them about two axes at least (nod and turn), "
      + "by 20 degrees and more")

  /// Turns about one axis leave the place along it open.
  private static func checkAxes(_ turns: [Vector3]) throws(CalibrationError) {
    var sum = Matrix3x3.zero
    for turn in turns {
      sum = sum + Matrix3x3(columns: turn * turn.x, turn * turn.y, turn * turn.z)
    }
    let values = sum.symmetricEigen().values
    let second = [values.x, values.y, values.z].sorted()[1] / Double(turns.count)
    guard second.squareRoot() >= leastTurn else { throw oneAxis }
  }
}
