import SessionCore
import SessionTesting
import SimulatedCameras
import SpatialMath
import SystemSupport
import Testing

@Suite struct SimulationRearTests {
  private let room = SimulationPictures.room

  @Test func itKeepsTheContractOfFrameSources() throws {
    var options = SimulationPictures.rearOptions(frameCount: 12)
    options.sensor.noise = 2
    options.rate = 40
    let fixed = options
    let room = room
    try FrameSourceContract.verify(.recorded) { SimulatedRearCamera(fixed, room: room) }
  }

  @Test func theSameSeedGivesTheSameRoomAndAnotherSeedAnotherOne() throws {
    var options = SimulationPictures.rearOptions(frameCount: 1)
    options.textureDetail = 0.1
    func digest(_ seed: UInt64) throws -> UInt64? {
      options.seed = seed
      return try SimulationPictures.pictures(of: SimulatedRearCamera(options)).first?.pixels.digest
    }
    let first = try #require(try digest(11))
    #expect(try digest(11) == first)
    #expect(try digest(12) != first)
  }

  @Test(arguments: [UInt64(1), 2, 77])
  func theWorldStartsAtTheFirstCameraLevelAndAtAKnownHeightOverTheTable(seed: UInt64) throws {
    var options = SimulationPictures.rearOptions()
    options.seed = seed
    let truth = SimulatedRearCamera(options, room: room).groundTruth(sequence: 0)
    let pose = try #require(truth.worldFromCamera)
    #expect(pose.translation.length < 1e-12)
    let forward = pose.rotation.act(Vector3(0, 0, -1))
    #expect(abs(forward.x) < 1e-12 && forward.z < 0, "the heading is −Z")
    let table = try #require(truth.planes.first { $0.classification == .table })
    let below = -table.transform.translation.y
    #expect(abs(below - SimulatedRearCamera.initialHeightOverTable) < 1e-12)
    #expect(SimulatedRearCamera.initialHeightOverTable == 0.60)
  }

