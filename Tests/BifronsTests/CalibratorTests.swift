import Bifrons
import Calibration
import Foundation
import MediaFiles
import SessionCore
import SessionTesting
import SpatialMath
import Testing

@Suite struct CalibratorTests {
  private static let lens = CameraIntrinsics(
    width: 640, height: 480, fx: 590, fy: 588, cx: 323, cy: 236,
    distortion: .init(k1: -0.1, k2: 0.05))
  private static let board = CalibrationBoard(
    pattern: .chessboard, columns: 9, rows: 6, edge: 0.025)

  /// Writes pictures of a board, and two without one.
  private func pictures(_ count: Int, in folder: TemporaryFolder) throws {
    let painter = BoardPainter(board: Self.board, lens: Self.lens)
    let poses = painter.poses(count, tilt: 0.7, distance: 0.24...0.4, seed: 11)
    for (index, pose) in poses.enumerated() {
      let picture = painter.picture(pose, seed: UInt64(index))
      try PictureFile.write(png: picture, to: folder.file(String(format: "p%03d.png", index)))
    }
    let empty = PixelBuffer.make(width: 640, height: 480, format: .gray8) { planes in
      planes[0].initializeMemory(as: UInt8.self, repeating: 128)
    }
    for name in ["a.png", "z.png"] { try PictureFile.write(png: empty, to: folder.file(name)) }
  }

  @Test func aFolderOfPicturesCalibratesALens() throws {
    let folder = try TemporaryFolder()
    try pictures(18, in: folder)
    var taken = 0
    let calibrator = LensCalibrator(board: Self.board, supply: .folder(folder.path), wanted: 20)
    let (lens, count) = try calibrator.run { if case .taken = $0 { taken += 1 } }
    #expect(count == 20 && taken >= 16)
    // Half a percent.
    #expect(abs(lens.intrinsics.fx / Self.lens.fx - 1) < 0.005)
    #expect(abs(lens.intrinsics.fy / Self.lens.fy - 1) < 0.005)
  }

  @Test func picturesWithoutABoardAreRefused() throws {
    let folder = try TemporaryFolder()
    try pictures(0, in: folder)
    let calibrator = LensCalibrator(board: Self.board, supply: .folder(folder.path), wanted: 20)
    #expect(throws: CalibrationError.tooFewViews(found: 0, needed: 8)) {
      try calibrator.run { _ in }
    }
  }

  @Test func aBoardWithoutUpAndDownIsNoneForARig() {
    let board = CalibrationBoard(pattern: .chessboard, columns: 8, rows: 6, edge: 0.025)
    #expect(throws: CalibrationError.self) {
      try RigCalibrator(board: board, front: .folder("a"), rear: .folder("b"), wanted: 20)
    }
  }
}
