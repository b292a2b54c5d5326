import Bifrons
import ConfigurationFiles
import FaceMesh
import Foundation
import MediaFiles
import SceneRendering
import SessionCore
import SessionTesting
import SpatialMath
import SystemSupport
import Testing

/// What behaviours keep where there is no window.
///
/// Left out where OpenGL cannot draw without one; `Tools/setup` installs what that needs.
@Suite(.enabled(if: (try? OffscreenContext()) != nil, "no OpenGL here: run Tools/setup"))
struct SceneKeepingTests {
  private static let hasModels = (try? ModelStore()) != nil

  /// A face session that keeps pictures and films by the clock.
  private func file(_ folder: String, _ more: String = "") throws -> SessionFile {
    let text = """
      version: 1
      session: { configuration: face }
      cameras: { front: { source: simulated } }
      recording: { folder: \(folder), pictures: jpg, films: mp4, rate: 25, watermark: "©" }
      scene: [{ anchor: camera, entity: shape, offset: [0, 0, -1], size: [0.1, 0.1, 0.1] }]
      behaviours:
        - { when: timer, every: 0.2, do: snapshot }
        - { when: timer, every: 0.2, do: record }
      \(more)
      """
    return try SessionFile.load("session.yaml") { _ in Array(text.utf8) }
  }

  /// A picture of one grey at a time.
  private func frame(
    _ index: Int, seconds: Double, width: Int = 64, height: Int = 48
  ) -> SessionFrame {
    let pixels = PixelBuffer.make(width: width, height: height, format: .gray8) { planes in
      planes[0].initializeMemory(as: UInt8.self, repeating: UInt8(60 + 4 * index))
    }
    let time = Timestamp.zero.advanced(bySeconds: seconds)
    let image = CameraFrame(
      role: .front, sequence: index, timestamp: time, pixels: pixels,
      intrinsics: CameraIntrinsics(width: width, height: height, horizontalFieldOfView: 1))
    return SessionFrame(
      index: index, timestamp: time, primaryRole: .front,
      front: CameraView(image: image, worldFromCamera: .identity), rear: nil,
      trackingState: .normal)
  }

