import SessionCore
import SpatialMath

/// Turns what simulated cameras know to be true into the same JSON lines as the session's events.
///
/// A `frame` line for each frame of the session, at the same time and index. The planes of the
/// world come once, with the first frame; each face comes with each new front picture, in the true
/// world. Truth has no landmarks, no confidence and no latency.
package struct TruthStreamEncoder: Sendable {
  /// Gives the truth of a camera's picture by its sequence number; nil when the camera knows none.
  package typealias Lookup = (CameraRole, Int) -> GroundTruth?

  private let rearFromFront: Pose
  private var line = JSONLine()
  private var events = EventStreamEncoder()
  private var zero: Timestamp?
  private var known: Set<AnchorIdentifier> = []
  private var knownFaces: Set<Int> = []
  private var lastFrontSequence: Int?

  /// Creates an encoder for a rig.
  package init(rearFromFront: Pose) { self.rearFromFront = rearFromFront }

  /// The lines of some events: those of `started` and of frames.
  package mutating func encode(_ events: [SessionEvent], truth: Lookup) -> [UInt8] {
    var bytes: [UInt8] = []
    for event in events {
      switch event {
      case .started(let start):
        zero = zero ?? start.zero
        bytes += self.events.encode([event])
      case .frame(let frame): bytes += encode(frame, truth)
      default: break
      }
    }
    return bytes
  }

  private mutating func encode(_ frame: SessionFrame, _ truth: Lookup) -> [UInt8] {
    line.removeAll()
    let time = frame.timestamp.seconds(since: zero ?? frame.timestamp)
    let rear = frame.rear.flatMap { truth(.rear, $0.image.sequence) }
    let front = frame.front.flatMap { truth(.front, $0.image.sequence) }
    let worldFromFront = frame.front.flatMap { view in
      frame.rear == nil
        ? .identity
        : worldFromRear(at: view.image.timestamp, near: frame.rear, truth)
          .map { $0 * rearFromFront }
    }
    encode(frame, time, rear, front, worldFromFront)
    let standing = (rear?.planes ?? []).map(Anchor.plane) + (rear?.images ?? []).map(Anchor.image)
    for anchor in standing where known.insert(anchor.identifier).inserted {
      beginAnchor("anchorAdded", time)
      line.anchor(anchor)
      endAnchor()
    }
    if let view = frame.front, let worldFromFront, view.image.sequence != lastFrontSequence {
      lastFrontSequence = view.image.sequence
      for face in front?.faces ?? [] { encode(face, time, worldFromFront) }
    }
    return line.bytes
  }

  private mutating func encode(
    _ frame: SessionFrame, _ time: Double, _ rear: GroundTruth?, _ front: GroundTruth?,
    _ worldFromFront: Pose?
  ) {
    let isFront = frame.primaryRole == .front
    line.beginObject()
    line.field("event", "frame")
    line.key("index")
    line.integer(Int64(frame.index))
    line.field("time", time, decimals: StreamPrecision.seconds)
    line.key("camera")
    line.beginObject()
    line.field("role", frame.primaryRole.rawValue)
    line.key("worldFromCamera")
    optional(isFront ? worldFromFront : rear?.worldFromCamera)
    line.key("worldFromFront")
    optional(worldFromFront)
    if isFront, let pose = rear?.worldFromCamera { line.field("worldFromRear", pose) }
    line.state(.normal)
    line.field("scaleSource", ScaleSource.known.rawValue)
    line.field("gravitySource", GravitySource.configuration.rawValue)
    line.endObject()
    line.field("worldMappingStatus", WorldMappingStatus.mapped.rawValue)
    line.key("light")
    line.light(isFront ? front?.lightEstimate : rear?.lightEstimate)
    line.key("latency")
    line.null()
    line.endObject()
    line.endLine()
  }

  private mutating func optional(_ pose: Pose?) {
    if let pose { line.pose(pose) } else { line.null() }
  }

  /// The rear camera's true place at a time, interpolated between its pictures.
  private func worldFromRear(at time: Timestamp, near view: CameraView?, _ truth: Lookup) -> Pose? {
    guard let view else { return nil }
    var sequence = view.image.sequence
    guard var before = truth(.rear, sequence) else { return nil }
    while before.timestamp > time, sequence > 0, let earlier = truth(.rear, sequence - 1) {
      sequence -= 1
      before = earlier
    }
    guard let pose = before.worldFromCamera else { return nil }
    guard time > before.timestamp, let after = truth(.rear, sequence + 1),
      after.timestamp > before.timestamp, let next = after.worldFromCamera
    else { return pose }
    let fraction =
      time.seconds(since: before.timestamp) / after.timestamp.seconds(since: before.timestamp)
    return pose.interpolated(to: next, fraction: fraction)
  }

  private mutating func beginAnchor(_ name: String, _ time: Double) {
    line.beginObject()
    line.field("event", name)
    line.field("time", time, decimals: StreamPrecision.seconds)
    line.key("anchor")
  }

  private mutating func endAnchor() {
    line.endObject()
    line.endLine()
  }

  private mutating func encode(_ face: FaceTruth, _ time: Double, _ worldFromFront: Pose) {
    let isNew = knownFaces.insert(face.identifier).inserted
    var generator = SeededGenerator(seed: UInt64(bitPattern: Int64(face.identifier)))
    beginAnchor(isNew ? "anchorAdded" : "anchorUpdated", time)
    line.beginObject()
    line.field("kind", "face")
    line.field("identifier", AnchorIdentifier(using: &generator).description)
    line.field("transform", worldFromFront * face.cameraFromFace)
    line.key("isTracked")
    line.bool(face.isTracked)
    line.field("blendShapes", face.blendShapes)
    line.gaze(face.leftEyeTransform, face.rightEyeTransform, face.lookAtPoint)
    line.field("reason", nil)
    line.endObject()
    endAnchor()
  }
}