  /// The truth of each trial, thirty a second.
  private func path(_ motion: CameraMotion, _ count: Int) throws -> [Pose] {
    var options = SimulationPictures.rearOptions()
    options.motion = motion
    let camera = SimulatedRearCamera(options, room: room)
    return try (0..<count).map { try #require(camera.groundTruth(sequence: $0).worldFromCamera) }
  }

  /// Scattered places are jumped to.
  @Test(arguments: CameraMotion.allCases.filter { $0 != .scattered })
  func everyMotionIsSmoothAndBeginsAtTheOrigin(motion: CameraMotion) throws {
    let path = try path(motion, 300)
    #expect(path[0].translation.length < 1e-9)
    for (a, b) in zip(path, path.dropFirst()) {
      let step = a.inverse * b
      #expect(step.translation.length < 0.04)
      // 120° a second is 0.07 a picture; the hand adds to it.
      #expect(step.rotation.angle < 0.085)
    }
  }

  @Test func aStartOnTheSpotShowsNoDepthForTwoSeconds() throws {
    let path = try path(.rotationStart, 120)
    #expect(path[..<60].allSatisfy { $0.translation.length < 1e-9 })
    #expect(path[..<60].contains { ($0.rotation * path[0].rotation.inverse).angle > 0.2 })
    #expect(try #require(path.last).translation.length > 0.1)
  }

  @Test func aFastTurnLeadsAwayByAHundredDegreesAndBack() throws {
    let (path, scan) = (try path(.fastTurn, 260), try path(.scan, 260))
    let turns = zip(path, scan).map { ($0.rotation * $1.rotation.inverse).angle * 180 / .pi }
    #expect(abs((turns.max() ?? 0) - 100) < 0.5)
    #expect(turns.first == 0 && (turns.last ?? 1) < 1e-6)
    let fastest = zip(turns, turns.dropFirst()).map { abs($1 - $0) * 30 }.max() ?? 0
    #expect((115...121).contains(fastest), "degrees a second")
  }

  @Test func theExposureDropsFromOnePictureToTheNext() throws {
    var options = SimulationPictures.rearOptions(frameCount: 125)
    options.rate = 30
    options.motion = .exposureStep
    let pictures = try SimulationPictures.pictures(of: SimulatedRearCamera(options, room: room))
    func mean(_ i: Int) -> Double {
      let pixels = pictures[i].pixels
      let sum = (0..<120).reduce(0) { s, y in (0..<160).reduce(s) { $0 + pixels.luma($1, y) } }
      return Double(sum) / 19200
    }
    #expect(abs(mean(119) / mean(118) - 1) < 0.02)
    // 0.6 of the light is 0.6^(1/2.4) = 0.81 of the display value.
    #expect(abs(mean(120) / mean(119) - 0.81) < 0.03)
  }

  @Test func peopleWalkThroughBetweenTheCameraAndTheTable() throws {
    var options = SimulationPictures.rearOptions(frameCount: 126)
    options.rate = 30
    let empty = try SimulationPictures.pictures(of: SimulatedRearCamera(options, room: room))
    options.motion = .passers
    let full = try SimulationPictures.pictures(of: SimulatedRearCamera(options, room: room))
    /// The share of the picture that is not as in the empty room.
    func hidden(_ i: Int) -> Double {
      let (a, b) = (empty[i].pixels, full[i].pixels)
      let count = (0..<120).reduce(0) { sum, y in
        (0..<160).reduce(sum) { $0 + (abs(a.luma($1, y) - b.luma($1, y)) > 8 ? 1 : 0) }
      }
      return Double(count) / 19200
    }
    #expect(hidden(0) == 0)
    let most = try #require((100..<126).map(hidden).max())
    #expect(most > 0.1 && most < 0.95)
  }

  @Test func theHardshipsComeBackToTheirStart() throws {
    let path = try path(.hardships, 662)
    #expect(path[..<60].allSatisfy { $0.translation.length < 1e-9 })
    #expect(path.contains { $0.translation.length > 1.5 })
    // The hand is elsewhere than at the start by a few centimetres.
    #expect(path[660].translation.length < 0.3)
    let looksUp = path.contains { $0.rotation.act(Vector3(0, 0, -1)).y > 0.4 }
    #expect(looksUp)
  }

  @Test func planesAreWhatTheContractOfPlaneAnchorsSays() throws {
    let truth = SimulatedRearCamera(SimulationPictures.rearOptions(), room: room)
      .groundTruth(sequence: 5)
    let kinds = Set(truth.planes.map(\.classification))
    #expect(kinds == [.table, .floor, .wall, .ceiling, .seat, .none])
    #expect(Set(truth.planes.map(\.identifier)).count == truth.planes.count)
    for plane in truth.planes {
      let normal = plane.transform.rotation.act(Vector3(0, 1, 0))
      switch plane.alignment {
      case .horizontal: #expect(abs(abs(normal.y) - 1) < 1e-9)
      case .vertical:
        #expect(abs(normal.y) < 1e-9)
        #expect(plane.transform.rotation.act(Vector3(0, 0, 1)).y < -0.999999, "+Z is down a wall")
      }
      expectCounterClockwiseAroundItsCenter(plane)
      let xs = plane.boundary.map(\.x)
      let width = (xs.max() ?? 0) - (xs.min() ?? 0)
      #expect(abs(width - plane.extent.width) < 1e-9)
    }
  }

  private func expectCounterClockwiseAroundItsCenter(_ plane: PlaneAnchor) {
    var previous = plane.boundary[plane.boundary.count - 1]
    for corner in plane.boundary {
      let turn = (previous - plane.center).cross(corner - plane.center)
      #expect(turn.y > 0, "counter-clockwise seen from +Y, with the centre inside")
      previous = corner
    }
  }

  @Test func theFirstSecondMovesSidewaysEnoughToTellDepthAndTheSwingStaysWithinBounds() throws {
    let camera = SimulatedRearCamera(SimulationPictures.rearOptions(), room: room)
    let early = try #require(camera.groundTruth(sequence: 25).worldFromCamera)
    // 12° of parallax at the table's middle, about 1.1 m away.
    #expect(abs(early.translation.x) > 0.2)
    for sequence in stride(from: 0, to: 900, by: 3) {
      let truth = camera.groundTruth(sequence: sequence)
      let pose = try #require(truth.worldFromCamera)
      let table = try #require(truth.planes.first { $0.classification == .table })
      let middle = pose.inverse.act(table.transform.translation)
      let pixel = try #require(
        camera.format.intrinsics.project(Pose.sessionCameraFromVisionCamera.act(middle)))
      #expect(pixel.x > 40 && pixel.x < 120 && pixel.y > 40 && pixel.y < 100)
    }
  }

