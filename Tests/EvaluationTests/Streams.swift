import Evaluation
import Foundation
import ResultStreaming
import SessionCore
import SessionTesting
import SpatialMath

/// Logs as they are read from files that the encoders wrote.
enum Streams {
  static let start = SessionStart(
    zero: .zero, configuration: .world(WorldTrackingConfiguration()),
    cameras: [
      .init(
        role: .rear,
        format: CameraFormat(
          sourceName: "simulated", width: 640, height: 480, nominalRate: 30,
          intrinsics: CameraIntrinsics(width: 640, height: 480, horizontalFieldOfView: 1.2)))
    ])

  /// Writes events to a file and reads them back.
  static func log(_ events: [SessionEvent]) throws -> EventLog {
    let folder = try TemporaryFolder()
    try write(events, to: folder.file("events.jsonl"))
    return try EventLog(contentsOf: folder.file("events.jsonl"))
  }

  static func write(_ events: [SessionEvent], to path: String) throws {
    var encoder = EventStreamEncoder()
    try Data(encoder.encode([.started(start)] + events)).write(to: URL(fileURLWithPath: path))
  }

  /// A frame of the rear camera, thirty a second.
  static func frame(
    _ index: Int, _ pose: Pose, _ state: TrackingState = .normal, front: Pose? = nil
  ) -> SessionEvent {
    let time = Double(index) * 1000 / 30
    return .frame(
      SessionFrame(
        index: index, timestamp: Samples.time(time), primaryRole: .rear,
        front: front.map {
          CameraView(image: Samples.frame(.front, index, at: time), worldFromCamera: $0)
        },
        rear: CameraView(image: Samples.frame(.rear, index, at: time), worldFromCamera: pose),
        trackingState: state))
  }

  /// A hand-held path that looks down at a table.
  static func pose(_ index: Int) -> Pose {
    let t = Double(index) / 30
    return Pose(
      rotation: Quaternion(angle: -0.6 + 0.1 * sin(t), axis: Vector3(1, 0.1 * cos(t), 0)),
      translation: Vector3(0.3 * sin(t), 0.05 * sin(3 * t), 0.2 * cos(1.3 * t)))
  }

  static func faceEvent(
    _ index: Int, _ face: TrackedFace, identifier: UInt64 = 1, worldFromFront: Pose = .identity
  ) -> SessionEvent {
    .anchorsUpdated(
      [
        .face(
          FaceAnchor(
            identifier: Samples.identifier(identifier),
            transform: worldFromFront * face.cameraFromFace, isTracked: face.isTracked,
            blendShapes: face.blendShapes, confidence: face.confidence, geometry: face.geometry,
            leftEyeTransform: face.leftEyeTransform, rightEyeTransform: face.rightEyeTransform,
            lookAtPoint: face.lookAtPoint, landmarks: face.landmarks, reason: face.reason))
      ], time: Samples.time(Double(index) * 1000 / 30))
  }
}
