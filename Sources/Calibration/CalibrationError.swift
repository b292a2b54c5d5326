/// Why a calibration cannot be made or is not good enough to be kept.
package enum CalibrationError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A board's description is not understood.
  case badBoard(String)
  /// OpenCV failed.
  case failed(String)
  /// Too few views show the board.
  case tooFewViews(found: Int, needed: Int)
  /// Views of different picture sizes.
  case differentSizes(String)
  /// The views leave something open; the text says what to do.
  case notEnough(String)
  /// The board does not fit what is seen.
  case badFit(String)

  /// What, and what to try.
  package var description: String {
    switch self {
    case .badBoard(let text): text
    case .failed(let text): "OpenCV failed: \(text)"
    case .tooFewViews(let found, let needed):
      "\(found == 0 ? "no view shows" : found == 1 ? "1 view shows" : "\(found) views show") the "
        + "board, and \(needed) are needed; is the board the one that --board describes, whole in "
        + "the picture, flat and sharp?"
    case .differentSizes(let text), .notEnough(let text), .badFit(let text): text
    }
  }
}