  /// The front edge of the table is a step in brightness: its sharpest place must lie where the
  /// truth projects it.
  @Test(arguments: [0.0, -0.12])
  func theTableEdgeIsWhereTheTruthSays(distortion: Double) throws {
    var options = SimulationPictures.rearOptions(frameCount: 60)
    (options.width, options.height) = (320, 240)
    options.distortion.k1 = distortion
    let camera = SimulatedRearCamera(options, room: room)
    var errors: [Double] = []
    for frame in try SimulationPictures.pictures(of: camera) where frame.sequence % 20 == 0 {
      let truth = camera.groundTruth(sequence: frame.sequence)
      let pose = try #require(truth.worldFromCamera)
      let table = try #require(truth.planes.first { $0.classification == .table })
      for place in stride(from: -0.45, through: 0.45, by: 0.05) {
        let point = Vector3(place * table.extent.width, 0, table.extent.height / 2)
        let camera = pose.inverse.act(table.transform.act(point))
        guard
          let pixel = frame.intrinsics.project(Pose.sessionCameraFromVisionCamera.act(camera)),
          let found = steepestStep(in: frame.pixels, around: pixel, reach: 6)
        else { continue }
        errors.append(abs(found))
      }
    }
    #expect(errors.count > 30)
    errors.sort()
    #expect(errors[errors.count / 2] < 0.35, "median distance in pixels")
    #expect(errors[errors.count * 9 / 10] < 1.0, "nine of ten")
  }

  /// How far above or below a pixel the luma changes most along a column; nil near the border.
  private func steepestStep(
    in pixels: PixelBuffer, around p: Vector2, reach: Double
  ) -> Double? {
    guard p.x > 4, p.x < Double(pixels.width) - 4, p.y > reach + 2,
      p.y < Double(pixels.height) - reach - 2
    else { return nil }
    let offsets = Array(stride(from: -reach, through: reach, by: 0.1))
    return offsets.max { a, b in slope(pixels, p, a) < slope(pixels, p, b) }
  }

  private func slope(_ pixels: PixelBuffer, _ p: Vector2, _ offset: Double) -> Double {
    let above = pixels.luma(at: p + Vector2(0, offset - 0.75))
    let below = pixels.luma(at: p + Vector2(0, offset + 0.75))
    return abs(below - above)
  }

  @Test func motionBlurSoftensAMovingPictureAndLeavesItsBrightness() throws {
    var options = SimulationPictures.rearOptions(frameCount: 12)
    func lastPicture() throws -> PixelBuffer {
      let camera = SimulatedRearCamera(options, room: room)
      return try #require(try SimulationPictures.pictures(of: camera).last).pixels
    }
    let sharp = try lastPicture()
    options.motionBlurSamples = 5
    options.exposureDuration = 0.12
    let blurred = try lastPicture()
    func horizontalDetail(_ p: PixelBuffer) -> Double {
      var sum = 0
      for y in 0..<p.height { for x in 1..<p.width { sum += abs(p.luma(x, y) - p.luma(x - 1, y)) } }
      return Double(sum)
    }
    func mean(_ p: PixelBuffer) -> Double {
      var sum = 0
      for y in 0..<p.height { for x in 0..<p.width { sum += p.luma(x, y) } }
      return Double(sum) / Double(p.width * p.height)
    }
    #expect(horizontalDetail(blurred) < 0.85 * horizontalDetail(sharp))
    #expect(abs(mean(blurred) - mean(sharp)) < 2)
  }

