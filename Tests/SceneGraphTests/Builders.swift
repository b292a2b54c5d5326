import SceneGraph
import SessionCore
import SpatialMath

/// Values for tests.
enum Make {
  static func pixels() -> PixelBuffer {
    PixelBuffer.make(width: 4, height: 2, format: .gray8) { _ in }
  }

  static func view(_ role: CameraRole, at pose: Pose) -> CameraView {
    CameraView(
      image: CameraFrame(
        role: role, sequence: 0, timestamp: .zero, pixels: pixels(),
        intrinsics: CameraIntrinsics(width: 640, height: 480, horizontalFieldOfView: 1)),
      worldFromCamera: pose)
  }

  static func frame(
    _ anchors: [Anchor] = [], rear: Pose? = .identity, front: Pose? = nil, seconds: Double = 0,
    state: TrackingState = .normal
  ) -> SessionFrame {
    var frame = SessionFrame(
      index: 0, timestamp: Timestamp.zero.advanced(bySeconds: seconds),
      primaryRole: rear == nil ? .front : .rear,
      front: front.map { view(.front, at: $0) }, rear: rear.map { view(.rear, at: $0) },
      trackingState: state)
    frame.anchors = anchors
    return frame
  }

  static func plane(
    _ identifier: AnchorIdentifier = .init(), at pose: Pose = .identity, width: Double = 1,
    depth: Double = 1, center: Vector3 = .zero,
    alignment: PlaneAnchor.Alignment = .horizontal
  ) -> PlaneAnchor {
    let (x, z) = (width / 2, depth / 2)
    return PlaneAnchor(
      identifier: identifier, transform: pose, alignment: alignment, center: center,
      extent: .init(width: width, height: depth, rotationOnYAxis: 0),
      boundary: [Vector3(-x, 0, z), Vector3(x, 0, z), Vector3(x, 0, -z), Vector3(-x, 0, -z)]
        .map { $0 + center })
  }

  static func face(
    _ rotation: Quaternion = .identity, at place: Vector3 = .zero, isTracked: Bool = true,
    landmarks: [SIMD2<Float>] = [], _ shapes: [BlendShapeLocation: Float] = [:]
  ) -> FaceAnchor {
    var blendShapes = BlendShapes()
    for (location, value) in shapes { blendShapes[location] = value }
    return FaceAnchor(
      identifier: .init(), transform: Pose(rotation: rotation, translation: place),
      isTracked: isTracked, blendShapes: blendShapes, confidence: BlendShapes(repeating: 1),
      geometry: FaceGeometry(
        vertices: (0..<FaceGeometry.vertexCount).map { SIMD3(Float($0) * 1e-4, 0, 0) }),
      leftEyeTransform: .identity, rightEyeTransform: .identity,
      lookAtPoint: Vector3(0, 0, 1), landmarks: landmarks, reason: nil)
  }
}

/// How far two doubles that should be equal may be apart after a few multiplications.
let roundOff = 1e-9

func isClose(_ a: Vector3, _ b: Vector3, within tolerance: Double = roundOff) -> Bool {
  (a - b).length <= tolerance
}
