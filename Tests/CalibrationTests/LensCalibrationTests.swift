import Calibration
import SessionCore
import SpatialMath
import Testing

@Suite struct LensCalibrationTests {
  private static let lens = CameraIntrinsics(
    width: 640, height: 480, fx: 603.5, fy: 601.2, cx: 327.4, cy: 233.8,
    distortion: .init(k1: -0.12, k2: 0.09, p1: 0.0012, p2: -0.0008))
  private static let chessboard = CalibrationBoard(
    pattern: .chessboard, columns: 9, rows: 6, edge: 0.025)
  private static let tags = CalibrationBoard(
    pattern: .tags(gap: 0.012), columns: 5, rows: 4, edge: 0.036)
  /// How far a focal length may be off, as a part of it.
  private static let focalTolerance = 0.005
  /// How far the principal point may be off, pixels.
  private static let centreTolerance = 3.0
  /// How far a ray may be off anywhere in the picture, pixels.
  private static let rayTolerance = 1.0

  private func views(
    _ board: CalibrationBoard, _ count: Int, tilt: Double = 0.7,
    distance: ClosedRange<Double> = 0.24...0.4, seed: UInt64 = 7
  ) throws -> [BoardView] {
    let painter = BoardPainter(board: board, lens: Self.lens)
    let detector = try BoardDetector(board: board)
    return try painter.poses(count, tilt: tilt, distance: distance, seed: seed).enumerated()
      .compactMap { try detector.view(in: painter.picture($1, seed: UInt64($0))) }
  }

  private func expectRecovered(_ found: LensCalibration) {
    let (lens, true_) = (found.intrinsics, Self.lens)
    #expect(abs(lens.fx / true_.fx - 1) < Self.focalTolerance, "\(lens)")
    #expect(abs(lens.fy / true_.fy - 1) < Self.focalTolerance, "\(lens)")
    #expect(abs(lens.cx - true_.cx) < Self.centreTolerance, "\(lens)")
    #expect(abs(lens.cy - true_.cy) < Self.centreTolerance, "\(lens)")
    for x in stride(from: 20.0, through: 620, by: 100) {
      for y in stride(from: 20.0, through: 460, by: 110) {
        let ray = true_.unproject(Vector2(x, y))
        let seen = lens.project(Vector3(ray.x, ray.y, 1)) ?? .zero
        let off = seen - Vector2(x, y) - Vector2(lens.cx - true_.cx, lens.cy - true_.cy)
        #expect(off.length < Self.rayTolerance + Self.centreTolerance * 0.2, "at \(x), \(y)")
      }
    }
  }

  @Test func aChessboardRecoversLensAndDistortion() throws {
    let views = try views(Self.chessboard, 20)
    #expect(views.count >= 18)
    let found = try LensCalibration(views)
    expectRecovered(found)
    #expect(found.error < 0.2, "\(found.error)")
    #expect(found.coverage > 0.7)
  }

  @Test func aTagBoardRecoversLensAndDistortion() throws {
    let views = try views(Self.tags, 20, distance: 0.3...0.5)
    #expect(views.count >= 18)
    let found = try LensCalibration(views)
    expectRecovered(found)
    #expect(found.error < 0.3, "\(found.error)")
  }

  @Test func cornersAreFoundWhereTheyAre() throws {
    for board in [Self.chessboard, Self.tags] {
      let painter = BoardPainter(board: board, lens: Self.lens)
      let pose = Pose(
        rotation: Quaternion(rotationVector: Vector3(0.3, -0.25, 0.1)),
        translation: Vector3(-0.1, -0.08, 0.36))
      let view = try #require(try BoardDetector(board: board).view(in: painter.picture(pose)))
      let errors = zip(view.points, view.places).map { point, place in
        (Self.lens.project(pose.act(point)) ?? .zero) - place
      }
      let mean = errors.reduce(Vector2.zero, +) * (1 / Double(errors.count))
      // A shift of half a pixel would be a mistaken origin of coordinates.
      #expect(mean.length < 0.1, "\(board.description): \(mean)")
      #expect((errors.map(\.length).max() ?? 9) < 0.6, "\(board.description)")
    }
  }

  @Test func anUpsideDownChessboardIsSeenUpsideDown() throws {
    let painter = BoardPainter(board: Self.chessboard, lens: Self.lens)
    for angle in [0.0, .pi / 2, .pi, -.pi / 2] {
      let rotation = Quaternion(angle: angle + 0.05, axis: Vector3(0, 0, 1))
      let centre = Vector3(Self.chessboard.extent.x / 2, Self.chessboard.extent.y / 2, 0)
      let pose = Pose(
        rotation: rotation, translation: Vector3(0, 0, 0.36) - rotation.act(centre))
      let detector = try BoardDetector(board: Self.chessboard)
      let view = try #require(try detector.view(in: painter.picture(pose)))
      let expected = try #require(Self.lens.project(pose.act(.zero)))
      #expect((view.places[0] - expected).length < 0.6, "at \(angle)")
    }
  }

