import Bifrons
import ConfigurationFiles
import Foundation
import SceneGraph
import SceneRendering
import SessionCore
import SessionRuntime
import SessionTesting
import SpatialMath
import Synchronization
import SystemSupport

/// Where the tests' pictures and models are.
enum Place {
  /// The package's root folder.
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  /// True in builds whose picture kernels are fast enough for whole sessions; debug builds are 50
  /// to 900 times slower.
  static var isFast: Bool {
    #if DEBUG
      false
    #else
      true
    #endif
  }

  /// True when the face models are installed.
  static var hasModels: Bool { (try? ModelStore()) != nil }

  /// A ready configuration with changes.
  static func load(_ name: String, set: [String] = []) throws -> SessionFile {
    try SessionFile.load(
      "\(root)/Configs/\(name).yaml", overrides: set.map { try ConfigurationOverride($0) })
  }
}

/// Follows a session through the scene and counts what it sees on the way.
///
/// It is handed the events on one thread, which also owns the scene.
final class Journey: SessionOutput {
  /// What was seen so far.
  struct Log: Sendable {
    var start: SessionStart?
    var frames: [Seen] = []
    /// The newest frame with its pictures.
    var last: SessionFrame?
    /// The scene at it.
    var lastSnapshot: SceneSnapshot?
    var addedPlanes = 0
    var faceUpdates = 0
    var stop: SessionStopReason?

    /// The share of frames for which something holds.
    func share(_ condition: (Seen) -> Bool) -> Double {
      frames.isEmpty ? 0 : Double(frames.count(where: condition)) / Double(frames.count)
    }
  }

  /// A frame without its pictures.
  struct Seen: Sendable {
    var index: Int
    var isNormal: Bool
    var rear: Pose?
    var front: Pose?
    var jawOpen: Double?
    var face: Pose?
    /// World from head's foot, and how far its jaw has sunk; nil while it does not stand.
    var head: Pose?
    var jawDrop: Double?
  }

  let log = Mutex(Log())
  /// Scene and head are made by the first frame and live on the thread that calls `take`.
  ///
  /// Safety: only `take` touches it, and no two calls of it overlap.
  private nonisolated(unsafe) var stage: (scene: Scene, head: RobotHead?, restJaw: Double)?
  private let file: SessionFile

  init(_ file: SessionFile) { self.file = file }

  func finish() throws(LaunchError) {}

  func take(_ events: [SessionEvent], of session: Session) throws(LaunchError) {
    for event in events {
      switch event {
      case .started(let start): log.withLock { $0.start = start }
      case .frame(let frame): try follow(frame)
      case .anchorsAdded(let anchors, _):
        log.withLock { $0.addedPlanes += anchors.count { $0.kind == "plane" } }
        countFaces(anchors)
      case .anchorsUpdated(let anchors, _): countFaces(anchors)
      case .stopped(let reason, _, _): log.withLock { $0.stop = reason }
      default: break
      }
    }
  }

  private func countFaces(_ anchors: [Anchor]) {
    let tracked = anchors.count { if case .face(let face) = $0 { face.isTracked } else { false } }
    log.withLock { $0.faceUpdates += tracked }
  }

  private func follow(_ frame: SessionFrame) throws(LaunchError) {
    if stage == nil {
      let scene = try file.makeScene()
      let head = scene.findEntity(named: "robot-head") as? RobotHead
      stage = (scene, head, head?.parts.jaw.position.y ?? 0)
    }
    guard let (scene, head, rest) = stage else { return }
    scene.update(with: frame)
    var seen = Seen(index: frame.index, isNormal: frame.trackingState == .normal)
    seen.rear = frame.rear?.worldFromCamera
    seen.front = frame.front?.worldFromCamera
    if let face = frame.faces.first, face.isTracked {
      seen.jawOpen = Double(face.blendShapes[.jawOpen])
      seen.face = face.transform
    }
    if let head, let anchor = head.parent as? AnchorEntity, anchor.isAnchored {
      seen.head = Pose(anchor.transformMatrix(relativeTo: nil))
      seen.jawDrop = rest - head.parts.jaw.position.y
    }
    let snapshot = scene.makeSnapshot()
    log.withLock { log in
      log.frames.append(seen)
      log.last = frame
      log.lastSnapshot = snapshot
    }
  }
}