  @Test func aRollingShutterShowsEachRowAtItsOwnTime() throws {
    var options = SimulationPictures.rearOptions(frameCount: 5)
    let steady = try SimulationPictures.pictures(of: SimulatedRearCamera(options, room: room))
    // The first row is exposed one picture earlier than the middle, the last row one later.
    let rows = Double(options.height)
    options.rollingShutterReadout = 2 * rows / (rows - 1) / options.rate
    let rolling = try SimulationPictures.pictures(of: SimulatedRearCamera(options, room: room))
    let picture = rolling[2].pixels
    let first = steady[1].pixels
    let last = steady[3].pixels
    func difference(_ a: PixelBuffer, _ b: PixelBuffer, row: Int) -> Double {
      Double((0..<a.width).map { abs(a.luma($0, row) - b.luma($0, row)) }.reduce(0, +))
        / Double(a.width)
    }
    // Edge smoothing looks at the neighbouring row, which is another moment's: all but 1.5 steps.
    #expect(difference(picture, first, row: 0) < 1.5)
    #expect(difference(picture, last, row: options.height - 1) < 1.5)
    #expect(difference(picture, steady[2].pixels, row: 0) > 3)
  }

  @Test func exposureGainBrightensAndNoiseHasTheSizeAskedFor() throws {
    var options = SimulationPictures.rearOptions(frameCount: 2)
    func first() throws -> PixelBuffer {
      let camera = SimulatedRearCamera(options, room: room)
      return try #require(try SimulationPictures.pictures(of: camera).first).pixels
    }
    let plain = try first()
    options.sensor.gain = 1.5
    let bright = try first()
    options.sensor.gain = 1
    options.sensor.noise = 3
    let noisy = try first()
    var brighter = 0.0
    var squares = 0.0
    let count = Double(plain.width * plain.height)
    for y in 0..<plain.height {
      for x in 0..<plain.width {
        brighter += Double(bright.luma(x, y) - plain.luma(x, y)) / count
        let d = Double(noisy.luma(x, y) - plain.luma(x, y))
        squares += d * d / count
      }
    }
    #expect(brighter > 10)
    #expect(abs(squares.squareRoot() - 3) < 0.6)
  }

  @Test func theRoomHasCornersToTrack() throws {
    let camera = SimulatedRearCamera(SimulationPictures.rearOptions(frameCount: 1), room: room)
    let pixels = try #require(try SimulationPictures.pictures(of: camera).first).pixels
    // Cells of 8 × 8 pixels with strong gradients both ways; a trackable room has most of them.
    var cells = 0
    for cy in 0..<pixels.height / 8 {
      for cx in 0..<pixels.width / 8 where hasCorner(pixels, cx * 8, cy * 8) { cells += 1 }
    }
    #expect(cells > 120, "\(cells) of \(pixels.width * pixels.height / 64)")
  }

  private func hasCorner(_ p: PixelBuffer, _ x0: Int, _ y0: Int) -> Bool {
    var (xx, yy, xy) = (0.0, 0.0, 0.0)
    for y in max(1, y0)..<min(p.height - 1, y0 + 8) {
      for x in max(1, x0)..<min(p.width - 1, x0 + 8) {
        let gx = Double(p.luma(x + 1, y) - p.luma(x - 1, y)) / 2
        let gy = Double(p.luma(x, y + 1) - p.luma(x, y - 1)) / 2
        xx += gx * gx
        yy += gy * gy
        xy += gx * gy
      }
    }
    // The smaller eigenvalue of the structure tensor, a mean gradient of five steps both ways.
    let half = (xx + yy) / 2
    let root = ((xx - yy) * (xx - yy) / 4 + xy * xy).squareRoot()
    return half - root > 25 * 64
  }
}
