import FaceMesh
import Foundation
import SceneGraph
import SessionCore
import SpatialMath

/// Scenes and frames for measuring the drawing.
enum BenchmarkScenes {
  private static let table = PlaneAnchor(
    identifier: AnchorIdentifier(), transform: Pose(translation: Vector3(0, -0.35, -0.75)),
    alignment: .horizontal, center: .zero,
    extent: .init(width: 2, height: 2, rotationOnYAxis: 0),
    boundary: [Vector3(-1, 0, 1), Vector3(1, 0, 1), Vector3(1, 0, -1), Vector3(-1, 0, -1)])

  /// The robot head on a table.
  static func head() -> Scene {
    let scene = Scene()
    let anchor = AnchorEntity(
      .plane(.init(alignment: .horizontal, minimumBounds: Vector2(0.2, 0.2))))
    anchor.addChild(RobotHead())
    scene.addAnchor(anchor)
    return scene
  }

  /// 200 balls of 2,700 triangles before the camera, of eight surfaces.
  static func crowd() -> Scene {
    let scene = Scene()
    let anchor = AnchorEntity(world: .identity)
    let ball = MeshResource(.sphere(radius: 0.04, segments: 15))
    for number in 0..<200 {
      var paint = PhysicalMaterial(
        baseColor: SIMD3(Float(number % 8) / 8, 0.5, 0.8 - Float(number % 5) / 8),
        metallic: number % 3 == 0 ? 1 : 0, roughness: 0.2 + Float(number % 4) / 6)
      paint.clearcoat = number % 4 == 0 ? 1 : 0
      let place = Vector3(
        Double(number % 20) * 0.1 - 0.95, Double(number / 20) * 0.1 - 0.45,
        -1.5 - 0.05 * Double(number % 7))
      anchor.addChild(
        ModelEntity(
          mesh: ball, material: .lit(paint), transform: Transform(translation: place)))
    }
    scene.addAnchor(anchor)
    return scene
  }

  /// One of many scenes, with shapes and pictures of its own.
  static func variant(_ number: Int) -> Scene {
    guard number % 3 > 0 else { return head() }
    let scene = Scene()
    let anchor = AnchorEntity(world: .identity)
    var pixels = [UInt8](repeating: 255, count: 64 * 64 * 4)
    for i in 0..<64 * 64 { pixels[4 * i + number % 3] = UInt8(truncatingIfNeeded: i ^ number) }
    let paint = TextureResource(width: 64, height: 64, pixels: pixels)
    for part in 0..<8 {
      var material = PhysicalMaterial(roughness: 0.4)
      material.textures.baseColor = paint
      anchor.addChild(
        ModelEntity(
          mesh: MeshResource(.sphere(radius: 0.05, segments: 6)), material: .lit(material),
          transform: Transform(translation: Vector3(Double(part) * 0.1 - 0.35, 0, -1))))
    }
    scene.addAnchor(anchor)
    return scene
  }

  /// Some different pictures in a webcam's layout.
  static func pictures(width: Int = 1280, height: Int = 720) -> [PixelBuffer] {
    (0..<4).map { number in
      PixelBuffer.make(width: width, height: height, format: .yuyv) { planes in
        for i in planes[0].indices {
          planes[0][i] = UInt8(truncatingIfNeeded: i &* 7 + number * 40)
        }
      }
    }
  }

  /// A frame of both cameras, with a table and a face that moves, before the camera that leads where
  /// that is the front one.
  static func frame(
    _ number: Int, _ pictures: [PixelBuffer], _ role: CameraRole = .rear
  ) -> SessionFrame {
    func view(_ role: CameraRole, _ place: Int) -> CameraView {
      let pixels = pictures[place % pictures.count]
      return CameraView(
        image: CameraFrame(
          role: role, sequence: number,
          timestamp: Timestamp.zero.advanced(bySeconds: Double(number) / 30), pixels: pixels,
          intrinsics: CameraIntrinsics(
            width: pixels.width, height: pixels.height, horizontalFieldOfView: 1.1)),
        worldFromCamera: .identity)
    }
    var frame = SessionFrame(
      index: number, timestamp: Timestamp.zero.advanced(bySeconds: Double(number) / 30),
      primaryRole: role, front: view(.front, number + 1), rear: view(.rear, number),
      trackingState: .normal)
    var face = face(number)
    if role == .front {
      face.transform = Pose(translation: Vector3(0, 0, -0.5))
      face.geometry = .neutral
    }
    frame.anchors = [.plane(table), .face(face)]
    return frame
  }

  private static func face(_ number: Int) -> FaceAnchor {
    var shapes = BlendShapes()
    for i in 0..<52 { shapes[i] = Float(0.5 + 0.5 * sin(Double(number * (i + 3)) * 0.1)) }
    return FaceAnchor(
      identifier: AnchorIdentifier("00000000-0000-4000-8000-000000000001") ?? AnchorIdentifier(),
      transform: Pose(
        rotation: Quaternion(angle: .pi + 0.2 * sin(Double(number) * 0.1), axis: Vector3(0, 1, 0)),
        translation: Vector3(0, 0, 0.5)),
      isTracked: true, blendShapes: shapes, confidence: BlendShapes(repeating: 1),
      geometry: FaceGeometry(
        vertices: [SIMD3<Float>](repeating: .zero, count: FaceGeometry.vertexCount)),
      leftEyeTransform: .identity, rightEyeTransform: .identity, lookAtPoint: Vector3(0, 0, 1),
      landmarks: [], reason: nil)
  }
}
