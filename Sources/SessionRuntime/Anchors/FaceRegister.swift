import SessionCore
import SpatialMath

/// Which anchor belongs to which face of the face tracker.
///
/// A lost face keeps its anchor, and the anchor stays. A face that the tracker has forgotten may
/// hand its anchor on: when a new face comes and there are already as many face anchors as faces
/// may be tracked, it takes over the anchor that was forgotten first, so that a user who comes
/// back after a long absence finds the same identifier and anchors never pile up.
struct FaceRegister: Sendable {
  private var anchorOfTrack: [Int: AnchorIdentifier] = [:]
  private var forgotten: [AnchorIdentifier] = []
  /// Different faces that were given an anchor.
  private(set) var anchorsGiven = 0

  /// Brings the anchors in line with a result of the face tracker.
  mutating func apply(
    _ result: FaceTrackingResult, worldFromFront: Pose, maximum: Int, to store: inout AnchorStore,
    using generator: inout SeededGenerator
  ) {
    forgetTracks(notIn: result.faces, store: &store)
    for face in result.faces {
      if let identifier = anchorOfTrack[face.trackIdentifier],
        case .face(let old)? = store[identifier]
      {
        if face.isTracked {
          store.update(.face(FaceAnchor(face, identifier, worldFromFront)))
        } else if old.isTracked || old.reason != face.reason {
          store.update(.face(old.lost(face.reason)))
        }
      } else if face.isTracked {
        add(face, worldFromFront, maximum, to: &store, using: &generator)
      }
    }
  }

  /// Marks every tracked face as lost, for a camera that no longer delivers.
  func loseAll(reason: String, in store: inout AnchorStore) {
    for case .face(let anchor) in store.anchors where anchor.isTracked {
      store.update(.face(anchor.lost(reason)))
    }
  }

  /// Forgets the tracker's numbers, for a tracker that starts over; the anchors stay.
  mutating func forgetTracks() {
    for track in anchorOfTrack.keys.sorted() { forget(track) }
  }

  private mutating func forgetTracks(notIn faces: [TrackedFace], store: inout AnchorStore) {
    guard anchorOfTrack.count > 0 else { return }
    let gone = anchorOfTrack.keys.filter { track in
      !faces.contains { $0.trackIdentifier == track }
    }
    for track in gone.sorted() {
      if let identifier = anchorOfTrack[track], case .face(let anchor)? = store[identifier],
        anchor.isTracked
      {
        store.update(.face(anchor.lost("the face is no longer in the picture")))
      }
      forget(track)
    }
  }

  private mutating func forget(_ track: Int) {
    if let identifier = anchorOfTrack.removeValue(forKey: track) { forgotten.append(identifier) }
  }

  private mutating func add(
    _ face: TrackedFace, _ worldFromFront: Pose, _ maximum: Int, to store: inout AnchorStore,
    using generator: inout SeededGenerator
  ) {
    forgotten.removeAll { store[$0] == nil }
    let count = store.count { if case .face = $0 { true } else { false } }
    if count >= maximum, !forgotten.isEmpty {
      let identifier = forgotten.removeFirst()
      anchorOfTrack[face.trackIdentifier] = identifier
      store.update(.face(FaceAnchor(face, identifier, worldFromFront)))
      return
    }
    let identifier = AnchorIdentifier(using: &generator)
    anchorOfTrack[face.trackIdentifier] = identifier
    anchorsGiven += 1
    store.add(.face(FaceAnchor(face, identifier, worldFromFront)))
  }
}

extension FaceAnchor {
  /// A tracked face in the world.
  init(_ face: TrackedFace, _ identifier: AnchorIdentifier, _ worldFromFront: Pose) {
    self.init(
      identifier: identifier, transform: worldFromFront * face.cameraFromFace,
      isTracked: face.isTracked, blendShapes: face.blendShapes, confidence: face.confidence,
      geometry: face.geometry, leftEyeTransform: face.leftEyeTransform,
      rightEyeTransform: face.rightEyeTransform, lookAtPoint: face.lookAtPoint,
      landmarks: face.landmarks, reason: face.reason, poseUncertainty: face.poseUncertainty)
  }

  /// The anchor with its last values, no longer tracked.
  fileprivate func lost(_ reason: String?) -> FaceAnchor {
    var anchor = self
    anchor.isTracked = false
    anchor.reason = reason
    return anchor
  }
}
