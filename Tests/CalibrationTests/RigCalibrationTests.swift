import Calibration
import SessionCore
import SpatialMath
import Testing

@Suite struct RigCalibrationTests {
  private static let front = CameraIntrinsics(
    width: 640, height: 480, fx: 560, fy: 560, cx: 322, cy: 238, distortion: .init(k1: -0.08))
  private static let rear = CameraIntrinsics(
    width: 640, height: 480, fx: 610, fy: 612, cx: 316, cy: 243, distortion: .init(k1: 0.05))
  /// The front camera in the rear one's vision axes: back to back, not quite, and beside it.
  private static let rearFromFront = Pose(
    rotation: Quaternion(rotationVector: Vector3(0.06, 0, -0.03))
      * Quaternion(angle: .pi, axis: Vector3(0, 1, 0)),
    translation: Vector3(0.021, -0.034, -0.012))
  private static let turnTolerance = 0.3 * Double.pi / 180
  private static let placeTolerance = 0.005

  /// Boards a good third of a metre before and behind the rig.
  private func moments(
    _ board: CalibrationBoard, count: Int, turn: Double = 0.4, onlyAbout axis: Vector3? = nil
  ) throws -> [RigCalibration.Moment] {
    let painters = [Self.front, Self.rear].map { BoardPainter(board: board, lens: $0) }
    let detector = try BoardDetector(board: board)
    let centre = Vector3(board.extent.x / 2, board.extent.y / 2, 0)
    let rearBoard = Pose(translation: Vector3(0, 0, 0.38) - centre)
    let turned = Quaternion(rotationVector: Vector3(0.1, .pi - 0.15, 0))
    let frontBoard = Pose(
      rotation: turned, translation: Vector3(0.01, 0, -0.4) - turned.act(centre))
    var random = SeededGenerator(seed: 5)
    func number(_ limit: Double) -> Double { .random(in: -limit...limit, using: &random) }
    var moments: [RigCalibration.Moment] = []
    while moments.count < count {
      let about = axis ?? Vector3(number(1), number(1), number(1))
      let worldFromRear = Pose(
        rotation: Quaternion(angle: number(turn), axis: about),
        translation: Vector3(number(0.05), number(0.05), number(0.05)))
      let rearFromBoard = worldFromRear.inverse * rearBoard
      let frontFromBoard = Self.rearFromFront.inverse * worldFromRear.inverse * frontBoard
      guard painters[0].isWhole(frontFromBoard), painters[1].isWhole(rearFromBoard),
        let front = try detector.view(in: painters[0].picture(frontFromBoard)),
        let rear = try detector.view(in: painters[1].picture(rearFromBoard))
      else { continue }
      moments.append(.init(front: front, rear: rear))
    }
    return moments
  }

  private static let chessboard = CalibrationBoard(
    pattern: .chessboard, columns: 7, rows: 4, edge: 0.02)
  private static let tags = CalibrationBoard(
    pattern: .tags(gap: 0.01), columns: 4, rows: 3, edge: 0.032)

  @Test(arguments: [RigCalibrationTests.chessboard, RigCalibrationTests.tags])
  func twoBoardsGiveThePoseBetweenTheCameras(board: CalibrationBoard) throws {
    let found = try RigCalibration(
      try moments(board, count: 12), front: Self.front, rear: Self.rear)
    let toSession = Pose.sessionCameraFromVisionCamera
    let expected = toSession * Self.rearFromFront * toSession.inverse
    let off = expected.inverse * found.rearFromFront
    #expect(off.rotation.angle < Self.turnTolerance, "\(off.rotation.angle * 180 / .pi) degrees")
    #expect(off.translation.length < Self.placeTolerance, "\(off.translation)")
    #expect(found.error < 0.4, "\(found.error)")
    #expect(found.turnDeviation < Self.turnTolerance)
    #expect(found.placeDeviation < Self.placeTolerance)
  }

  @Test func aMomentWithAMovedBoardIsLeftOut() throws {
    var all = try moments(Self.chessboard, count: 12)
    all[4].rear.places = all[4].rear.places.map { $0 + Vector2(25, -14) }
    let found = try RigCalibration(all, front: Self.front, rear: Self.rear)
    #expect(found.rejectedMoments == 1)
    let toSession = Pose.sessionCameraFromVisionCamera
    let off =
      (toSession * Self.rearFromFront * toSession.inverse).inverse * found.rearFromFront
    #expect(off.rotation.angle < Self.turnTolerance)
  }

  @Test func turnsAboutOneAxisAreRefused() throws {
    let all = try moments(Self.chessboard, count: 8, onlyAbout: Vector3(0, 1, 0))
    let error = #expect(throws: CalibrationError.self) {
      try RigCalibration(all, front: Self.front, rear: Self.rear)
    }
    #expect(error?.description.contains("about one axis only") == true, "\(error as Any)")
  }

  @Test func tooFewMomentsAreRefused() throws {
    let all = try moments(Self.chessboard, count: 3)
    #expect(throws: CalibrationError.tooFewViews(found: 3, needed: 6)) {
      try RigCalibration(all, front: Self.front, rear: Self.rear)
    }
  }

  @Test func aLensOfAnotherSizeIsRefused() throws {
    let all = try moments(Self.chessboard, count: 6)
    let error = #expect(throws: CalibrationError.self) {
      try RigCalibration(
        all, front: Self.front.scaled(width: 1280, height: 960), rear: Self.rear)
    }
    #expect(error?.description.contains("the lens is for 1280x960") == true)
  }
}
