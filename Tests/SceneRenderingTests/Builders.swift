import Foundation
import SceneGraph
import SceneRendering
import SessionCore
import SpatialMath
import Testing

/// True where OpenGL can draw without a window.
///
/// Without it the picture tests are skipped: there is
/// nothing to compare. `Tools/setup` installs what they need.
let hasOpenGL: Bool = {
  do {
    _ = try OffscreenContext()
    return true
  } catch {
    FileHandle.standardError.write(Data("picture tests skipped: \(error)\n".utf8))
    return false
  }
}()

/// A red, green, blue value of a drawn picture.
struct RGB: Equatable, CustomStringConvertible {
  var r: Int, g: Int, b: Int
  var description: String { "(\(r), \(g), \(b))" }
  var sum: Int { r + g + b }
  func isClose(_ o: RGB, within t: Int) -> Bool {
    abs(r - o.r) <= t && abs(g - o.g) <= t && abs(b - o.b) <= t
  }
}

extension PixelBuffer {
  /// A pixel of an `rgb8` picture.
  func rgb(_ x: Int, _ y: Int) -> RGB {
    let p = planes[0].base + y * planes[0].stride + 3 * x
    func at(_ i: Int) -> Int { Int(p.load(fromByteOffset: i, as: UInt8.self)) }
    return RGB(r: at(0), g: at(1), b: at(2))
  }

  /// All bytes of an `rgb8` picture.
  var bytes: [UInt8] {
    (0..<height).flatMap { row in
      Array(
        UnsafeRawBufferPointer(
          start: planes[0].base + row * planes[0].stride, count: width * 3))
    }
  }

  /// The pixels that differ from another picture of the same size, as a box and a count.
  func difference(
    _ other: PixelBuffer, threshold: Int = 24
  ) -> (count: Int, minX: Int, minY: Int, maxX: Int, maxY: Int) {
    var result = (count: 0, minX: width, minY: height, maxX: -1, maxY: -1)
    for y in 0..<height {
      for x in 0..<width {
        let (a, b) = (rgb(x, y), other.rgb(x, y))
        guard !a.isClose(b, within: threshold) else { continue }
        result.count += 1
        result.minX = min(result.minX, x)
        result.minY = min(result.minY, y)
        result.maxX = max(result.maxX, x)
        result.maxY = max(result.maxY, y)
      }
    }
    return result
  }
}

/// Values for tests.
enum Make {
  /// A picture of one colour.
  static func plain(_ width: Int, _ height: Int, _ c: RGB = RGB(r: 150, g: 155, b: 160))
    -> PixelBuffer
  {
    picture(width, height) { _, _ in c }
  }

  /// A picture by a rule.
  static func picture(
    _ width: Int, _ height: Int, _ rule: (Int, Int) -> RGB
  ) -> PixelBuffer {
    PixelBuffer.make(width: width, height: height, format: .rgb8) { planes in
      for y in 0..<height {
        for x in 0..<width {
          let c = rule(x, y)
          let at = (y * width + x) * 3
          (planes[0][at], planes[0][at + 1], planes[0][at + 2]) = (
            UInt8(c.r), UInt8(c.g), UInt8(c.b)
          )
        }
      }
    }
  }

  static func view(
    _ role: CameraRole, _ pixels: PixelBuffer, at pose: Pose = .identity,
    intrinsics: CameraIntrinsics? = nil
  ) -> CameraView {
    CameraView(
      image: CameraFrame(
        role: role, sequence: 0, timestamp: .zero, pixels: pixels,
        intrinsics: intrinsics
          ?? CameraIntrinsics(
            width: pixels.width, height: pixels.height, horizontalFieldOfView: 0.9)),
      worldFromCamera: pose)
  }

  static func frame(
    rear: CameraView? = nil, front: CameraView? = nil, _ anchors: [Anchor] = []
  ) -> SessionFrame {
    var frame = SessionFrame(
      index: 0, timestamp: .zero, primaryRole: rear == nil ? .front : .rear, front: front,
      rear: rear, trackingState: .normal)
    frame.anchors = anchors
    return frame
  }

  /// A table top at a height below the camera.
  static func table(_ place: Vector3 = Vector3(0, -0.35, -0.9)) -> PlaneAnchor {
    PlaneAnchor(
      identifier: .init(), transform: Pose(translation: place), alignment: .horizontal,
      center: .zero, extent: .init(width: 2, height: 2, rotationOnYAxis: 0),
      boundary: [Vector3(-1, 0, 1), Vector3(1, 0, 1), Vector3(1, 0, -1), Vector3(-1, 0, -1)])
  }

  /// A face behind the camera that looks the camera's way.
  static func face(
    _ shapes: [BlendShapeLocation: Float] = [:], landmarks: [SIMD2<Float>] = []
  ) -> FaceAnchor {
    var blendShapes = BlendShapes()
    for (location, value) in shapes { blendShapes[location] = value }
    return FaceAnchor(
      identifier: .init(),
      transform: Pose(
        rotation: Quaternion(angle: .pi, axis: Vector3(0, 1, 0)), translation: Vector3(0, 0, 0.5)),
      isTracked: true, blendShapes: blendShapes, confidence: BlendShapes(repeating: 1),
      geometry: FaceGeometry(
        vertices: [SIMD3<Float>](repeating: .zero, count: FaceGeometry.vertexCount)),
      leftEyeTransform: .identity, rightEyeTransform: .identity,
      lookAtPoint: Vector3(0, 0, 1), landmarks: landmarks, reason: nil)
  }

  /// A renderer without an inset.
  static func renderer(_ change: (inout RenderOptions) -> Void = { _ in }) throws
    -> OffscreenRenderer
  {
    var options = RenderOptions()
    options.inset = nil
    change(&options)
    return try OffscreenRenderer(options: options)
  }

  /// A scene with a robot head on a plane, bound to a frame.
  static func headSnapshot(_ frame: SessionFrame) throws -> SceneSnapshot {
    let scene = try SceneBuilder().makeScene([
      SceneItem(entity: .robotHead, anchor: .horizontalPlane)
    ])
    scene.update(with: frame)
    return scene.makeSnapshot()
  }

  /// A scene of free models.
  static func snapshot(_ models: [ModelEntity]) -> SceneSnapshot {
    let scene = Scene()
    let anchor = AnchorEntity(world: .identity)
    for model in models { anchor.addChild(model) }
    scene.addAnchor(anchor)
    scene.update(with: Make.frame())
    return scene.makeSnapshot()
  }
}
