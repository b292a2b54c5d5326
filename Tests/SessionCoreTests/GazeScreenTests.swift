import SessionCore
import SpatialMath
import Testing

@Suite struct GazeScreenTests {
  /// A laptop's screen.
  private let screen = GazeScreen(
    size: Vector2(0.34, 0.19), pixels: SIMD2(1920, 1080))
  private let tolerance = 1e-9

  /// An eye in the front camera's space that looks at a point of the screen.
  private func eye(at place: Vector3, lookingAt point: Vector2) -> Pose {
    let target = screen.cameraFromScreen.act(
      Vector3((point.x - 0.5) * 0.34, (0.5 - point.y) * 0.19, 0))
    return Pose(
      rotation: Quaternion(from: Vector3(0, 0, 1), to: (target - place).normalized),
      translation: place)
  }

  @Test(arguments: [Vector2(0.5, 0.5), Vector2(0, 0), Vector2(0.9, 0.2), Vector2(0.25, 0.75)])
  func bothEyesMeetWhereTheyLook(point: Vector2) throws {
    let face = Pose(translation: Vector3(0.02, -0.05, -0.5))
    func inFace(_ x: Double) -> Pose {
      face.inverse * eye(at: face.act(Vector3(x, 0.03, 0.03)), lookingAt: point)
    }
    let found = try #require(
      screen.point(cameraFromFace: face, leftEye: inFace(0.032), rightEye: inFace(-0.032)))
    #expect((found - point).length < tolerance)
  }

  @Test func aLookToTheUsersRightMovesThePointRight() throws {
    let face = Pose(translation: Vector3(0, -0.1, -0.5))
    // The face's own left is the camera's right; its right is −X.
    let ahead = Pose(translation: Vector3(0, 0, 0))
    let right = Pose(rotation: Quaternion(angle: -0.1, axis: Vector3(0, 1, 0)), translation: .zero)
    let a = try #require(screen.point(cameraFromFace: face, leftEye: ahead, rightEye: ahead))
    let b = try #require(screen.point(cameraFromFace: face, leftEye: right, rightEye: right))
    #expect(b.x > a.x + 0.05)
  }

  @Test func aLookAwayOrFromTooFarIsAMiss() {
    let away = Vector3(0, 0, -1)
    #expect(screen.intersection(origin: Vector3(0, 0, -0.5), direction: away) == nil)
    #expect(screen.intersection(origin: Vector3(0, 0, -2.5), direction: -away) == nil)
    #expect(screen.intersection(origin: Vector3(0, 0, -1.5), direction: -away) != nil)
  }

  @Test func pointsBecomePixelsWithinTheEdges() {
    #expect(screen.pixel(of: Vector2(0.5, 0.5)) == SIMD2(960, 540))
    #expect(screen.pixel(of: Vector2(1.01, 0.5)) == nil)
  }
}

@Suite struct GazeCalibrationTests {
  private let grid = (0..<9).map { Vector2(0.1 + 0.4 * Double($0 % 3), 0.1 + 0.4 * Double($0 / 3)) }

  @Test func undoesAnAffineError() throws {
    let measured = grid.map { Vector2(0.8 * $0.x + 0.1 * $0.y + 0.2, 0.6 * $0.y - 0.1) }
    let calibration = try #require(GazeCalibration(measured: measured, shown: grid))
    for (a, b) in zip(measured, grid) { #expect((calibration.corrected(a) - b).length < 1e-9) }
    #expect(calibration.residual < 1e-9)
  }

  @Test func oneShownPointGivesAShift() throws {
    let calibration = try #require(
      GazeCalibration(measured: [Vector2(0.4, 0.7)], shown: [Vector2(0.5, 0.5)]))
    #expect((calibration.corrected(Vector2(0, 0)) - Vector2(0.1, -0.2)).length < 1e-12)
  }

  @Test func tellsWhatIsLeft() throws {
    let measured = grid.enumerated().map { $1 + Vector2($0 % 2 == 0 ? 0.02 : -0.02, 0) }
    let calibration = try #require(GazeCalibration(measured: measured, shown: grid))
    #expect(0.015...0.021 ~= calibration.residual)
    #expect(GazeCalibration(measured: [], shown: []) == nil)
  }
}

@Suite struct GazePointerTests {
  private func time(_ picture: Int) -> Timestamp {
    Timestamp(nanoseconds: Int64(picture) * 33_333_333)
  }

  @Test func takesTheMeanOfTenPoints() {
    var pointer = GazePointer()
    var state = GazePointer.State()
    for i in 0..<20 { state = pointer.update(Vector2(i < 10 ? 0.2 : 0.6, 0.5), at: time(i)) }
    #expect(state.point.map { abs($0.x - 0.6) < 1e-12 } == true)
  }

  @Test func aMissIsNilAndForgetsTheWindow() {
    var pointer = GazePointer()
    _ = pointer.update(Vector2(0.2, 0.5), at: time(0))
    #expect(pointer.update(nil, at: time(1)).point == nil)
    #expect(pointer.update(Vector2(1.2, 0.5), at: time(2)).point == nil)
    #expect(pointer.update(Vector2(0.7, 0.5), at: time(3)).point == Vector2(0.7, 0.5))
  }

  @Test func aRestingLookFillsTheRingAndDwellsOnce() {
    var pointer = GazePointer()
    var dwells = 0
    var last = 0.0
    for i in 0..<90 {
      let state = pointer.update(Vector2(0.5, 0.5), at: time(i))
      #expect(state.dwellProgress >= last)
      last = state.dwellProgress
      dwells += state.events.count { if case .dwelled = $0 { true } else { false } }
    }
    #expect(dwells == 1 && last == 1)
  }

  @Test func aMovingLookDoesNotDwell() {
    var pointer = GazePointer()
    for i in 0..<90 {
      let state = pointer.update(Vector2(0.1 + 0.008 * Double(i), 0.5), at: time(i))
      #expect(state.dwellProgress < 1)
    }
  }

  @Test(arguments: [(0.97, 1.0), (0.03, -1.0), (0.5, 0.0)])
  func theEdgesScroll(y: Double, sign: Double) {
    var pointer = GazePointer()
    var sum = 0.0
    for i in 0..<31 {
      for case .scroll(let amount) in pointer.update(Vector2(0.5, y), at: time(i)).events {
        sum += amount
      }
    }
    // Half a screen a second.
    #expect(abs(sum - 0.5 * sign) < 0.01)
  }
}
