import Bifrons
import ConfigurationFiles
import FaceMesh
import Foundation
import MediaFiles
import SceneGraph
import SceneRendering
import SessionCore
import SpatialMath
import Testing

/// True where OpenGL can draw without a window; `Tools/setup` installs what that needs.
private let hasOpenGL = (try? OffscreenContext()) != nil

/// Draws the ready scenes on a face at rest, and compares them with pictures that were looked at.
///
/// `BIFRONS_WRITE_GOLDENS=FOLDER` writes what is drawn instead of comparing it.
@Suite(.enabled(if: hasOpenGL, "no OpenGL here: run Tools/setup")) struct ReadySceneTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  private static let (width, height) = (320, 240)
  /// Software and graphics cards round differently, and smooth edges differently: levels of 255 in
  /// the mean of the picture, and in that of the worst of its tiles.
  private static let (meanTolerance, tileTolerance) = (2.0, 10.0)
  /// Pixels; an edge that is smoothed differently is a small part of a tile.
  private static let tile = 20

  private func load(_ name: String) throws -> SessionFile {
    let configurations = Self.root.deletingLastPathComponent().deletingLastPathComponent()
    return try SessionFile.load(
      configurations.appendingPathComponent("Configs/\(name).yaml").path)
  }

  /// A face half a metre before a front camera, turned a little, with a grey wall behind.
  private func frame(_ shapes: [BlendShapeLocation: Float] = [:]) -> SessionFrame {
    let pixels = PixelBuffer.make(width: Self.width, height: Self.height, format: .rgb8) { planes in
      for i in planes[0].indices { planes[0][i] = UInt8(120 + i / 3 % Self.width / 8) }
    }
    let image = CameraFrame(
      role: .front, sequence: 0, timestamp: .zero, pixels: pixels,
      intrinsics: CameraIntrinsics(
        width: Self.width, height: Self.height, horizontalFieldOfView: 0.75))
    var blendShapes = BlendShapes()
    for (location, value) in shapes { blendShapes[location] = value }
    let face = FaceAnchor(
      identifier: .init(),
      transform: Pose(
        rotation: Quaternion(angle: 0.35, axis: Vector3(0, 1, 0)),
        translation: Vector3(0, -0.045, -0.6)),
      isTracked: true, blendShapes: blendShapes, confidence: BlendShapes(repeating: 1),
      geometry: .neutral, leftEyeTransform: .identity, rightEyeTransform: .identity,
      lookAtPoint: Vector3(0, 0, 1), landmarks: [], reason: nil)
    var frame = SessionFrame(
      index: 0, timestamp: .zero, primaryRole: .front,
      front: CameraView(image: image, worldFromCamera: .identity), rear: nil,
      trackingState: .normal)
    frame.anchors = [.face(face)]
    return frame
  }

  private func draw(_ scene: Scene, _ frame: SessionFrame) throws -> PixelBuffer {
    scene.update(with: frame)
    let renderer = try OffscreenRenderer(options: RenderOptions())
    return try renderer.render(frame: frame, snapshot: scene.makeSnapshot())
  }

  private func bytes(_ picture: PixelBuffer) throws -> [UInt8] {
    try #require(picture.format == .rgb8)
    let plane = picture.planes[0]
    return (0..<picture.height).flatMap { row in
      Array(
        UnsafeRawBufferPointer(start: plane.base + row * plane.stride, count: picture.width * 3))
    }
  }

  private func golden(_ name: String) throws -> [UInt8] {
    try bytes(
      try PictureFile.read(Self.root.appendingPathComponent("Goldens/\(name).png").path))
  }

  /// The mean difference of two pictures, and that of the worst tile.
  private func differences(_ a: [UInt8], _ b: [UInt8]) throws -> (mean: Double, worst: Double) {
    try #require(a.count == b.count && a.count == 3 * Self.width * Self.height)
    let columns = Self.width / Self.tile
    var sums = [Int](repeating: 0, count: columns * (Self.height / Self.tile))
    for (place, (x, y)) in zip(a, b).enumerated() {
      let (row, column) = (place / 3 / Self.width, place / 3 % Self.width)
      sums[row / Self.tile * columns + column / Self.tile] += abs(Int(x) - Int(y))
    }
    let tiles = sums.map { Double($0) / Double(3 * Self.tile * Self.tile) }
    return (tiles.reduce(0, +) / Double(tiles.count), tiles.max() ?? 0)
  }

  /// Compares a picture with a golden one, which is not that of the camera alone: a golden in which a
  /// missing scene would not be noticed is none.
  private func compare(
    _ picture: PixelBuffer, with name: String, behind frame: SessionFrame
  ) throws {
    if let folder = ProcessInfo.processInfo.environment["BIFRONS_WRITE_GOLDENS"] {
      return try PictureFile.write(png: picture, to: "\(folder)/\(name).png")
    }
    let golden = try golden(name)
    let found = try differences(try bytes(picture), golden)
    #expect(found.mean <= Self.meanTolerance, "\(name)")
    #expect(found.worst <= Self.tileTolerance, "\(name)")
    let empty = try differences(try bytes(try draw(Scene(), frame)), golden)
    #expect(empty.worst > 2 * Self.tileTolerance, "\(name)")
  }

  @Test(arguments: [
    "face-mesh", "attachments", "emoji", "mask-swap", "glasses", "face-dance",
    "morph-head-on-face",
  ])
  func aReadySceneLooksAsItDid(_ name: String) throws {
    let frame = frame([.jawOpen: 0.3])
    try compare(try draw(try load(name).makeScene(), frame), with: name, behind: frame)
  }

  @Test func everyThingToWearLooksAsItDid() throws {
    let scene = try load("attachments").makeScene()
    #expect(scene.sets.count == 6)
    for index in 1..<scene.sets.count {
      #expect(scene.press("s"))
      #expect(scene.activeSet == index)
      try compare(try draw(scene, frame()), with: "attachments-\(index)", behind: frame())
    }
  }

  @Test func aSmileBringsMorePaint() throws {
    let scene = try load("smile-paint").makeScene()
    for (number, smile) in [Float(0), 0.35, 0.7].enumerated() {
      let face = frame([.mouthSmileLeft: smile, .mouthSmileRight: smile])
      let picture = try draw(scene, face)
      // Without a smile there is no paint.
      if number > 0 {
        try compare(picture, with: "smile-paint-\(number)", behind: face)
      } else {
        #expect(try differences(try bytes(picture), try bytes(try draw(Scene(), face))).worst < 1)
      }
    }
  }

  @Test func everyWayOfShowingAMeshLooksAsItDid() throws {
    let scene = try load("face-mesh").makeScene()
    #expect(scene.sets == ["lines", "paint", "hiding"])
    for name in ["paint", "hiding"] {
      #expect(scene.press("s"))
      try compare(try draw(scene, frame()), with: "face-mesh-\(name)", behind: frame())
    }
  }

  @Test func everyWishOfTheGameLooksAsItDid() throws {
    let scene = try load("face-dance").makeScene()
    let wish = try #require(scene.findEntity(named: "wish")?.options)
    for index in 1..<wish.optionCount {
      wish.optionIndex = index
      try compare(try draw(scene, frame()), with: "face-dance-\(index)", behind: frame())
    }
  }

  /// A face half a metre before the camera whose eyes look straight at a point of the screen.
  private func looking(at point: Vector2, _ screen: GazeScreen, seconds: Double) -> SessionFrame {
    var result = frame()
    let target = screen.cameraFromScreen.act(
      Vector3((point.x - 0.5) * screen.size.x, (0.5 - point.y) * screen.size.y, 0))
    if case .face(var face) = result.anchors[0] {
      face.transform.rotation = Quaternion(
        from: Vector3(0, 0, 1), to: target - face.transform.translation)
      result.anchors = [.face(face)]
    }
    result.timestamp = Timestamp.zero.advanced(bySeconds: seconds)
    return result
  }

  @Test func aLookThatRestsOpensAPictureOfTheGrid() throws {
    let file = try load("gaze-grid")
    let scene = try file.makeScene()
    let screen = try #require(file.screen?.screen)
    let open = try #require(scene.findEntity(named: "open")?.options)
    func look(_ seconds: Double) -> SessionFrame {
      // At the middle of the lower row; half a second closes half the ring.
      looking(at: Vector2(0.5, 0.73), screen, seconds: seconds)
    }
    for step in 0..<5 { scene.update(with: look(0.1 * Double(step))) }
    try compare(try draw(scene, look(0.5)), with: "gaze-grid", behind: frame())
    for step in 6...12 { scene.update(with: look(0.1 * Double(step))) }
    #expect(open.optionIndex == 5)
    try compare(try draw(scene, look(1.3)), with: "gaze-grid-open", behind: frame())
  }

  @Test func aLookAtTheLowerEdgeScrollsThePage() throws {
    let file = try load("gaze-page")
    let scene = try file.makeScene()
    let screen = try #require(file.screen?.screen)
    let middle = looking(at: Vector2(0.45, 0.5), screen, seconds: 0)
    try compare(try draw(scene, middle), with: "gaze-page", behind: frame())
    for step in 1...25 {
      scene.update(with: looking(at: Vector2(0.5, 0.95), screen, seconds: 0.1 * Double(step)))
    }
    let end = looking(at: Vector2(0.5, 0.95), screen, seconds: 2.6)
    try compare(try draw(scene, end), with: "gaze-page-end", behind: frame())
  }

  /// A table a little below a rear camera that looks down at it, and a face before the front one.
  private func table() -> SessionFrame {
    var result = frame([.jawOpen: 0.5, .browOuterUpLeft: 0.8, .eyeBlinkRight: 1])
    let down = Quaternion(angle: -0.5, axis: Vector3(1, 0, 0))
    var image = result.front?.image
    image?.role = .rear
    result.rear = image.map {
      CameraView(image: $0, worldFromCamera: Pose(rotation: down, translation: Vector3(0, 0.45, 0)))
    }
    result.primaryRole = .rear
    // The two cameras are back to back: the face is behind the rear one.
    if case .face(var face) = result.anchors[0] {
      let half = Quaternion(angle: .pi, axis: Vector3(0, 1, 0))
      face.transform = Pose(rotation: half) * face.transform
      result.anchors = [.face(face)]
    }
    let half = 0.6
    result.anchors.append(
      .plane(
        PlaneAnchor(
          identifier: .init(), transform: Pose(translation: Vector3(0, 0, -0.6)),
          alignment: .horizontal, center: .zero,
          extent: .init(width: 1.2, height: 1.2, rotationOnYAxis: 0),
          boundary: [
            Vector3(-half, 0, half), Vector3(half, 0, half), Vector3(half, 0, -half),
            Vector3(-half, 0, -half),
          ])))
    return result
  }

  @Test(arguments: ["robot-head", "robot-head-demo", "morph-head"])
  func aHeadOnATableLooksAsItDid(_ name: String) throws {
    let golden = name == "robot-head-demo" ? "robot-head" : name
    try compare(try draw(try load(name).makeScene(), table()), with: golden, behind: table())
  }

  @Test func whatStandsOnAPhotographLooksAsItDid() throws {
    var frame = table()
    let file = try load("photograph")
    let print = try #require(file.detectionImages.first)
    let luma = [UInt8](repeating: 128, count: 150 * 110)
    let reference = try ReferenceImage(
      luma: luma, width: 150, height: 110, physicalWidth: print.width, name: "photograph")
    let lean = Quaternion(angle: 75 * .pi / 180, axis: Vector3(1, 0, 0))
    frame.anchors = [
      .image(
        ImageAnchor(
          identifier: .init(), transform: Pose(rotation: lean, translation: Vector3(0, 0.05, -0.6)),
          referenceImage: reference))
    ]
    try compare(try draw(try file.makeScene(), frame), with: "photograph", behind: frame)
  }

  @Test func whereTheSceneIsEmptyTheFacesLinesLookAsTheyDid() throws {
    var frame = frame()
    let lens = try #require(frame.front?.image.intrinsics)
    if case .face(var face) = frame.anchors[0] {
      // The average face's landmarks, and ten for the irises, between the corners of the eyes.
      var points = CanonicalFace.standard.centimetres.map { $0 / 100 }
      for (outer, inner) in [(33, 133), (263, 362)] {
        let middle = (points[outer] + points[inner]) / 2
        points.append(middle)
        for turn in [0, 0.5, 1, 1.5] {
          points.append(middle + Vector3(cos(.pi * turn), sin(.pi * turn), 0) * 0.006)
        }
      }
      face.landmarks = try points.map { point in
        let seen = face.transform.act(point + FaceMeshDeformation.offset)
        return SIMD2<Float>(try #require(lens.project(Vector3(seen.x, -seen.y, -seen.z))))
      }
      #expect(face.landmarks.count == 478)
      frame.anchors = [.face(face)]
    }
    let file = try load("face-landmarks")
    let scene = try file.makeScene()
    scene.update(with: frame)
    let renderer = try OffscreenRenderer(options: file.renderOptions)
    let picture = try renderer.render(frame: frame, snapshot: scene.makeSnapshot())
    try compare(picture, with: "face-landmarks", behind: frame)
  }

  @Test func theMaskIsAnotherOneWhenTheFaceComesBack() throws {
    let scene = try load("mask-swap").makeScene()
    let first = try bytes(try draw(scene, frame()))
    var lost = frame()
    if case .face(var face) = lost.anchors[0] {
      face.isTracked = false
      lost.anchors = [.face(face)]
    }
    // While the face is lost there is no mask, and the anchor is still there.
    let away = try bytes(try draw(scene, lost))
    let second = try bytes(try draw(scene, frame()))
    #expect(first != away && second != away && first != second)
  }

  @Test func aGameOfFacesGoesOnFaceByFace() throws {
    let scene = try load("face-dance").makeScene()
    let wish = try #require(scene.findEntity(named: "wish")?.options)
    func hold(_ shapes: [BlendShapeLocation: Float], _ from: Double) {
      for step in 0...5 {
        var next = frame(shapes)
        next.timestamp = Timestamp.zero.advanced(bySeconds: from + Double(step) * 0.1)
        scene.update(with: next)
      }
    }
    // The wrong face opens nothing.
    hold([.jawOpen: 0.8], 0)
    #expect(wish.optionIndex == 0)
    hold([.mouthSmileLeft: 0.8, .mouthSmileRight: 0.8], 1)
    #expect(wish.optionIndex == 1)
    hold([.jawOpen: 0.8], 2)
    #expect(wish.optionIndex == 2)
    // Both eyes shut is no wink.
    hold([.eyeBlinkLeft: 0.9, .eyeBlinkRight: 0.9], 3)
    #expect(wish.optionIndex == 2)
    hold([.eyeBlinkLeft: 0.9], 4)
    #expect(wish.optionIndex == 3)
    hold([.browInnerUp: 0.6, .browOuterUpLeft: 0.5, .browOuterUpRight: 0.5], 5)
    #expect(wish.optionIndex == 4)
  }
}
