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
  /// Software and graphics cards round differently, and smooth edges differently.
  private static let meanTolerance = 2.0
  private static let (strayThreshold, strayShare) = (40, 0.01)

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

  private func compare(_ picture: PixelBuffer, with name: String) throws {
    if let folder = ProcessInfo.processInfo.environment["BIFRONS_WRITE_GOLDENS"] {
      return try PictureFile.write(png: picture, to: "\(folder)/\(name).png")
    }
    let golden = try PictureFile.read(
      Self.root.appendingPathComponent("Goldens/\(name).png").path)
    let (a, b) = (try bytes(picture), try bytes(golden))
    try #require(a.count == b.count)
    var sum = 0
    var stray = 0
    for (x, y) in zip(a, b) {
      let difference = abs(Int(x) - Int(y))
      sum += difference
      stray += difference > Self.strayThreshold ? 1 : 0
    }
    #expect(Double(sum) / Double(a.count) <= Self.meanTolerance)
    #expect(Double(stray) / Double(a.count) <= Self.strayShare)
  }

  @Test(arguments: [
    "face-mesh", "attachments", "emoji", "mask-swap", "glasses", "face-dance",
    "morph-head-on-face",
  ])
  func aReadySceneLooksAsItDid(_ name: String) throws {
    try compare(try draw(try load(name).makeScene(), frame([.jawOpen: 0.3])), with: name)
  }

  @Test func everyThingToWearLooksAsItDid() throws {
    let scene = try load("attachments").makeScene()
    #expect(scene.sets.count == 6)
    for index in 1..<scene.sets.count {
      #expect(scene.press("s"))
      #expect(scene.activeSet == index)
      try compare(try draw(scene, frame()), with: "attachments-\(index)")
    }
  }

  @Test func aSmileBringsMorePaint() throws {
    let scene = try load("smile-paint").makeScene()
    for (number, smile) in [Float(0), 0.35, 0.7].enumerated() {
      let face = frame([.mouthSmileLeft: smile, .mouthSmileRight: smile])
      try compare(try draw(scene, face), with: "smile-paint-\(number)")
    }
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
