import Calibration
import SessionCore
import SpatialMath

/// Collects moments at which both cameras see their boards, and finds how the cameras sit.
package final class RigCalibrator: Sendable {
  private let board: CalibrationBoard
  private let isLive: Bool
  private let front: any FrameSource
  private let rear: any FrameSource
  private let wanted: Int

  /// Names a board, of which each camera sees a copy, and where pictures come from.
  ///
  /// Recorded pictures belong together by their order; live ones by their time.
  package init(
    board: CalibrationBoard, front: PictureSupply, rear: PictureSupply, wanted: Int
  ) throws(CalibrationError) {
    guard board.hasUpAndDown else {
      throw .badBoard(
        "\(board.description) looks the same upside down; take a chessboard with an odd and an even "
          + "number of inner corners, or a tag board")
    }
    self.board = board
    self.wanted = wanted
    isLive = front.isLive && rear.isLive
    self.front = front.source(.front)
    self.rear = rear.source(.rear)
  }

  /// Ends the collection.
  ///
  /// Thread-safe.
  package func stop() {
    front.stop()
    rear.stop()
  }

  /// Pictures of one moment are not further apart, seconds; the boards are held still for longer.
  private static let togetherness = 0.05
  private static let mostMoments = 40

  /// Collects and calibrates.
  ///
  /// - Parameters:
  ///   - frontLens: the front camera's lens, fitted to its pictures.
  ///   - rearLens: the rear camera's.
  ///   - progress: called on the caller's thread with the number of moments, or what to do.
  /// - Returns: the rig, and how many pairs of pictures were looked at.
  /// - Throws: `SessionError` of a source, `CalibrationError`.
  package func run(
    frontLens: CameraIntrinsics, rearLens: CameraIntrinsics, progress: (String) -> Void
  ) throws -> (rig: RigCalibration, pairs: Int) {
    let detector = try BoardDetector(board: board)
    var collectors = [false, true].map { _ in
      ViewCollector(board: board, needsStillness: isLive)
    }
    let origin = Timestamp(nanoseconds: 0)
    for source in [front, rear] { try source.start(origin: origin, pacing: .asFastAsPossible) }
    defer { stop() }
    var moments: [RigCalibration.Moment] = []
    var pairs = 0
    while moments.count < (isLive ? wanted : Self.mostMoments), let pair = try nextPair() {
      pairs += 1
      guard let front = try detector.view(in: pair.front.pixels),
        let rear = try detector.view(in: pair.rear.pixels)
      else {
        for index in collectors.indices { _ = collectors[index].offer(nil) }
        if isLive { progress("both cameras have to see their boards") }
        continue
      }
      let outcomes = [collectors[0].offer(front), collectors[1].offer(rear)]
      // Both have to be still, and one of them has to have moved on since the last moment.
      if outcomes.contains(.moving) || !outcomes.contains(.taken) {
        if isLive {
          progress(outcomes.contains(.moving) ? "hold it still" : "turn the cameras on, tilt them")
        }
        continue
      }
      moments.append(.init(front: front, rear: rear))
      progress("moment \(moments.count)")
    }
    let lenses = [(frontLens, front.format), (rearLens, rear.format)].map {
      $0.0.fitted(width: $0.1.width, height: $0.1.height)
    }
    return (try RigCalibration(moments, front: lenses[0], rear: lenses[1]), pairs)
  }

  private func nextPair() throws(SessionError) -> (front: CameraFrame, rear: CameraFrame)? {
    guard var front = try front.nextPicture(), var rear = try rear.nextPicture() else {
      return nil
    }
    guard isLive else { return (front, rear) }
    while true {
      let ahead = front.timestamp.seconds(since: rear.timestamp)
      if abs(ahead) <= Self.togetherness { return (front, rear) }
      if ahead < 0 {
        guard let next = try self.front.nextPicture() else { return nil }
        front = next
      } else {
        guard let next = try self.rear.nextPicture() else { return nil }
        rear = next
      }
    }
  }
}
