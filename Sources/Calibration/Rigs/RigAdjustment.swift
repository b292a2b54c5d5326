import SpatialMath

/// Betters a rig's pose, the boards' pose to each other and every moment's pose together, by the
/// reprojection errors of both cameras (Levenberg and Marquardt).
struct RigAdjustment {
  /// A moment with the poses of the boards, in vision camera axes.
  struct Moment {
    var views: RigCalibration.Moment
    var frontFromBoard: Pose
    var rearFromBoard: Pose
  }

  var moments: [Moment]
  /// The front camera in the rear one's vision axes.
  private(set) var rearFromFront: Pose
  /// The rear's board in the axes of the front's board.
  private var boardFromBoard: Pose
  private let front: CameraIntrinsics
  private let rear: CameraIntrinsics

  /// Six numbers a pose: a turn and a shift.
  private static let poseSize = 6
  private static let shared = 2 * poseSize
  private static let mostRounds = 60

  init(
    _ moments: [Moment], front: CameraIntrinsics, rear: CameraIntrinsics, start: Pose
  ) throws(CalibrationError) {
    self.moments = moments
    self.front = front
    self.rear = rear
    rearFromFront = start
    // R = X F Z of the moment whose turn lies in the middle of all.
    let answers = moments.map { $0.frontFromBoard.inverse * start.inverse * $0.rearFromBoard }
    let middle = answers.min { a, b in
      Self.spread(answers, around: a) < Self.spread(answers, around: b)
    }
    guard let middle else { throw .tooFewViews(found: 0, needed: RigCalibration.leastMoments) }
    boardFromBoard = middle
  }

  private static func spread(_ poses: [Pose], around centre: Pose) -> Double {
    poses.map { (centre.inverse * $0).rotation.angle }.reduce(0, +)
  }

  /// Each moment's root mean square, pixels.
  var errors: [Double] {
    moments.map { moment in
      let all = residuals(moment, rearFromFront, boardFromBoard, moment.frontFromBoard)
      return (all.map { $0 * $0 }.reduce(0, +) / Double(max(1, all.count / 2))).squareRoot()
    }
  }

  /// The root mean square of all, pixels.
  var error: Double {
    let points = moments.map { $0.views.front.points.count + $0.views.rear.points.count }
    return (cost / Double(max(1, points.reduce(0, +)))).squareRoot()
  }

  private var cost: Double {
    moments.map { moment in
      residuals(moment, rearFromFront, boardFromBoard, moment.frontFromBoard)
        .map { $0 * $0 }.reduce(0, +)
    }.reduce(0, +)
  }

  mutating func run() {
    var damping = 1e-3
    var best = cost
    for _ in 0..<Self.mostRounds {
      guard let step = system().solved(damping: damping) else {
        damping *= 10
        continue
      }
      let before = self
      apply(step)
      let now = cost
      if now < best {
        let isDone = best - now < 1e-9 * best
        best = now
        damping = max(damping / 5, 1e-9)
        if isDone { return }
      } else {
        self = before
        damping *= 10
        if damping > 1e9 { return }
      }
    }
  }

  /// The standard deviations of the rig's turn (radians) and place (metres), from the curvature of
  /// the errors at the solution; nil when something is left open.
  func deviations() -> (turn: Double, place: Double)? {
    let system = system()
    let freedom = Double(max(1, residualCount - system.size))
    let variance = cost / freedom
    var variances: [Double] = []
    for index in 0..<Self.poseSize {
      // A column of the inverse: the answer to a one at its place.
      guard let column = system.inverseColumn(index) else { return nil }
      variances.append(column[index] * variance)
    }
    let turn = variances[0..<3].reduce(0, +).squareRoot()
    let place = variances[3..<6].reduce(0, +).squareRoot()
    return turn.isFinite && place.isFinite ? (turn, place) : nil
  }

  private var residualCount: Int {
    2 * moments.map { $0.views.front.points.count + $0.views.rear.points.count }.reduce(0, +)
  }

  // MARK: - The equations

  private func system() -> DenseSystem {
    var system = DenseSystem(size: Self.shared + Self.poseSize * moments.count)
    // Derivatives by differences: a pixel is a thousandth of the view, these are far below.
    let step = 1e-6
    for (number, moment) in moments.enumerated() {
      let own = Self.shared + Self.poseSize * number
      let indices = Array(0..<Self.shared) + Array(own..<own + Self.poseSize)
      let here = residuals(moment, rearFromFront, boardFromBoard, moment.frontFromBoard)
      let slopes = indices.indices.map { index -> [Double] in
        var change = [Double](repeating: 0, count: Self.poseSize)
        change[index % Self.poseSize] = step
        var poses = [rearFromFront, boardFromBoard, moment.frontFromBoard]
        poses[index / Self.poseSize] = Self.moved(poses[index / Self.poseSize], change[...])
        let there = residuals(moment, poses[0], poses[1], poses[2])
        return zip(there, here).map { ($0 - $1) / step }
      }
      for row in here.indices {
        system.add(slopes.map { $0[row] }, at: indices, -here[row])
      }
    }
    return system
  }

  private mutating func apply(_ step: [Double]) {
    rearFromFront = Self.moved(rearFromFront, step[0..<6])
    boardFromBoard = Self.moved(boardFromBoard, step[6..<12])
    for index in moments.indices {
      let own = Self.shared + Self.poseSize * index
      moments[index].frontFromBoard = Self.moved(
        moments[index].frontFromBoard, step[own..<own + Self.poseSize])
    }
  }

  private static func moved(_ pose: Pose, _ c: ArraySlice<Double>) -> Pose {
    let i = c.startIndex
    var result = pose
    result.rotation =
      Quaternion(rotationVector: Vector3(c[i], c[i + 1], c[i + 2])) * pose.rotation
    result.rotation.normalize()
    result.translation += Vector3(c[i + 3], c[i + 4], c[i + 5])
    return result
  }

  /// What is seen minus what should be, x and y of every point, the front camera's first.
  private func residuals(
    _ moment: Moment, _ rearFromFront: Pose, _ boardFromBoard: Pose, _ frontFromBoard: Pose
  ) -> [Double] {
    let rearFromBoard = rearFromFront * frontFromBoard * boardFromBoard
    return Self.residuals(moment.views.front, frontFromBoard, front)
      + Self.residuals(moment.views.rear, rearFromBoard, rear)
  }

  private static func residuals(
    _ view: BoardView, _ pose: Pose, _ lens: CameraIntrinsics
  ) -> [Double] {
    // A point behind the camera counts as far off, so that a step that puts it there is taken back.
    let farOff = Vector2(1e4, 1e4)
    return zip(view.points, view.places).flatMap { point, place -> [Double] in
      let error = lens.project(pose.act(point)).map { $0 - place } ?? farOff
      return [error.x, error.y]
    }
  }
}
