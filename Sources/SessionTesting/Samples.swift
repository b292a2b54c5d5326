import SessionCore
import SpatialMath

/// Builders of values for tests: complete, small, and different where it matters.
package enum Samples {
  /// A moment some milliseconds after zero.
  package static func time(_ milliseconds: Double) -> Timestamp {
    Timestamp(nanoseconds: Int64((milliseconds * 1e6).rounded()))
  }

  /// A grey picture of 4 × 3 pixels.
  package static func pixels() -> PixelBuffer {
    PixelBuffer.make(width: 4, height: 3, format: .gray8) { planes in
      for plane in planes { plane.initializeMemory(as: UInt8.self, repeating: 128) }
    }
  }

  /// A picture's frame at a time in milliseconds.
  package static func frame(
    _ role: CameraRole, _ sequence: Int, at milliseconds: Double
  ) -> CameraFrame {
    CameraFrame(
      role: role, sequence: sequence, timestamp: time(milliseconds), pixels: pixels(),
      intrinsics: CameraIntrinsics(width: 4, height: 3, horizontalFieldOfView: 1))
  }

  /// A depth picture of 4 × 3 pixels, all of one distance in units.
  package static func depth(
    _ sequence: Int, at milliseconds: Double, units: UInt16 = 1500
  ) -> CameraFrame {
    var frame = frame(.depth, sequence, at: milliseconds)
    frame.pixels = PixelBuffer.make(width: 4, height: 3, format: .depth16) { planes in
      for plane in planes { plane.initializeMemory(as: UInt16.self, repeating: units.littleEndian) }
    }
    return frame
  }

  /// What a source of such pictures promises.
  package static func format(_ name: String = "scripted", rate: Double = 30) -> CameraFormat {
    CameraFormat(
      sourceName: name, width: 4, height: 3, nominalRate: rate,
      intrinsics: CameraIntrinsics(width: 4, height: 3, horizontalFieldOfView: 1))
  }

  /// A face at a place before the camera.
  package static func face(
    _ track: Int, isTracked: Bool = true, at place: Vector3 = Vector3(0, 0, -0.5),
    jawOpen: Float = 0.25, reason: String? = nil
  ) -> TrackedFace {
    var shapes = BlendShapes()
    shapes[.jawOpen] = jawOpen
    return TrackedFace(
      trackIdentifier: track, isTracked: isTracked, cameraFromFace: Pose(translation: place),
      blendShapes: shapes, confidence: BlendShapes(repeating: 0.9),
      geometry: FaceGeometry(vertices: Array(repeating: .zero, count: FaceGeometry.vertexCount)),
      leftEyeTransform: Pose(translation: Vector3(0.03, 0.02, 0.03)),
      rightEyeTransform: Pose(translation: Vector3(-0.03, 0.02, 0.03)),
      lookAtPoint: Vector3(0, 0, 0.5),
      landmarks: (0..<478).map { SIMD2(Float($0) * 0.01, Float($0) * 0.005) }, reason: reason)
  }

  /// A square horizontal plane of a size in metres at a place.
  package static func plane(
    _ number: UInt64, at place: Vector3 = Vector3(0, -1, -1), size: Double = 1,
    alignment: PlaneAnchor.Alignment = .horizontal
  ) -> PlaneAnchor {
    let half = size / 2
    return PlaneAnchor(
      identifier: identifier(number), transform: Pose(translation: place), alignment: alignment,
      center: .zero, extent: .init(width: size, height: size, rotationOnYAxis: 0),
      boundary: [
        Vector3(-half, 0, -half), Vector3(-half, 0, half), Vector3(half, 0, half),
        Vector3(half, 0, -half),
      ])
  }

  /// An identifier that belongs to a number.
  package static func identifier(_ number: UInt64) -> AnchorIdentifier {
    var generator = SeededGenerator(seed: number)
    return AnchorIdentifier(using: &generator)
  }
}
