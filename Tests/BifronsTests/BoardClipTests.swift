import Calibration
import ConfigurationFiles
import Foundation
import ImageProcessing
import SessionCore
import SpatialMath
import Testing

/// Where the clips go; nil where nobody wants them.
private let boardClipFolder = ProcessInfo.processInfo.environment["BIFRONS_BOARD_CLIPS"]

/// Draws what the cameras of the rig see while somebody calibrates them, for
/// `Tools/camera-rig/run-program boards`: `$BIFRONS_BOARD_CLIPS` is the folder for the clips.
///
/// Drawn here and not in the rig, where it would take minutes.
@Suite(.enabled(if: boardClipFolder != nil)) struct BoardClipTests {
  private static let front = CameraIntrinsics(
    width: 640, height: 480, fx: 560, fy: 560, cx: 322, cy: 238, distortion: .init(k1: -0.08))
  private static let rear = CameraIntrinsics(
    width: 640, height: 480, fx: 610, fy: 612, cx: 316, cy: 243, distortion: .init(k1: 0.05))
  /// The front camera in the rear one's vision axes: back to back, not quite, and beside it.
  private static let rearFromFront = Pose(
    rotation: Quaternion(rotationVector: Vector3(0.06, 0, -0.03))
      * Quaternion(angle: .pi, axis: Vector3(0, 1, 0)),
    translation: Vector3(0.021, -0.034, -0.012))
  private static let sheet = CalibrationBoard(
    pattern: .chessboard, columns: 9, rows: 6, edge: 0.025)
  private static let rigBoard = CalibrationBoard(
    pattern: .chessboard, columns: 7, rows: 4, edge: 0.02)

  private static func write(
    _ name: String, _ painter: BoardPainter, _ cameraFromBoard: [Pose]
  ) throws {
    let encoder = try JPEGEncoder()
    let bytes = try cameraFromBoard.enumerated().flatMap { index, pose in
      try encoder.encode(painter.picture(pose, seed: UInt64(index)), quality: 92)
    }
    try Data(bytes).write(to: URL(fileURLWithPath: "\(boardClipFolder ?? "")/\(name).mjpeg"))
  }

  @Test func aBoardIsMovedBeforeOneCamera() throws {
    let painter = BoardPainter(board: Self.sheet, lens: Self.rear)
    let poses = painter.poses(24, tilt: 0.7, distance: 0.25...0.42, seed: 11)
    try Self.write("lens", painter, poses)
  }

  @Test func aPairIsTurnedBetweenTwoBoards() throws {
    let painters = [Self.front, Self.rear].map { BoardPainter(board: Self.rigBoard, lens: $0) }
    let extent = Self.rigBoard.extent
    let centre = Vector3(extent.x / 2, extent.y / 2, 0)
    let rearBoard = Pose(translation: Vector3(0, 0, 0.38) - centre)
    let turned = Quaternion(rotationVector: Vector3(0.1, .pi - 0.15, 0))
    let frontBoard = Pose(
      rotation: turned, translation: Vector3(0.01, 0, -0.4) - turned.act(centre))
    var random = SeededGenerator(seed: 5)
    func number(_ limit: Double) -> Double { .random(in: -limit...limit, using: &random) }
    var (front, rear): ([Pose], [Pose]) = ([], [])
    while front.count < 18 {
      // Nodded, turned and rolled in turn, as far as the boards stay in the pictures.
      let kind = front.count % 3
      var axis = Vector3(number(0.3), number(0.3), number(0.3))
      axis[kind] = 1
      let limit = [0.3, 0.36, 0.8][kind]
      let angle = (number(1) < 0 ? -1 : 1) * Double.random(in: limit / 2...limit, using: &random)
      let worldFromRear = Pose(
        rotation: Quaternion(angle: angle, axis: axis),
        translation: Vector3(number(0.05), number(0.05), number(0.05)))
      let rearFromBoard = worldFromRear.inverse * rearBoard
      let frontFromBoard = Self.rearFromFront.inverse * worldFromRear.inverse * frontBoard
      if painters[0].isWhole(frontFromBoard), painters[1].isWhole(rearFromBoard) {
        front.append(frontFromBoard)
        rear.append(rearFromBoard)
      }
    }
    try Self.write("front", painters[0], front)
    try Self.write("rear", painters[1], rear)
  }

  /// What `run-program` compares with.
  @Test func theTruthIsWritten() throws {
    let toSession = Pose.sessionCameraFromVisionCamera
    let pose = toSession * Self.rearFromFront * toSession.inverse
    let turn = pose.rotation.rotationVector
    let truth: [String: [Double]] = [
      "rear": [Self.rear.fx, Self.rear.fy],
      "turn": [turn.x, turn.y, turn.z],
      "translation": [pose.translation.x, pose.translation.y, pose.translation.z],
    ]
    let folder = URL(fileURLWithPath: boardClipFolder ?? "")
    try JSONEncoder().encode(truth).write(to: folder.appendingPathComponent("truth.json"))
    let file = CalibrationFile(intrinsics: Self.front, cameraName: "front")
    try Data(file.rosText.utf8).write(to: folder.appendingPathComponent("front.yaml"))
  }
}
