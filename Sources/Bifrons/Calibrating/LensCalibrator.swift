import Calibration
import SessionCore
import SpatialMath

/// Collects views of a board from pictures until there are enough, and calibrates with them.
package final class LensCalibrator: Sendable {
  /// How it goes, for people.
  package enum Progress: Sendable, Equatable {
    /// A view was taken; the part of the picture that all of them cover.
    case taken(Int, coverage: Double)
    /// What a person who holds the board should do; live only.
    case hint(String)
  }

  private let board: CalibrationBoard
  private let supply: PictureSupply
  private let source: any FrameSource
  private let wanted: Int

  /// Names a board and where pictures come from.
  ///
  /// - Parameters:
  ///   - board: what is shown.
  ///   - supply: pictures of it.
  ///   - wanted: how many views are enough for a live camera; recorded pictures are all looked at.
  package init(board: CalibrationBoard, supply: PictureSupply, wanted: Int) {
    self.board = board
    self.supply = supply
    self.wanted = wanted
    source = supply.source(.rear)
  }

  /// Ends the collection.
  ///
  /// What is there is calibrated with. Thread-safe.
  package func stop() { source.stop() }

  /// What is to be said about the camera.
  package var notices: [String] { source.notices }

  /// Views beyond this make a calibration slow and not better.
  private static let mostViews = 60

  /// Collects and calibrates.
  ///
  /// - Parameter progress: called on the caller's thread.
  /// - Returns: the lens, and how many pictures were looked at.
  /// - Throws: `SessionError` of the source, `CalibrationError`.
  package func run(
    progress: (Progress) -> Void
  ) throws -> (lens: LensCalibration, pictures: Int) {
    let detector = try BoardDetector(board: board)
    var collector = ViewCollector(board: board, needsStillness: supply.isLive)
    try source.start(origin: Timestamp(nanoseconds: 0), pacing: .asFastAsPossible)
    defer { source.stop() }
    var pictures = 0
    while collector.views.count < (supply.isLive ? wanted : Self.mostViews),
      let frame = try source.nextPicture()
    {
      pictures += 1
      let outcome = collector.offer(try detector.view(in: frame.pixels))
      if outcome == .taken {
        progress(
          .taken(collector.views.count, coverage: PictureCoverage(collector.views).share))
      } else if supply.isLive {
        progress(.hint(Self.hint(outcome)))
      }
    }
    return (try LensCalibration(collector.views), pictures)
  }

  private static func hint(_ outcome: ViewCollector.Outcome?) -> String {
    switch outcome {
    case .moving: "hold it still"
    case .tooSimilar: "move it on: other places, tilted, near and far"
    case .taken, nil: "show the whole board"
    }
  }
}