  private func names(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  /// How many pictures a film has, and the mean of each one's upper left corner.
  private func corners(_ path: String) throws -> [Int] {
    let reader = try VideoFileReader(path: path)
    var result: [Int] = []
    while let picture = try reader.next() {
      let plane = picture.pixels.planes[0]
      result.append(
        Int(plane.base.load(fromByteOffset: 2 * plane.stride + 2, as: UInt8.self)))
    }
    return result
  }

  @Test func picturesAndFilmsComeAsTheBehavioursAsk() throws {
    let folder = try TemporaryFolder()
    let maker = try FilmMaker(try file(folder.path), LaunchOptions(), nil)
    for index in 0..<20 { try maker.add(frame(index, seconds: Double(index) / 25), rate: 25) }
    try maker.finish()
    // Asked for at the pictures 5, 10 and 15: a film begins, ends, and a second one begins.
    let expected = [
      "bifrons-1.jpg", "bifrons-1.mp4", "bifrons-2.jpg", "bifrons-2.mp4", "bifrons-3.jpg",
    ]
    #expect(try names(folder.path) == expected)
    #expect(Set(maker.written) == Set(expected.map { folder.file($0) }))
    for name in ["bifrons-1.mp4", "bifrons-2.mp4"] {
      let film = try corners(folder.file(name))
      #expect(film.count == 5)
      // Each picture is a new one, the watermark and the box are elsewhere.
      #expect(film == film.sorted() && Set(film).count == 5)
    }
    let picture = try PictureFile.read(folder.file("bifrons-2.jpg"))
    #expect((picture.width, picture.height) == (64, 48))
  }

  @Test func aFilmKeepsItsPaceWherePicturesAreLate() throws {
    let folder = try TemporaryFolder()
    let maker = try FilmMaker(try file(folder.path), LaunchOptions(), nil)
    // The clock strikes with the third picture, and 0.32 s pass before the last.
    for (index, seconds) in [0, 0.1, 0.2, 0.24, 0.28, 0.36].enumerated() {
      try maker.add(frame(index, seconds: seconds), rate: 25)
    }
    try maker.finish()
    let film = try corners(folder.file("bifrons-1.mp4"))
    // 0.20, 0.24, 0.28, the same again, 0.36.
    #expect(film.count == 5)
    #expect(abs(film[2] - film[3]) <= 1 && film[4] > film[3])
  }

  // The face models are installed by Tools/setup; where they are not, tracking cannot be run.
  @Test(.enabled(if: hasModels)) func aRunKeepsThemUnlessAWindowDoes() throws {
    let folder = try TemporaryFolder()
    let clip = try VideoFileWriter(path: folder.file("clip.mp4"), width: 64, height: 48, rate: 25)
    for index in 0..<12 {
      guard let picture = frame(index, seconds: 0).front?.image.pixels else { continue }
      try clip.write(picture)
    }
    try clip.close()
    let kept = folder.file("kept")
    try FileManager.default.createDirectory(atPath: kept, withIntermediateDirectories: true)
    var file = try file(kept)
    file.cameras[.front]?.source = .video
    file.cameras[.front]?.path = folder.file("clip.mp4")
    var options = LaunchOptions()
    options.pacing = .asFastAsPossible
    options.hasWindow = true
    func run() throws -> String {
      let run = try SessionRun(file, options: options)
      run.start()
      try run.finish()
      return run.report
    }
    _ = try run()
    #expect(try names(kept).isEmpty)
    options.hasWindow = false
    let report = try run()
    #expect(try names(kept) == ["bifrons-1.jpg", "bifrons-1.mp4", "bifrons-2.jpg"])
    #expect(report.contains("wrote \(kept)/bifrons-1.jpg, "))
  }

  @Test func aFolderThatIsNotThereIsSaidBeforeTheSessionBegins() throws {
    let folder = try TemporaryFolder()
    let missing = folder.file("none")
    let error = #expect(throws: LaunchError.self) {
      try SessionRun(try file(missing), options: LaunchOptions())
    }
    #expect(
      error?.description
        == "\(missing): the folder does not exist; create it or name another one")
  }

  @Test func aFilmWithoutAWindowHasTheUsersCorrectionOfTheGaze() throws {
    let folder = try TemporaryFolder()
    let text = """
      version: 1
      session: { configuration: face }
      cameras: { front: { source: simulated } }
      screen: { size: [0.4, 0.3], pixels: 640x480 }
      scene: [{ anchor: screen, entity: gaze-cursor }]
      """
    let file = try SessionFile.load("session.yaml") { _ in Array(text.utf8) }
    let user = UserProfile(
      restFace: [],
      screenCalibration: GazeCalibration(
        xAxis: Vector2(1, 0), yAxis: Vector2(0, 1), offset: Vector2(0.3, 0), residual: 0))
    func brightest(_ user: UserProfile?, _ name: String) throws -> Int {
      var options = LaunchOptions()
      options.picture = folder.file(name)
      let maker = try FilmMaker(file, options, user)
      var looking = frame(0, seconds: 0, width: 320, height: 240)
      looking.anchors = [.face(Self.faceThatLooksDown)]
      try maker.add(looking, rate: 25)
      try maker.finish()
      return try brightestColumn(folder.file(name))
    }
    let (plain, corrected) = (try brightest(nil, "a.png"), try brightest(user, "b.png"))
    // Three tenths of 320 columns.
    #expect(abs(abs(plain - corrected) - 96) <= 4)
  }

  /// A face half a metre before the camera that looks at the middle of a screen below it.
  private static let faceThatLooksDown: FaceAnchor = {
    let eyes = Vector3(0, 0, -0.5)
    let target = Vector3(0, -0.16, 0)
    return FaceAnchor(
      identifier: .init(),
      transform: Pose(
        rotation: Quaternion(from: Vector3(0, 0, 1), to: target - eyes), translation: eyes),
      isTracked: true, blendShapes: BlendShapes(), confidence: BlendShapes(repeating: 1),
      geometry: .neutral, leftEyeTransform: .identity, rightEyeTransform: .identity,
      lookAtPoint: Vector3(0, 0, 1), landmarks: [], reason: nil)
  }()

  /// The middle of the columns that have the cursor's yellow.
  private func brightestColumn(_ path: String) throws -> Int {
    let picture = try PictureFile.read(path)
    try #require(picture.format == .rgb8)
    let plane = picture.planes[0]
    var columns: [Int] = []
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        let at = y * plane.stride + 3 * x
        let red = Int(plane.base.load(fromByteOffset: at, as: UInt8.self))
        let blue = Int(plane.base.load(fromByteOffset: at + 2, as: UInt8.self))
        if red - blue > 80 { columns.append(x) }
      }
    }
    try #require(!columns.isEmpty)
    return columns.reduce(0, +) / columns.count
  }
}