  @Test func tooFewViewsAreRefused() throws {
    let views = try views(Self.chessboard, 3)
    #expect(throws: CalibrationError.tooFewViews(found: 3, needed: 8)) {
      try LensCalibration(views)
    }
    #expect(throws: CalibrationError.tooFewViews(found: 0, needed: 8)) { try LensCalibration([]) }
  }

  @Test func aBoardThatIsNeverTiltedIsRefused() throws {
    let views = try views(Self.chessboard, 10, tilt: 0.02)
    let error = #expect(throws: CalibrationError.self) { try LensCalibration(views) }
    #expect(error?.description.contains("tilt it by 30 to 45 degrees") == true, "\(error as Any)")
  }

  @Test func aBoardInOneCornerIsRefused() throws {
    let all = try views(Self.chessboard, 40, distance: 0.7...0.8)
    let corner = all.filter { view in
      view.places.allSatisfy { $0.x < 400 && $0.y < 300 }
    }
    let error = #expect(throws: CalibrationError.self) { try LensCalibration(corner) }
    #expect(
      error?.description.contains("of the picture only") == true
        || error?.description.contains("right") == true, "\(error as Any)")
  }

  @Test func aBoardOfWrongProportionsDoesNotFit() throws {
    let views = try views(Self.chessboard, 10).map { view in
      var view = view
      // Bent paper.
      view.points = view.points.map { Vector3($0.x, $0.y + 0.3 * $0.x * $0.x, 0) }
      return view
    }
    let error = #expect(throws: CalibrationError.self) { try LensCalibration(views) }
    #expect(error?.description.contains("does not fit") == true, "\(error as Any)")
  }

  @Test func viewsOfTwoSizesAreRefused() throws {
    var views = try views(Self.chessboard, 8)
    views[3].width = 1280
    let error = #expect(throws: CalibrationError.self) { try LensCalibration(views) }
    #expect(error?.description.contains("different sizes") == true)
  }

  @Test func theCollectorTakesWhatDiffersAndIsHeldStill() throws {
    let painter = BoardPainter(board: Self.chessboard, lens: Self.lens)
    let poses = painter.poses(2, tilt: 0.5, distance: 0.3...0.4, seed: 3)
    let detector = try BoardDetector(board: Self.chessboard)
    let first = try detector.view(in: painter.picture(poses[0], seed: 1))
    let second = try detector.view(in: painter.picture(poses[1], seed: 2))
    var collector = ViewCollector(board: Self.chessboard, needsStillness: true)
    #expect(collector.offer(first) == .moving)
    #expect(collector.offer(first) == .taken)
    #expect(collector.offer(first) == .tooSimilar)
    #expect(collector.offer(second) == .moving)
    #expect(collector.offer(nil) == nil)
    #expect(collector.offer(second) == .moving)
    #expect(collector.offer(second) == .taken)
    #expect(collector.views.count == 2)
  }
}

@Suite struct CalibrationBoardTests {
  @Test(arguments: ["chessboard:9x6:25", "chessboard:8x5:30.5", "apriltag:6x4:40:12"])
  func aDescriptionIsReadAndWritten(text: String) throws {
    #expect(try CalibrationBoard(text).description == text)
  }

  @Test(arguments: [
    "", "chessboard", "chessboard:9:25", "chessboard:9x6", "chessboard:9x6:0", "chessboard:2x6:25",
    "chessboard:9x6:25:3", "apriltag:6x4:40", "apriltag:30x30:40:12", "circles:9x6:25",
    "chessboard:9x6:-4", "chessboard:axb:25",
  ])
  func whatIsNoBoardIsRefused(text: String) {
    let error = #expect(throws: CalibrationError.self) { try CalibrationBoard(text) }
    #expect(error?.description.contains("board") == true)
  }

  @Test func aSheetHasTheBoardsSizeInMillimetres() throws {
    let svg = BoardSheet(board: try CalibrationBoard("chessboard:9x6:25")).svg
    // 10 × 7 squares and a white border of one square.
    #expect(svg.contains("width=\"300mm\" height=\"225mm\""))
    #expect(svg.split(separator: "\n").filter { $0.hasPrefix("<rect x=") }.count == 35)
  }

  @Test func onlySomeChessboardsTellUpFromDown() throws {
    #expect(try CalibrationBoard("chessboard:9x6:25").hasUpAndDown)
    #expect(try !CalibrationBoard("chessboard:8x6:25").hasUpAndDown)
    #expect(try CalibrationBoard("apriltag:4x4:25:5").hasUpAndDown)
  }
}
