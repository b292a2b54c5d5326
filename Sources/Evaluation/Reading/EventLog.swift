import Foundation
import SessionCore
import SpatialMath

/// What an event stream or a truth stream holds, read back.
package struct EventLog: Sendable {
  /// One picture of the leading camera.
  package struct Frame: Sendable {
    /// Counts from 0.
    package var index: Int
    /// Seconds.
    package var time: Double
    /// The leading camera.
    package var role: CameraRole
    /// World from rear camera, when it is known.
    package var worldFromRear: Pose?
    /// World from front camera, when it is known.
    package var worldFromFront: Pose?
    /// How well the rear camera's place is known.
    package var trackingState: TrackingState
  }

  /// One face in one front picture.
  package struct Face: Sendable {
    /// The time of the frame that it belongs to, seconds.
    package var time: Double
    /// Which face.
    package var identifier: String
    /// World from face.
    package var transform: Pose
    /// Whether it was seen.
    package var isTracked: Bool
    /// The 52 coefficients.
    package var blendShapes: BlendShapes
    /// Face from eyeballs.
    package var leftEye: Pose, rightEye: Pose
    /// Landmarks in pixels; empty in a truth stream.
    package var landmarks: [Vector2]
  }

  /// A camera as `started` tells it.
  package struct Camera: Sendable {
    /// The lens.
    package var intrinsics: CameraIntrinsics
  }

  /// The frames in order.
  package var frames: [Frame] = []
  /// The faces in order, one entry for each picture.
  package var faces: [Face] = []
  /// The planes that are there at the end.
  package var planes: [PlaneAnchor] = []
  /// The planes that were taken back, as they were last.
  package var removedPlanes: [PlaneAnchor] = []
  /// The time of the first horizontal plane, seconds.
  package var firstLevelPlane: Double?
  /// The cameras.
  package var cameras: [CameraRole: Camera] = [:]

  /// Creates an empty log.
  package init() {}

  /// Reads a file of JSON lines.
  ///
  /// - Throws: `EvaluationError` with the file and the line.
  package init(contentsOf path: String) throws(EvaluationError) {
    let decoder = JSONDecoder()
    try TextLines(path: path).forEach { (bytes, number) throws(EvaluationError) in
      do {
        add(try decoder.decode(EventRecord.self, from: bytes))
      } catch {
        throw .badLine(path: path, line: number, reason: Self.explain(error))
      }
    }
    guard !frames.isEmpty else {
      throw .unreadable(path: path, reason: "there is no frame in it; write it with --events")
    }
  }

  /// Whether a file looks like JSON lines, by its first byte that is no space.
  package static func isJSON(path: String) throws(EvaluationError) -> Bool {
    var answer: Bool?
    try TextLines(path: path).forEach { (bytes, _) throws(EvaluationError) in
      let first = bytes.first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\r") }
      if answer == nil, let first { answer = first == UInt8(ascii: "{") }
    }
    return answer ?? false
  }

  private mutating func add(_ record: EventRecord) {
    switch record {
    case .started(let found): cameras.merge(found) { _, new in new }
    case .frame(let frame): frames.append(frame)
    case .face(let face): faces.append(face)
    case .plane(let plane, let isRemoved, let time):
      if plane.alignment == .horizontal { firstLevelPlane = firstLevelPlane ?? time }
      planes.removeAll { $0.identifier == plane.identifier }
      if isRemoved { removedPlanes.append(plane) } else { planes.append(plane) }
    case .other: break
    }
  }

  private static func explain(_ error: any Error) -> String {
    guard let error = error as? DecodingError else { return "not an event: \(error)" }
    func path(_ context: DecodingError.Context) -> String {
      let keys = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
      return keys.isEmpty ? "" : " (at \(keys.joined(separator: ".")))"
    }
    switch error {
    case .keyNotFound(let key, let context): return "no '\(key.stringValue)'\(path(context))"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      return "a value of the wrong type\(path(context))"
    case .dataCorrupted(let context):
      return context.codingPath.isEmpty ? "not JSON" : context.debugDescription + path(context)
    @unknown default: return "not an event"
    }
  }
}
